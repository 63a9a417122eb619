MISTAKE = "0/1 mask를 점수에 더하기만 한다"
SYMPTOM = "가린 key의 가중치가 e배 줄 뿐 0이 되지 않는다"
CAUGHT_BY = "test_padding_perturbation"
CAUSE_WORD = "점수에 더하기만"
SOURCE = "diffusers 14342"

import math

from attention_block import MultiHeadAttention


def weigh(self, Q, K, seen=None):
    scores = Q @ K.transpose(-1, -2) / math.sqrt(Q.shape[-1])  # (B, H, T, T)
    return (scores if seen is None else scores + seen).softmax(dim=-1)


MultiHeadAttention.weigh = weigh
