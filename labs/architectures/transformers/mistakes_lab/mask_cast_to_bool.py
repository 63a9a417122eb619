MISTAKE = "mask의 dtype을 보지 않고 bool()로 바꾼다"
SYMPTOM = "PyTorch에 쓰던 0/-inf mask를 넘기면 오류 없이 반대로 가린다"
CAUGHT_BY = "test_misuse_is_refused_in_korean"
CAUSE_WORD = "오류 없이 지나갔다"
SOURCE = ""

import attention_block

right = attention_block.combine_masks


def combine_masks(x, n_heads, attn_mask, key_padding_mask):
    masks = (None if mask is None else mask.bool() for mask in (attn_mask, key_padding_mask))
    return right(x, n_heads, *masks)


attention_block.combine_masks = combine_masks
