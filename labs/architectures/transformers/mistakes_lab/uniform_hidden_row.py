MISTAKE = "가린 점수를 가장 작은 수로만 두고 모두 가려진 행을 지우지 않는다"
SYMPTOM = "PAD뿐인 문장의 query가 PAD를 1/T씩 섞는다"
CAUGHT_BY = "test_all_pad_row"
CAUSE_WORD = "softmax는 1/T"
SOURCE = ""

import math

import torch
from attention_block import MultiHeadAttention


def weigh(self, Q, K, seen=None):
    scores = Q @ K.transpose(-1, -2) / math.sqrt(Q.shape[-1])  # (B, H, T, T)
    if seen is not None:
        scores = torch.where(seen, scores, torch.finfo(scores.dtype).min)
    return scores.softmax(dim=-1)


MultiHeadAttention.weigh = weigh
