import math

import numpy as np

MISTAKE = "np.tile처럼 번갈아 짝짓는다"
SYMPTOM = "모양이 같아 지나가고, 남의 가중치를 불러오면 어긋난다"
CAUGHT_BY = "test_one_key"
CAUSE_WORD = "번갈아"
SOURCE = ""


def grouped_query_attention(Q, K, V):
    pairing = np.arange(Q.shape[-3]) % K.shape[-3]  # (H,)
    K, V = K[..., pairing, :, :], V[..., pairing, :, :]
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return weights @ V, weights
