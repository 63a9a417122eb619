import math

MISTAKE = "묶음의 축을 H로 되돌리지 않는다"
SYMPTOM = "output의 축이 하나 많다"
CAUGHT_BY = "test_one_key"
CAUSE_WORD = "묶음의 축"
SOURCE = ""


def grouped_query_attention(Q, K, V):
    *batch, H, T, D = Q.shape
    groups = Q.reshape(*batch, K.shape[-3], H // K.shape[-3], T, D)  # (..., G, H/G, T, D)
    weights = softmax(groups @ K[..., None, :, :].swapaxes(-1, -2) / math.sqrt(D))  # (..., G, H/G, T, S)
    return weights @ V[..., None, :, :], weights
