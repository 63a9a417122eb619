MISTAKE = "PAD의 embedding을 0으로 만들고 가리지 않는다"
SYMPTOM = "점수 0인 PAD가 가중치를 받는다"
CAUGHT_BY = "test_self_attention"
CAUSE_WORD = "PAD를 하나도 가리지 못한"
SOURCE = ""


def self_attention(X, encoding, lengths):
    real = padding_mask(lengths, X.shape[-2]).swapaxes(-1, -2)  # (B, T, 1)
    H = X * real + encoding  # (B, T, D)
    return masked_attention(H, H, H, causal_mask(X.shape[-2]))
