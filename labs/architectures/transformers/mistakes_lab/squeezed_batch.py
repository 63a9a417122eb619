MISTAKE = "크기가 1인 축을 squeeze로 모두 없앤다"
SYMPTOM = "문장을 하나만 넣을 때 batch 축이 사라진다"
CAUGHT_BY = "test_matches_pytorch_in_every_mode"
CAUSE_WORD = "batch가 하나일 때"
SOURCE = ""

from attention_block import AttentionBlock

right = AttentionBlock.forward


def forward(self, x, attn_mask=None, key_padding_mask=None):
    return right(self, x, attn_mask, key_padding_mask).squeeze()  # B = 1이면 (T, D_model)


AttentionBlock.forward = forward
