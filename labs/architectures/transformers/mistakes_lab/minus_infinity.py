MISTAKE = "가린 점수를 -inf로만 두고 모두 가려진 행을 따로 다루지 않는다"
SYMPTOM = "PAD뿐인 문장 하나가 출력과 gradient를 NaN으로 만든다"
CAUGHT_BY = "test_all_pad_row"
CAUSE_WORD = "softmax는 0/0"
SOURCE = "pytorch 41508"

import math

import torch
from attention_block import MultiHeadAttention


def weigh(self, Q, K, seen=None):
    scores = Q @ K.transpose(-1, -2) / math.sqrt(Q.shape[-1])  # (B, H, T, T)
    if seen is not None:
        scores = scores.masked_fill(~seen, -torch.inf)
    return scores.softmax(dim=-1)


MultiHeadAttention.weigh = weigh
