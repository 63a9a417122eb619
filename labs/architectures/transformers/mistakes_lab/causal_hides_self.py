MISTAKE = "causal mask가 자기 자신까지 가린다(s < t)"
SYMPTOM = "첫 query는 볼 key가 없고, 나머지도 자기 token을 읽지 못한다"
CAUGHT_BY = "test_parity_causal"
CAUSE_WORD = "대각선을 빠뜨렸는지"
SOURCE = ""

import attention_block
import torch


def causal_mask(T, device=None):
    return torch.ones(T, T, dtype=torch.bool, device=device).tril(-1)  # (T, T)


attention_block.causal_mask = causal_mask
