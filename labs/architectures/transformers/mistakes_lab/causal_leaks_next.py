MISTAKE = "causal mask가 한 칸 뒤까지 연다(s <= t + 1)"
SYMPTOM = "다음 token을 베껴 학습 손실이 0으로 내려가고 생성은 엉망이다"
CAUGHT_BY = "test_causality_of_gradient"
CAUSE_WORD = "미래 token을 적어도 하나 열어 둔다"
SOURCE = ""

import attention_block
import torch


def causal_mask(T, device=None):
    return torch.ones(T, T, dtype=torch.bool, device=device).tril(1)  # (T, T)


attention_block.causal_mask = causal_mask
