MISTAKE = "가린 점수에 -1e9를 넣는다"
SYMPTOM = "float32에서는 멀쩡하다가 float16으로 바꾸는 순간 오류가 난다"
CAUGHT_BY = "test_dtypes"
CAUSE_WORD = "-1e9처럼 그 dtype에 담기지 않는 수"
SOURCE = "apex 1052"

import math

from attention_block import MultiHeadAttention


def weigh(self, Q, K, seen=None):
    scores = Q @ K.transpose(-1, -2) / math.sqrt(Q.shape[-1])  # (B, H, T, T)
    if seen is None:
        return scores.softmax(dim=-1)
    return scores.masked_fill(~seen, -1e9).softmax(dim=-1) * seen


MultiHeadAttention.weigh = weigh
