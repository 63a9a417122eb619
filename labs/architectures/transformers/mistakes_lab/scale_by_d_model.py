MISTAKE = "점수를 √Dh가 아니라 √D_model로 나눈다"
SYMPTOM = "학습은 되지만 가중치가 고르게 퍼져 head가 무엇도 고르지 못한다"
CAUGHT_BY = "test_scores_are_divided_by_sqrt_head_width"
CAUSE_WORD = "sqrt(D_model)로 나눈 듯하다"
SOURCE = "DL4Proteins-notebooks 12"

import math

import torch
from attention_block import MultiHeadAttention


def weigh(self, Q, K, seen=None):
    scores = Q @ K.transpose(-1, -2) / math.sqrt(self.query.out_features)  # (B, H, T, T)
    if seen is None:
        return scores.softmax(dim=-1)
    return torch.where(seen, scores, torch.finfo(scores.dtype).min).softmax(dim=-1) * seen


MultiHeadAttention.weigh = weigh
