MISTAKE = "위치 인코딩을 더한 뒤 0인 행을 PAD로 본다"
SYMPTOM = "0인 행이 없어 PAD가 하나도 가려지지 않는다"
CAUGHT_BY = "test_self_attention"
CAUSE_WORD = "PAD를 하나도 가리지 못한"
SOURCE = "Kyubyong/transformer 69"


def self_attention(X, encoding, lengths):
    H = X + encoding  # (B, T, D)
    real = (H != 0).any(axis=-1)[:, None, :]  # (B, 1, T)
    return masked_attention(H, H, H, causal_mask(X.shape[-2]) & real)
