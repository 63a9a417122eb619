"""연습: 선형 attention. 점수 행렬 없이, 크기가 길이와 무관한 상태로 attention을 구한다.

T는 query 길이, S는 key 길이, m은 특징의 수, Dv는 value의 폭이다. 앞에 붙는 축은 몇 개든 올 수 있으며 `...`로 적는다.
phi_Q와 phi_K는 이미 특징으로 바꾼 query와 key이고 모두 양수다. query t와 key s의 가중치는 두 특징의 내적을
query t가 보는 key에서의 합으로 나눈 것이다. dtype은 입력을 따르고, 넘겨받은 것은 고치지 않는다.

`raise NotImplementedError`가 있는 줄을 지우고 그 자리를 채운다. 채점은 이 폴더에서 `python -m pytest -x`로 하며,
쉬운 단계부터 돌다가 처음 막힌 곳에서 멈춘다.
"""

import numpy as np


def elu_feature(X):
    """elu(x) + 1, 곧 x > 0이면 x + 1이고 아니면 exp(x)다. 모양은 X와 같다. x가 1000이어도 유한하다."""
    raise NotImplementedError("x의 부호에 따라 x + 1과 exp(x) 가운데 하나를 고른다")


def linear_attention(phi_Q, phi_K, V, real=None):
    """모든 query가 같은 key를 보는 attention. (T, S) 배열을 만들지 않는다.

    phi_Q: (..., T, m), phi_K: (..., S, m), V: (..., S, Dv). real: (..., S) boolean이며 True인 key만 본다(None이면 모두).
    반환: (..., T, Dv). 볼 key가 하나도 없으면 0이다.
    """
    raise NotImplementedError("key와 value를 먼저 곱해 더하고, 가중치의 합으로 나눈다")


def advance(state, phi_Q, phi_K, V):
    """이어서 온 token n개를 causal로 읽는다. 각 query는 앞의 토막 모두와 이 토막의 자기까지를 본다.

    state: (memory, total). memory (..., m, Dv)는 지나온 key마다 특징과 value의 외적을 더한 것, total (..., m)은 특징을
    더한 것이다. 아직 아무것도 읽지 않았으면 둘 다 0이다. phi_Q, phi_K: (..., n, m), V: (..., n, Dv).
    반환: output (..., n, Dv), 이 토막까지 더한 memory와 total.
    """
    raise NotImplementedError("상태의 몫과 토막 안의 몫을 더해 한 번 나누고, 토막을 상태에 더한다")
