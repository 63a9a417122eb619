"""연습: 선형 attention. 점수 행렬 없이, 크기가 길이와 무관한 상태로 attention을 구한다.

T는 query 길이, S는 key 길이, m은 특징의 수, Dv는 value의 폭이다. 앞에 붙는 축은 몇 개든 올 수 있으며 `...`로 적는다.
phi_Q와 phi_K는 이미 특징으로 바꾼 query와 key이고 모두 양수다. query t와 key s의 가중치는 두 특징의 내적을
query t가 보는 key에서의 합으로 나눈 것이다. dtype은 입력을 따르고, 넘겨받은 것은 고치지 않는다.
"""

import numpy as np


def elu_feature(X):
    """elu(x) + 1, 곧 x > 0이면 x + 1이고 아니면 exp(x)다. 모양은 X와 같다. x가 1000이어도 유한하다."""
    # REGION x의 부호에 따라 x + 1과 exp(x) 가운데 하나를 고른다
    return np.where(X > 0, X + 1, np.exp(np.minimum(X, 0)))  # (...). 고르지 않을 쪽도 계산되니 넘치지 않게 한다
    # END


def linear_attention(phi_Q, phi_K, V, real=None):
    """모든 query가 같은 key를 보는 attention. (T, S) 배열을 만들지 않는다.

    phi_Q: (..., T, m), phi_K: (..., S, m), V: (..., S, Dv). real: (..., S) boolean이며 True인 key만 본다(None이면 모두).
    반환: (..., T, Dv). 볼 key가 하나도 없으면 0이다.
    """
    # REGION key와 value를 먼저 곱해 더하고, 가중치의 합으로 나눈다
    if real is not None:
        phi_K = np.where(real[..., None], phi_K, 0)  # (..., S, m). 분자와 분모에서 함께 빠진다
    memory = phi_K.swapaxes(-1, -2) @ V  # (..., m, Dv)
    total = phi_Q @ phi_K.sum(axis=-2)[..., None]  # (..., T, 1)
    return phi_Q @ memory / np.where(total == 0, 1, total)  # (..., T, Dv)
    # END


def advance(state, phi_Q, phi_K, V):
    """이어서 온 token n개를 causal로 읽는다. 각 query는 앞의 토막 모두와 이 토막의 자기까지를 본다.

    state: (memory, total). memory (..., m, Dv)는 지나온 key마다 특징과 value의 외적을 더한 것, total (..., m)은 특징을
    더한 것이다. 아직 아무것도 읽지 않았으면 둘 다 0이다. phi_Q, phi_K: (..., n, m), V: (..., n, Dv).
    반환: output (..., n, Dv), 이 토막까지 더한 memory와 total.
    """
    # REGION 상태의 몫과 토막 안의 몫을 더해 한 번 나누고, 토막을 상태에 더한다
    memory, total = state
    near = np.tril(phi_Q @ phi_K.swapaxes(-1, -2))  # (..., n, n), 자기를 넣은 토막 안의 가중치
    top = phi_Q @ memory + near @ V  # (..., n, Dv)
    bottom = phi_Q @ total[..., None] + near.sum(axis=-1, keepdims=True)  # (..., n, 1)
    memory = memory + phi_K.swapaxes(-1, -2) @ V  # (..., m, Dv)
    return top / bottom, memory, total + phi_K.sum(axis=-2)  # (..., n, Dv), (..., m, Dv), (..., m)
    # END
