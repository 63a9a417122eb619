"""연습: 제거로 중요도를 잰다. key를 하나씩 지워 보고, 그 순서가 가중치의 순서와 얼마나 맞는지 센다.

T는 query 수, S는 key 수, Dv는 value의 폭이다. 앞에 붙는 축(batch, head)은 없을 수도 여럿일 수도 있으며 `...`로 적는다.
가중치는 0 이상이고 행의 합이 1이다. 가려진 key의 가중치는 0이고, 볼 key가 없는 행은 모두 0이다.
"""

import numpy as np


def without_each_key(weights):
    """key s를 지우고 남은 가중치를 합이 1이 되게 다시 나눈다: (..., T, S) -> (..., T, S, S).

    결과의 [..., t, s, :]는 query t에서 key s를 지운 가중치다. 남은 가중치가 모두 0이면 그 줄은 0이다.
    """
    # REGION key s의 가중치를 0으로 만든 사본을 s마다 만들고, 저마다 남은 합으로 나눈다
    S = weights.shape[-1]
    kept = np.where(np.eye(S, dtype=bool), 0, weights[..., None, :])  # (..., T, S, S)
    total = kept.sum(axis=-1, keepdims=True)  # (..., T, S, 1)
    return kept / np.where(total == 0, 1, total)  # (..., T, S, S)
    # END


def ablation(weights, V):
    """key s를 지웠을 때 query t의 출력이 움직인 거리: (..., T, S), (..., S, Dv) -> (..., T, S).

    거리는 Dv를 따라 잰 Euclid 거리다.
    """
    # REGION 지운 출력에서 원래 출력을 빼고 크기를 잰다
    outputs = without_each_key(weights) @ V[..., None, :, :]  # (..., T, S, S) @ (..., 1, S, Dv) -> (..., T, S, Dv)
    before = weights @ V  # (..., T, Dv)
    return np.linalg.norm(outputs - before[..., None, :], axis=-1)  # (..., T, S)
    # END


def kendall_tau(a, b, real):
    """두 중요도의 순서가 맞는 정도: 실제 token의 짝에서 (방향이 같은 짝 - 다른 짝) / 짝의 수.

    a, b: (S,). real: (S,) boolean, PAD이면 False다. 어느 한쪽이라도 값이 같은 짝은 맞지도 틀리지도 않은 0으로 센다.
    반환: 실수 하나. 실제 token이 둘보다 적으면 짝이 없으므로 0.0이다.
    """
    # REGION PAD를 빼고, 모든 짝에서 차의 부호를 곱해 평균한다
    a, b = a[real], b[real]  # (n,), (n,)
    i, j = np.triu_indices(len(a), k=1)  # 2 x (n*(n-1)/2,)
    return float(np.mean(np.sign(a[i] - a[j]) * np.sign(b[i] - b[j]))) if len(i) else 0.0
    # END
