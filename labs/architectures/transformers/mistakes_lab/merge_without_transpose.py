MISTAKE = "head를 합칠 때 transpose 없이 reshape한다"
SYMPTOM = "모양은 맞지만 한 위치의 출력에 다른 위치의 head가 들어온다"
CAUGHT_BY = "test_heads_do_not_mix_positions"
CAUSE_WORD = "transpose 없이 reshape"
SOURCE = ""

from attention_block import MultiHeadAttention


def merge_heads(self, heads):
    B, H, T, Dh = heads.shape
    return heads.reshape(B, T, H * Dh)  # (B, T, H*Dh)


MultiHeadAttention.merge_heads = merge_heads
