MISTAKE = "입력을 view로 편다"
SYMPTOM = "축을 바꾼 입력을 넣는 순간 오류가 난다"
CAUGHT_BY = "test_non_contiguous_input"
CAUSE_WORD = "view 대신 reshape"
SOURCE = ""

from attention_block import AttentionBlock

right = AttentionBlock.forward


def forward(self, x, attn_mask=None, key_padding_mask=None):
    B, T, d_model = x.shape
    rows = x.view(B * T, d_model)  # (B*T, D_model)
    return right(self, rows.view(B, T, d_model), attn_mask, key_padding_mask)  # (B, T, D_model)


AttentionBlock.forward = forward
