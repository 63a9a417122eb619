import numpy as np

MISTAKE = "첫 query의 가중치로 모든 query의 합을 구한다"
SYMPTOM = "query가 하나일 때만 맞는다"
CAUGHT_BY = "test_without_each_row"
CAUSE_WORD = "query마다 제 남은 합"
SOURCE = ""


def without_each_key(weights):
    kept = np.where(np.eye(weights.shape[-1], dtype=bool), 0, weights[..., None, :])
    total = kept[..., :1, :, :].sum(axis=-1, keepdims=True)
    return kept / np.where(total == 0, 1, total)
