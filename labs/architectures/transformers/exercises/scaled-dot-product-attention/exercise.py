"""연습: scaled dot-product attention. softmax(Q Kᵀ / √D) V를 NumPy로 쓴다.

특징은 행이다. T는 query 수, S는 key 수, D는 query·key의 폭, Dv는 value의 폭이다.
앞에 붙는 축(batch, head)은 없을 수도 여럿일 수도 있으며 `...`로 적는다.

`raise NotImplementedError`가 있는 줄을 지우고 그 자리를 채운다. 채점은 이 폴더에서 `python -m pytest -x`로 하며,
쉬운 단계부터 돌다가 처음 막힌 곳에서 멈춘다.
"""

import math

import numpy as np


def softmax(scores):
    """점수를 마지막 축의 합이 1인 가중치로 바꾼다.

    scores: (..., S) 실수. 1000처럼 큰 점수에서도 NaN이나 inf를 내지 않는다.
    반환: scores와 모양·dtype이 같은 새 array. 입력은 고치지 않는다.
    """
    raise NotImplementedError("점수를 마지막 축의 합이 1인 가중치로 바꾼다")


def attention(Q, K, V):
    """Scaled dot-product attention [Vaswani 외 2017, 식 (1)].

    Q: (..., T, D), K: (..., S, D), V: (..., S, Dv). 앞쪽 축은 셋이 같다.
    반환: output (..., T, Dv)와 weights (..., T, S). dtype은 입력을 따른다(float32면 float32).
    """
    raise NotImplementedError("점수, 가중치, output의 순서로 구해 output과 weights를 돌려준다")
