MISTAKE = "head를 나눌 때 transpose 없이 reshape한다"
SYMPTOM = "모양은 맞지만 한 head 안에 여러 위치의 특징이 섞인다"
CAUGHT_BY = "test_heads_do_not_mix_positions"
CAUSE_WORD = "transpose 없이 reshape"
SOURCE = "FuxiCTR 30"

from attention_block import MultiHeadAttention


def split_heads(self, x):
    B, T, d_model = x.shape
    return x.reshape(B, self.n_heads, T, d_model // self.n_heads)  # (B, H, T, Dh)


MultiHeadAttention.split_heads = split_heads
