MISTAKE = "causal mask를 빠뜨린다"
SYMPTOM = "미래가 보인다"
CAUGHT_BY = "test_self_attention"
CAUSE_WORD = "미래를 본"
SOURCE = ""


def self_attention(X, encoding, lengths):
    H = X + encoding  # (B, T, D)
    return masked_attention(H, H, H, padding_mask(lengths, X.shape[-2]))
