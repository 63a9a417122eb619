MISTAKE = "ReLU를 특징으로 쓴다"
SYMPTOM = "음수인 특징이 모두 0이 되고, 겹치는 key가 없는 query는 0으로 나눈다"
CAUGHT_BY = "test_feature_by_hand"
CAUSE_WORD = "0으로 자른"
SOURCE = ""


def elu_feature(X):
    return np.maximum(X, 0)
