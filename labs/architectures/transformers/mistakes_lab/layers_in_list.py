MISTAKE = "FFN의 두 층을 Python list에 둔다"
SYMPTOM = "optimizer와 state_dict가 두 층을 보지 못해 FFN이 초깃값에 머문다"
CAUGHT_BY = "test_save_and_load"
CAUSE_WORD = "Python list"
SOURCE = ""

import attention_block


class AttentionBlock(attention_block.AttentionBlock):
    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        layers = [self.expand, self.contract]
        del self.expand, self.contract
        self.layers = layers

    def feed_forward(self, h):
        hidden = self.activation(self.layers[0](h))  # (B, T, d_ff)
        return self.layers[1](self.dropout(hidden))  # (B, T, D_model)


attention_block.AttentionBlock = AttentionBlock
