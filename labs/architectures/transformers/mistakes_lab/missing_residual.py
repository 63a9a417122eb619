MISTAKE = "sub-layer의 출력에 입력을 더하지 않는다"
SYMPTOM = "얕을 때는 학습되지만 층을 쌓으면 gradient가 앞까지 오지 못한다"
CAUGHT_BY = "test_silent_sublayers_leave_input_alone"
CAUSE_WORD = "residual connection(x + ...)이 빠진"
SOURCE = ""

from attention_block import AttentionBlock


def forward(self, x, attn_mask=None, key_padding_mask=None):
    h = self.dropout(self.attention(self.norm1(x), attn_mask, key_padding_mask)[0])  # (B, T, D_model)
    return self.dropout(self.feed_forward(self.norm2(h)))  # (B, T, D_model)


AttentionBlock.forward = forward
