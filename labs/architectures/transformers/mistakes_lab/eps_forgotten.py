MISTAKE = "from_torch가 LayerNorm의 eps를 옮기지 않는다"
SYMPTOM = "기본값인 layer에서는 같고, eps를 바꾼 layer에서만 출력이 다르다"
CAUGHT_BY = "test_round_trip"
CAUSE_WORD = "eps"
SOURCE = ""

import attention_block


class AttentionBlock(attention_block.AttentionBlock):
    @classmethod
    def from_torch(cls, layer):
        block = super().from_torch(layer)
        block.norm1.eps = block.norm2.eps = 1e-5
        return block


attention_block.AttentionBlock = AttentionBlock
