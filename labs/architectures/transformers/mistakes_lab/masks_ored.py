MISTAKE = "두 mask의 '볼 수 있다'를 OR로 합친다"
SYMPTOM = "causal mask와 padding mask를 함께 주면 미래와 PAD가 모두 보인다"
CAUGHT_BY = "test_masks_combine_with_and"
CAUSE_WORD = "OR가 아니라 AND"
SOURCE = ""

import attention_block

right = attention_block.combine_masks


def combine_masks(x, n_heads, attn_mask, key_padding_mask):
    if attn_mask is None or key_padding_mask is None:
        return right(x, n_heads, attn_mask, key_padding_mask)
    return attn_mask | key_padding_mask[:, None, None, :]  # (B, 1, T, T)


attention_block.combine_masks = combine_masks
