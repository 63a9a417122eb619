MISTAKE = "value 자리에 key의 사영을 쓴다"
SYMPTOM = "value의 파라미터가 학습되지 않는데도 손실은 내려간다"
CAUGHT_BY = "test_single_token_takes_the_value_path"
CAUSE_WORD = "value 자리에 key나 query의 사영"
SOURCE = ""

from attention_block import MultiHeadAttention, combine_masks


def forward(self, x, attn_mask=None, key_padding_mask=None):
    seen = combine_masks(x, self.n_heads, attn_mask, key_padding_mask)
    Q, K, V = (self.split_heads(linear(x)) for linear in (self.query, self.key, self.key))  # (B, H, T, Dh)
    weights = self.weigh(Q, K, seen)  # (B, H, T, T)
    return self.output(self.merge_heads(self.dropout(weights) @ V)), weights  # (B, T, D_model), (B, H, T, T)


MultiHeadAttention.forward = forward
