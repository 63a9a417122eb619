MISTAKE = "두 sub-layer가 norm1 하나를 함께 쓴다"
SYMPTOM = "초깃값에서는 출력이 똑같아 드러나지 않고, 학습한 가중치를 옮겨야 달라진다"
CAUGHT_BY = "test_parity_without_mask"
CAUSE_WORD = "norm1과 norm2를 바꾸어 썼거나"
SOURCE = ""

from attention_block import AttentionBlock


def forward(self, x, attn_mask=None, key_padding_mask=None):
    h = x + self.dropout(self.attention(self.norm1(x), attn_mask, key_padding_mask)[0])  # (B, T, D_model)
    return h + self.dropout(self.feed_forward(self.norm1(h)))  # (B, T, D_model)


AttentionBlock.forward = forward
