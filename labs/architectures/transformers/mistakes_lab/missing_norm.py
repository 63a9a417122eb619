MISTAKE = "FFN 앞의 LayerNorm을 빠뜨린다"
SYMPTOM = "층을 쌓을수록 FFN이 더하는 양도 따라 커져 residual의 크기가 걷잡을 수 없이 자란다"
CAUGHT_BY = "test_sublayers_read_normalised_input"
CAUSE_WORD = "FFN 앞의 LayerNorm이 빠진"
SOURCE = ""

from attention_block import AttentionBlock


def forward(self, x, attn_mask=None, key_padding_mask=None):
    h = x + self.dropout(self.attention(self.norm1(x), attn_mask, key_padding_mask)[0])  # (B, T, D_model)
    return h + self.dropout(self.feed_forward(h))  # (B, T, D_model)


AttentionBlock.forward = forward
