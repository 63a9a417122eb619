"""채점: GQA. 쉬운 단계부터 차례로 돈다. 실행: python -m pytest -x"""

import math
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # 공통 도구는 이 폴더나 바로 위 폴더에 있다

from grading import Submission, arrays, check_dtype, compare_attention, scale_hint
from reference import loop_attention, loop_scores

submission = Submission(HERE)


def draw(seed, *batch, H, G, T=4, S=5, D=6, Dv=3):
    """표준 정규 Q, K, V: 나눈 점수의 분산이 1이다."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(*batch, H, T, D)), rng.normal(size=(*batch, G, S, D)), rng.normal(size=(*batch, G, S, Dv))


def pick(X, pairing):
    """query head마다 짝의 번호대로 하나씩 고른다."""
    return np.stack([X[..., g, :, :] for g in pairing], axis=-3)


def causes(Q, K, V, near):
    """알려진 실수마다 (원인과 다음 걸음, 그 실수가 내는 output과 weights)."""
    H, G, D = Q.shape[-3], K.shape[-3], Q.shape[-1]
    far = [h % G for h in range(H)]
    yield "번갈아(tile) 짝지은 값과 같으니, 이웃한 query head H/G개를 한 묶음으로 둔다.", loop_attention(Q, pick(K, far), pick(V, far))
    first = [0] * H
    yield "모든 query head가 첫 head만 본 값과 같으니, 묶음마다 제 key와 value를 준다.", loop_attention(Q, pick(K, first), pick(V, first))
    key, value = (pick(X.mean(axis=-3, keepdims=True), first) for X in (K, V))
    yield "key와 value의 head를 평균한 값과 같으니, 평균하지 말고 묶음마다 제 head를 준다.", loop_attention(Q, key, value)
    key, value = pick(K, near), pick(V, near)
    yield "점수를 나누지 않은 값과 같으니, √D로 나눈다.", loop_attention(Q, key, value, scale=1)
    yield "head 수까지 곱해 나눈 값과 같으니, head 하나의 폭 D의 제곱근으로 나눈다.", loop_attention(Q, key, value, scale=math.sqrt(H * D))
    yield "softmax를 query 축으로 취한 값과 같으니, key 축(마지막 축)으로 취한다.", loop_attention(Q, key, value, over=(-2,))
    output, weights = loop_attention(Q, key, value)
    kept = (*Q.shape[:-3], G, H // G)
    text = "묶음의 축이 남았으니, (G, H/G)를 H로 다시 편다."
    yield text, (output.reshape(*kept, *output.shape[-2:]), weights.reshape(*kept, *weights.shape[-2:]))


def grade(Q, K, V, where, tolerance=1e-9):
    """바른 값은 query head마다 짝을 골라 반복문으로 구한다."""
    H, G = Q.shape[-3], K.shape[-3]
    hint = f"query head {H}개를 {G}묶음으로 나누며, 앞쪽 축은 몇 개든 올 수 있다."
    result = submission.call("grouped_query_attention", Q, K, V, hint=hint)
    output, weights = arrays("grouped_query_attention", result, "output", "weights")
    near = [h // (H // G) for h in range(H)]
    key, value = pick(K, near), pick(V, near)
    otherwise = scale_hint(weights, loop_scores(Q, key, scale=1), math.sqrt(Q.shape[-1]))
    compare_attention((output, weights), loop_attention(Q, key, value), lambda: causes(Q, K, V, near), tolerance, where, otherwise)
    return output, weights


def test_one_key():
    """key가 하나면 가중치는 1이고, output은 짝의 value다."""
    Q, K, V = draw(0, H=6, G=3, T=2, S=1)
    grade(Q, K, V, "H=6, G=3, S=1")


def test_equal_heads():
    """묶음의 수가 head 수와 같으면 MHA다."""
    grade(*draw(1, H=3, G=3), "H = G = 3")


def test_one_group():
    """묶음이 하나면 MQA다."""
    grade(*draw(2, H=4, G=1), "H=4, G=1")


def test_groups():
    """이웃한 query head가 한 묶음이다."""
    grade(*draw(3, H=6, G=2), "H=6, G=2")
    grade(*draw(4, H=4, G=2, T=4, S=4, D=4, Dv=4), "H = T = S = D = Dv = 4, G=2")


def test_batch():
    """앞에 축이 더 붙어도 같다."""
    grade(*draw(5, 2, H=4, G=2), "batch 2")
    grade(*draw(6, 2, 3, H=4, G=2), "앞에 두 축")


def test_large_scores():
    """점수가 커도 유한하다."""
    Q, K, V = draw(7, H=4, G=2)
    grade(100 * Q, 100 * K, V, "Q와 K가 100배")


def test_float32():
    """float32를 넣으면 float32가 나온다."""
    Q, K, V = (part.astype(np.float32) for part in draw(8, H=4, G=2))
    for name, got in zip(("output", "weights"), grade(Q, K, V, "float32", 1e-5)):
        check_dtype(name, got, np.float32)
