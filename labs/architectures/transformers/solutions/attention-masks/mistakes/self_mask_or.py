MISTAKE = "self_attention 안에서 두 mask를 OR로 합친다"
SYMPTOM = "미래와 PAD가 거의 다 보인다"
CAUGHT_BY = "test_self_attention"
CAUSE_WORD = "OR"
SOURCE = ""


def self_attention(X, encoding, lengths):
    H = X + encoding  # (B, T, D)
    T = X.shape[-2]
    return masked_attention(H, H, H, causal_mask(T) | padding_mask(lengths, T))
