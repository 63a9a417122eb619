MISTAKE = "padding mask를 key 축이 아니라 query 축에 건다"
SYMPTOM = "PAD의 출력만 0이 되고 실제 token은 여전히 PAD를 본다"
CAUGHT_BY = "test_padding_perturbation"
CAUSE_WORD = "query 축이 아니라 key 축"
SOURCE = ""

import attention_block

right = attention_block.combine_masks


def combine_masks(x, n_heads, attn_mask, key_padding_mask):
    seen = right(x, n_heads, attn_mask, None)
    if key_padding_mask is None:
        return seen
    real = key_padding_mask[:, None, :, None]  # (B, 1, T, 1)
    return real if seen is None else seen & real


attention_block.combine_masks = combine_masks
