MISTAKE = "0과 1을 곱해 두 식 가운데 하나를 고른다"
SYMPTOM = "값이 크면 0 * inf가 NaN이 된다"
CAUGHT_BY = "test_feature_of_large_numbers"
CAUSE_WORD = "0 * inf"
SOURCE = ""


def elu_feature(X):
    return (X > 0) * (X + 1) + (X <= 0) * np.exp(X)
