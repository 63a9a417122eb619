import numpy as np

MISTAKE = "열이 아니라 행(token)을 head에 나눠 준다"
SYMPTOM = "head마다 문장의 일부만 본다"
CAUGHT_BY = "test_split_by_hand"
CAUSE_WORD = "모양"
SOURCE = ""


def split_heads(X, n_heads):
    *batch, T, d_model = X.shape
    parts = np.array_split(X, n_heads, axis=-2)
    rows = max(part.shape[-2] for part in parts)
    return np.stack([np.resize(part, (*batch, rows, d_model)) for part in parts], axis=-3)
