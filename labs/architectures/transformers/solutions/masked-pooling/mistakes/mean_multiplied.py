import numpy as np

MISTAKE = "PAD에 0을 곱해 지운다"
SYMPTOM = "PAD에 inf나 NaN이 있으면 NaN이 된다"
CAUGHT_BY = "test_anything_in_pads"
CAUSE_WORD = "0을 곱"
SOURCE = ""


def masked_mean(X, real):
    return (X * real[..., None]).sum(axis=1) / np.maximum(real.sum(axis=1), 1)[:, None]
