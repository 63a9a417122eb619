MISTAKE = "점수를 √Dh로 나누지 않는다"
SYMPTOM = "폭이 커질수록 softmax가 포화해 gradient가 사라진다"
CAUGHT_BY = "test_scores_are_divided_by_sqrt_head_width"
CAUSE_WORD = "나누지 않은 듯하다"
SOURCE = ""

import torch
from attention_block import MultiHeadAttention


def weigh(self, Q, K, seen=None):
    scores = Q @ K.transpose(-1, -2)  # (B, H, T, T)
    if seen is None:
        return scores.softmax(dim=-1)
    return torch.where(seen, scores, torch.finfo(scores.dtype).min).softmax(dim=-1) * seen


MultiHeadAttention.weigh = weigh
