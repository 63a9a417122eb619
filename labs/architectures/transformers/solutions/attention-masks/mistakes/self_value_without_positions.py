MISTAKE = "query와 key에만 위치 인코딩을 더한다"
SYMPTOM = "output에 위치가 실리지 않는다"
CAUGHT_BY = "test_self_attention"
CAUSE_WORD = "value에 위치 인코딩이 빠진"
SOURCE = ""


def self_attention(X, encoding, lengths):
    H = X + encoding  # (B, T, D)
    return masked_attention(H, H, X, causal_padding_mask(lengths, X.shape[-2]))
