"""연습: decoder의 정답을 한 칸 밀고, PAD를 뺀 손실을 구한다.

B는 batch, S는 token 열의 길이, T = S - 1은 decoder가 받는 길이, V는 token의 종류 수다.
token 열은 문장의 시작을 알리는 token으로 시작하고, 짧은 문장은 뒤가 `pad`로 채워져 있다.

`raise NotImplementedError`가 있는 줄을 지우고 그 자리를 채운다. 채점은 이 폴더에서 `python -m pytest -x`로 하며,
쉬운 단계부터 돌다가 처음 막힌 곳에서 멈춘다.
"""

import numpy as np


def decoder_targets(tokens, pad):
    """decoder의 입력과 정답과, 손실에 넣을 자리를 만든다: (B, S) -> (B, T) 셋.

    입력의 자리 t는 token 0부터 t까지를 보고 정답의 자리 t, 곧 token t+1을 맞힌다. 정답이 PAD인 자리는 손실에서 뺀다.
    반환: inputs (B, T) 정수, targets (B, T) 정수, real (B, T) boolean(정답이 PAD가 아니면 True).
    """
    raise NotImplementedError("입력에서는 마지막 token을, 정답에서는 첫 token을 뺀다")


def cross_entropy(logits, targets):
    """자리마다 정답의 확률에 -log를 취한 것: (B, T, V), (B, T) -> (B, T).

    logits은 softmax를 취하기 전의 점수다. 큰 점수에도 넘치지 않아야 한다.
    """
    raise NotImplementedError("행의 최댓값을 뺀 log-softmax에서 정답의 자리를 고르고 부호를 바꾼다")


def masked_loss(logits, targets, real):
    """real이 True인 자리의 손실을 batch 전체에서 평균한다: (B, T, V), (B, T), (B, T) -> 실수 하나.

    True인 자리가 하나도 없으면 0.0이다.
    """
    raise NotImplementedError("실제 자리의 손실을 더해 실제 자리의 수로 나눈다")
