MISTAKE = "from_torch가 값을 복사하지 않고 텐서를 나누어 쓴다"
SYMPTOM = "옮긴 block을 학습하면 원래 layer도 바뀐다"
CAUGHT_BY = "test_copies_do_not_share_storage"
CAUSE_WORD = "copy_로 값만 옮긴다"
SOURCE = ""

import attention_block


class AttentionBlock(attention_block.AttentionBlock):
    @classmethod
    def from_torch(cls, layer):
        block = super().from_torch(layer)
        for own, theirs in attention_block.parameter_pairs(block, layer):
            own.data = theirs.data
        return block


attention_block.AttentionBlock = AttentionBlock
