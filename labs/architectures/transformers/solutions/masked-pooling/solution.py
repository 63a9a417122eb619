"""연습: 잰 자리만 센다. pooling과 손실에서 PAD와 재지 못한 자리를 빼고, 예보의 목표를 민다.

real, measured, counted는 boolean이며 True인 자리만 센다. B는 batch, T는 길이, D는 폭이다. False인 자리에는
아무 값이나(inf도) 들어 있으며, 뒤쪽에만 있다는 법이 없다. dtype은 입력을 따른다.
"""

import numpy as np


def masked_mean(X, real):
    """실제 token만의 평균. X: (B, T, D), real: (B, T) -> (B, D). 실제 token이 없는 행은 0이다."""
    # REGION 실제 token의 합을 실제 token의 수로 나눈다
    total = np.where(real[..., None], X, 0).sum(axis=1)  # (B, D). inf * 0은 NaN이므로 곱하지 않고 고른다
    count = np.maximum(real.sum(axis=1), 1).astype(X.dtype)  # (B,)
    return total / count[:, None]  # (B, D)
    # END


def masked_max(X, real):
    """실제 token만의 특징별 최댓값. X: (B, T, D), real: (B, T) -> (B, D). 실제 token이 없는 행은 0이다."""
    # REGION 실제 token 가운데 가장 큰 값을 특징마다 고른다
    peak = np.where(real[..., None], X, -np.inf).max(axis=1)  # (B, D). 0으로 채우면 음수의 최댓값이 틀린다
    return np.where(real.any(axis=1)[:, None], peak, 0)  # (B, D)
    # END


def forecast_targets(values, measured, horizon):
    """자리 t의 입력에 자리 t + horizon의 값을 목표로 짝짓는다. horizon은 1 이상이고 N보다 작다.

    values: (B, N) 측정값, measured: (B, N). 반환: inputs, targets, counted, 각각 (B, N - horizon).
    counted는 입력과 목표를 모두 잰 자리만 True다.
    """
    # REGION 입력은 끝을, 목표는 앞을 horizon만큼 잘라 짝짓는다
    counted = measured[:, :-horizon] & measured[:, horizon:]  # (B, N-h)
    return values[:, :-horizon], values[:, horizon:], counted  # 3 x (B, N-h)
    # END


def masked_mse(prediction, target, counted):
    """센 자리만의 평균 제곱 오차. 모두 (B, T) -> 0차원 array. batch 전체의 센 자리를 한꺼번에 평균한다.

    센 자리가 하나도 없으면 0이다.
    """
    # REGION 센 자리의 제곱 오차를 더해 센 자리의 수로 나눈다
    error = np.where(counted, prediction, 0) - np.where(counted, target, 0)  # (B, T)
    return np.asarray((error**2).sum() / max(counted.sum(), 1), dtype=prediction.dtype)  # ()
    # END
