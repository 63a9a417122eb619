MISTAKE = "LayerNorm을 residual을 더한 뒤에 건다"
SYMPTOM = "pre-norm의 가중치를 옮기면 출력이 다르고, 깊이 쌓으면 warm-up 없이 학습이 불안하다"
CAUGHT_BY = "test_silent_sublayers_leave_input_alone"
CAUSE_WORD = "LayerNorm을 둔(post-norm)"
SOURCE = ""

from attention_block import AttentionBlock


def forward(self, x, attn_mask=None, key_padding_mask=None):
    h = self.norm1(x + self.dropout(self.attention(x, attn_mask, key_padding_mask)[0]))  # (B, T, D_model)
    return self.norm2(h + self.dropout(self.feed_forward(h)))  # (B, T, D_model)


AttentionBlock.forward = forward
