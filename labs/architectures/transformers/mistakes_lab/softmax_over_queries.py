MISTAKE = "softmax를 key 축이 아니라 query 축에서 한다"
SYMPTOM = "모양이 같고 학습도 되지만 query마다 가중치의 합이 1이 아니다"
CAUGHT_BY = "test_weights_of_each_query_sum_to_one"
CAUSE_WORD = "key 축(마지막 축)에서 하지 않은"
SOURCE = "annotated_deep_learning_paper_implementations 146"

import math

import torch
from attention_block import MultiHeadAttention


def weigh(self, Q, K, seen=None):
    scores = Q @ K.transpose(-1, -2) / math.sqrt(Q.shape[-1])  # (B, H, T, T)
    if seen is None:
        return scores.softmax(dim=-2)
    return torch.where(seen, scores, torch.finfo(scores.dtype).min).softmax(dim=-2) * seen


MultiHeadAttention.weigh = weigh
