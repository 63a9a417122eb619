MISTAKE = "앞쪽 축이 없다고 본다"
SYMPTOM = "batch가 붙으면 멈춘다"
CAUGHT_BY = "test_split_batch"
CAUSE_WORD = "앞쪽 축"
SOURCE = ""


def split_heads(X, n_heads):
    T, d_model = X.shape
    return X.reshape(T, n_heads, d_model // n_heads).transpose(1, 0, 2)  # (H, T, Dh)
