MISTAKE = "attention의 가중치에 dropout을 걸지 않는다"
SYMPTOM = "dropout을 올려도 attention이 한 token에 기대는 버릇이 줄지 않는다"
CAUGHT_BY = "test_dropout_only_in_train"
CAUSE_WORD = "가중치와 두 sub-layer의 출력에 거는지"
SOURCE = ""

import attention_block
from torch import nn


class MultiHeadAttention(attention_block.MultiHeadAttention):
    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.dropout = nn.Identity()


attention_block.MultiHeadAttention = MultiHeadAttention
