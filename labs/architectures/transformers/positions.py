"""점수에 더하는 상대 위치. 사인 위치 인코딩과 RoPE는 numpy_attention.py에 있다."""

import numpy as np


def alibi_slopes(n_heads):
    """head마다 거리의 기울기: 2**(-8h/H), h = 1, ..., H [Press 외 2022, 3절].

    반환: (H,) float64. 앞쪽 head일수록 가까운 key만 본다. H가 2의 거듭제곱일 때의 식이다.
    """
    if n_heads < 1 or n_heads & (n_heads - 1):
        raise ValueError(
            f"head 수 {n_heads}를 받았다. 이 식은 2의 거듭제곱인 head 수에만 맞는다."
        )
    return 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)


def alibi_bias(T, S=None, n_heads=8):
    """ALiBi: 점수에 더하는 -기울기 * 거리 [Press 외 2022].

    key S개의 마지막 T자리에 query가 선다. 원문은 causal이라 거리가 언제나 앞쪽이다. 여기서는
    절댓값을 써 양쪽을 같게 다루며, causal mask를 함께 쓰면 원문과 같다.
    반환: (H, T, S) float64. 0 이하이고, 자기 자리에서 0이다. S < T이면 ValueError를 낸다.
    """
    S = T if S is None else S
    if S < T:
        raise ValueError(
            f"key 길이 S={S}가 query 길이 T={T}보다 짧다. 거리를 재려면 S가 T보다 짧지 않아야 한다."
        )
    distance = np.abs(np.arange(S - T, S)[:, None] - np.arange(S))  # (T, S)
    return -alibi_slopes(n_heads)[:, None, None] * distance  # (H, T, S)
