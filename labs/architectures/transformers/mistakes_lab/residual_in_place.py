MISTAKE = "residual을 x += ...로 더한다"
SYMPTOM = "평가할 때 부른 쪽의 텐서가 바뀌어 두 번째 호출부터 답이 다르다"
CAUGHT_BY = "test_input_is_not_changed"
CAUSE_WORD = "x += ..."
SOURCE = ""

from attention_block import AttentionBlock


def forward(self, x, attn_mask=None, key_padding_mask=None):
    x += self.dropout(self.attention(self.norm1(x), attn_mask, key_padding_mask)[0])  # (B, T, D_model)
    x += self.dropout(self.feed_forward(self.norm2(x)))  # (B, T, D_model)
    return x


AttentionBlock.forward = forward
