MISTAKE = "LayerNorm이 길이 축까지 평균을 낸다"
SYMPTOM = "같은 문장이 곁의 PAD와 미래 token에 따라 다른 출력을 낸다"
CAUGHT_BY = "test_batch_of_one_equals_padded_batch"
CAUSE_WORD = "D_model이 아닌 축"
SOURCE = ""

from attention_block import AttentionBlock


def norm_over_positions(norm, x):
    x = x - x.mean(dim=(1, 2), keepdim=True)  # (B, T, D_model)
    return x / (x.square().mean(dim=(1, 2), keepdim=True) + norm.eps).sqrt() * norm.weight + norm.bias


def forward(self, x, attn_mask=None, key_padding_mask=None):
    mixed, _ = self.attention(norm_over_positions(self.norm1, x), attn_mask, key_padding_mask)  # (B, T, D_model)
    h = x + self.dropout(mixed)  # (B, T, D_model)
    return h + self.dropout(self.feed_forward(norm_over_positions(self.norm2, h)))  # (B, T, D_model)


AttentionBlock.forward = forward
