MISTAKE = "X에 위치 인코딩을 제자리에서 더한다"
SYMPTOM = "같은 X로 다시 부르면 위치가 두 번 더해진다"
CAUGHT_BY = "test_self_attention"
CAUSE_WORD = "제자리 연산"
SOURCE = ""


def self_attention(X, encoding, lengths):
    X += encoding
    return masked_attention(X, X, X, causal_padding_mask(lengths, X.shape[-2]))
