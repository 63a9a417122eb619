MISTAKE = "전치 없이 reshape로 head를 합친다"
SYMPTOM = "위치와 head가 섞인다"
CAUGHT_BY = "test_merge_by_hand"
CAUSE_WORD = "위치와 head가 섞였으니"
SOURCE = ""


def merge_heads(X):
    *batch, n_heads, T, width = X.shape
    return X.reshape(*batch, T, n_heads * width)  # (..., T, H*Dh)
