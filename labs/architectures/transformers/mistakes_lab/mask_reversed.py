MISTAKE = "boolean mask의 True를 가림으로 읽는다"
SYMPTOM = "미래만 보고, 마지막 query는 볼 key가 없다"
CAUGHT_BY = "test_causal_perturbation"
CAUSE_WORD = "True와 False를 거꾸로"
SOURCE = "LLMs-from-scratch 1062"

import attention_block

right = attention_block.combine_masks


def combine_masks(x, n_heads, attn_mask, key_padding_mask):
    attn_mask = None if attn_mask is None else ~attn_mask
    return right(x, n_heads, attn_mask, key_padding_mask)


attention_block.combine_masks = combine_masks
