"""연습: key와 value를 고리로 돌린다. 길이를 나눈 rank마다 받은 조각을 차례로 합쳐 통째로 셈한 attention과 같게 한다.

P는 rank 수, T는 전체 길이, N = T/P는 조각의 길이다. rank마다의 것은 길이 P의 list로 주고받으며, 통신은 list의 원소를 옮기는
것으로 대신한다. rank r은 제 query로만 셈하고, key와 value는 이웃 r-1에게서 받는다.

`raise NotImplementedError`가 있는 줄을 지우고 그 자리를 채운다. 채점은 이 폴더에서 `python -m pytest -x`로 하며,
쉬운 단계부터 돌다가 처음 막힌 곳에서 멈춘다.
"""

import math

import numpy as np


def balanced_positions(T, world):
    """causal에서 일이 고르게 나뉘는 위치. 길이를 2P 조각으로 잘라 rank r이 조각 r과 2P-1-r을 갖는다.

    T는 2P의 배수다. 반환: 오름차순 정수 array (N,)가 P개 든 list.
    """
    raise NotImplementedError("앞에서 r번째 조각과 뒤에서 r번째 조각을 잇는다")


def empty_state(n, width, dtype):
    """아직 key를 보지 않은 query n개의 상태. 무엇을 담을지는 세 함수가 서로 맞추면 된다."""
    raise NotImplementedError("최댓값, 분모, 나누기 전의 합을 만든다")


def merge_block(state, scores, V):
    """조각 하나를 더 본 새 상태. scores: (n, N), 가린 자리는 -inf. V: (N, Dv). 넘겨받은 상태는 고치지 않는다."""
    raise NotImplementedError("새 최댓값에 눈금을 맞추어 분모와 합을 잇는다")


def finish(state):
    """attention의 output (n, Dv). key를 하나도 보지 못한 행은 0이다."""
    raise NotImplementedError("합을 분모로 나눈다")


def ring_attention(Qs, Ks, Vs, positions):
    """causal attention을 rank마다의 조각으로 셈한다.

    Qs, Ks: P개의 (N, D). Vs: P개의 (N, Dv). positions: P개의 (N,), 조각의 원래 위치. query는 제 위치와 그 앞의 key만 본다.
    반환: P개의 output (N, Dv). dtype은 입력을 따른다. 넘겨받은 list는 고치지 않는다.
    """
    raise NotImplementedError("제 조각부터 합치고, 이웃에게 받은 조각을 한 바퀴 돌 때까지 합친다")
