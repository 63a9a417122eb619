MISTAKE = "mask를 softmax 뒤에 곱하고 다시 나누지 않는다"
SYMPTOM = "가린 key가 많은 query일수록 출력이 작아진다"
CAUGHT_BY = "test_weights_of_each_query_sum_to_one"
CAUSE_WORD = "softmax 뒤에 곱하고 다시 나누지 않은"
SOURCE = ""

import math

from attention_block import MultiHeadAttention


def weigh(self, Q, K, seen=None):
    weights = (Q @ K.transpose(-1, -2) / math.sqrt(Q.shape[-1])).softmax(dim=-1)  # (B, H, T, T)
    return weights if seen is None else weights * seen


MultiHeadAttention.weigh = weigh
