"""연습: 잰 자리만 센다. pooling과 손실에서 PAD와 재지 못한 자리를 빼고, 예보의 목표를 민다.

real, measured, counted는 boolean이며 True인 자리만 센다. B는 batch, T는 길이, D는 폭이다. False인 자리에는
아무 값이나(inf도) 들어 있으며, 뒤쪽에만 있다는 법이 없다. dtype은 입력을 따른다.

`raise NotImplementedError`가 있는 줄을 지우고 그 자리를 채운다. 채점은 이 폴더에서 `python -m pytest -x`로 하며,
쉬운 단계부터 돌다가 처음 막힌 곳에서 멈춘다.
"""

import numpy as np


def masked_mean(X, real):
    """실제 token만의 평균. X: (B, T, D), real: (B, T) -> (B, D). 실제 token이 없는 행은 0이다."""
    raise NotImplementedError("실제 token의 합을 실제 token의 수로 나눈다")


def masked_max(X, real):
    """실제 token만의 특징별 최댓값. X: (B, T, D), real: (B, T) -> (B, D). 실제 token이 없는 행은 0이다."""
    raise NotImplementedError("실제 token 가운데 가장 큰 값을 특징마다 고른다")


def forecast_targets(values, measured, horizon):
    """자리 t의 입력에 자리 t + horizon의 값을 목표로 짝짓는다. horizon은 1 이상이고 N보다 작다.

    values: (B, N) 측정값, measured: (B, N). 반환: inputs, targets, counted, 각각 (B, N - horizon).
    counted는 입력과 목표를 모두 잰 자리만 True다.
    """
    raise NotImplementedError("입력은 끝을, 목표는 앞을 horizon만큼 잘라 짝짓는다")


def masked_mse(prediction, target, counted):
    """센 자리만의 평균 제곱 오차. 모두 (B, T) -> 0차원 array. batch 전체의 센 자리를 한꺼번에 평균한다.

    센 자리가 하나도 없으면 0이다.
    """
    raise NotImplementedError("센 자리의 제곱 오차를 더해 센 자리의 수로 나눈다")
