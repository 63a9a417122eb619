MISTAKE = "elu에 1을 더하지 않는다"
SYMPTOM = "특징에 음수가 섞여 나누는 수가 0에 가까워지면 출력이 터진다"
CAUGHT_BY = "test_feature_by_hand"
CAUSE_WORD = "1을 더하지 않은"
SOURCE = ""


def elu_feature(X):
    return np.where(X > 0, X, np.exp(np.minimum(X, 0)) - 1)
