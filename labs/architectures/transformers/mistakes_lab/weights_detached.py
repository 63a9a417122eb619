MISTAKE = "가중치를 no_grad 안에서 셈한다"
SYMPTOM = "순방향은 맞고 손실도 내려가지만 query와 key가 학습되지 않는다"
CAUGHT_BY = "test_gradients"
CAUSE_WORD = "계산 그래프를 끊었는지"
SOURCE = ""

import torch
from attention_block import MultiHeadAttention

MultiHeadAttention.weigh = torch.no_grad()(MultiHeadAttention.weigh)
