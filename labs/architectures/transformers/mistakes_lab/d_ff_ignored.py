MISTAKE = "d_ff를 쓰지 않고 언제나 4 x D_model로 만든다"
SYMPTOM = "오류 없이 파라미터와 연산량만 늘어난다"
CAUGHT_BY = "test_shape_and_parameter_count"
CAUSE_WORD = "d_ff를 쓰지 않았거나"
SOURCE = ""

import attention_block


class AttentionBlock(attention_block.AttentionBlock):
    def __init__(self, d_model, n_heads, d_ff, *args, **options):
        super().__init__(d_model, n_heads, 4 * d_model, *args, **options)


attention_block.AttentionBlock = AttentionBlock
