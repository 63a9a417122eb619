import math

MISTAKE = "모든 query head가 key와 value의 첫 head를 본다"
SYMPTOM = "MQA가 되어 나머지 head가 학습되지 않는다"
CAUGHT_BY = "test_one_key"
CAUSE_WORD = "첫 head"
SOURCE = ""


def grouped_query_attention(Q, K, V):
    K, V = K[..., :1, :, :], V[..., :1, :, :]
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return weights @ V, weights
