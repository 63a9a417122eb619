MISTAKE = "모두 가려진 행이 있는지 if로 본다"
SYMPTOM = "답은 맞지만 torch.compile이 그래프를 끊고, GPU에서는 값이 올 때까지 기다린다"
CAUGHT_BY = "test_compile"
CAUSE_WORD = "갈리는 if"
SOURCE = ""

import math

import torch
from attention_block import MultiHeadAttention


def weigh(self, Q, K, seen=None):
    scores = Q @ K.transpose(-1, -2) / math.sqrt(Q.shape[-1])  # (B, H, T, T)
    if seen is None:
        return scores.softmax(dim=-1)
    weights = torch.where(seen, scores, torch.finfo(scores.dtype).min).softmax(dim=-1)
    if not seen.any(dim=-1).all():
        weights = weights * seen
    return weights


MultiHeadAttention.weigh = weigh
