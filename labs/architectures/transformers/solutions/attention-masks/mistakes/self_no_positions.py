MISTAKE = "위치 인코딩을 더하지 않는다"
SYMPTOM = "과거 token의 순서를 모른다"
CAUGHT_BY = "test_self_attention"
CAUSE_WORD = "더하지 않은"
SOURCE = ""


def self_attention(X, encoding, lengths):
    return masked_attention(X, X, X, causal_padding_mask(lengths, X.shape[-2]))
