MISTAKE = "오차에 0을 곱해 지운다"
SYMPTOM = "목표에 inf나 NaN이 있으면 손실이 NaN이다"
CAUGHT_BY = "test_anything_in_pads"
CAUSE_WORD = "0을 곱"
SOURCE = ""


def masked_mse(prediction, target, counted):
    return (((prediction - target) * counted) ** 2).sum() / max(counted.sum(), 1)
