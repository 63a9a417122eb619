MISTAKE = "센 자리가 없으면 NaN이다"
SYMPTOM = "빈 batch 하나가 학습을 멈춘다"
CAUGHT_BY = "test_nothing_real"
CAUSE_WORD = "0으로 나눈"
SOURCE = ""


def masked_mse(prediction, target, counted):
    return ((prediction - target)[counted] ** 2).sum() / counted.sum()
