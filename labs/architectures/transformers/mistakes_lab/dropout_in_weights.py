MISTAKE = "돌려주는 가중치에 dropout을 걸어 둔다"
SYMPTOM = "학습 중에 그린 attention 그림에 구멍이 나고 합이 1이 아니다"
CAUGHT_BY = "test_weights_are_those_before_dropout"
CAUSE_WORD = "dropout은 곱하기 직전에만"
SOURCE = ""

from attention_block import MultiHeadAttention

right = MultiHeadAttention.weigh


def weigh(self, Q, K, seen=None):
    return self.dropout(right(self, Q, K, seen))  # (B, H, T, T)


MultiHeadAttention.weigh = weigh
