MISTAKE = "PAD query의 output을 0으로 지운다"
SYMPTOM = "weights와 output이 어긋난다"
CAUGHT_BY = "test_self_attention"
CAUSE_WORD = "PAD query의 output"
SOURCE = ""


def self_attention(X, encoding, lengths):
    H = X + encoding  # (B, T, D)
    output, weights = masked_attention(H, H, H, causal_padding_mask(lengths, X.shape[-2]))
    return output * padding_mask(lengths, X.shape[-2]).swapaxes(-1, -2), weights
