MISTAKE = "F.dropout에 training을 넘기지 않는다"
SYMPTOM = "평가할 때마다 답이 달라진다"
CAUGHT_BY = "test_dropout_only_in_train"
CAUSE_WORD = "training=self.training"
SOURCE = ""

from attention_block import AttentionBlock
from torch.nn import functional as F


def feed_forward(self, h):
    hidden = self.activation(self.expand(h))  # (B, T, d_ff)
    return self.contract(F.dropout(hidden, self.dropout.p))  # (B, T, D_model)


AttentionBlock.feed_forward = feed_forward
