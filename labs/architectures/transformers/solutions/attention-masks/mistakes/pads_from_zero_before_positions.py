MISTAKE = "embedding이 0인 행을 PAD로 본다"
SYMPTOM = "embedding이 0인 실제 token이 사라지고, 0이 아닌 PAD는 보인다"
CAUGHT_BY = "test_self_attention"
CAUSE_WORD = "embedding이 0인 실제 token"
SOURCE = ""


def self_attention(X, encoding, lengths):
    H = X + encoding  # (B, T, D)
    real = (X != 0).any(axis=-1)[:, None, :]  # (B, 1, T)
    return masked_attention(H, H, H, causal_mask(X.shape[-2]) & real)
