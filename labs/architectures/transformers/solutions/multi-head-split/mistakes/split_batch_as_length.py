MISTAKE = "batch 축을 head 축과 바꾼다"
SYMPTOM = "문장끼리 섞인다"
CAUGHT_BY = "test_split_by_hand"
CAUSE_WORD = "앞쪽 축"
SOURCE = ""


def split_heads(X, n_heads):
    B, T, d_model = X.shape
    return X.reshape(B, T, n_heads, d_model // n_heads).transpose(2, 1, 0, 3)
