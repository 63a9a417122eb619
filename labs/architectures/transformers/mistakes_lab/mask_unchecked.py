MISTAKE = "mask의 dtype을 보지 않는다"
SYMPTOM = "PyTorch에 쓰던 0/-inf mask를 넘기면 조용히 반대로 가린다"
CAUGHT_BY = "test_misuse_is_refused_in_korean"
CAUSE_WORD = "ValueError"
SOURCE = ""

import attention_block


def check_mask(name, mask, device):
    pass


attention_block.check_mask = check_mask
