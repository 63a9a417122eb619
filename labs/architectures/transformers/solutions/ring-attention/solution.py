"""연습: key와 value를 고리로 돌린다. 길이를 나눈 rank마다 받은 조각을 차례로 합쳐 통째로 셈한 attention과 같게 한다.

P는 rank 수, T는 전체 길이, N = T/P는 조각의 길이다. rank마다의 것은 길이 P의 list로 주고받으며, 통신은 list의 원소를 옮기는
것으로 대신한다. rank r은 제 query로만 셈하고, key와 value는 이웃 r-1에게서 받는다.
"""

import math

import numpy as np


def balanced_positions(T, world):
    """causal에서 일이 고르게 나뉘는 위치. 길이를 2P 조각으로 잘라 rank r이 조각 r과 2P-1-r을 갖는다.

    T는 2P의 배수다. 반환: 오름차순 정수 array (N,)가 P개 든 list.
    """
    # REGION 앞에서 r번째 조각과 뒤에서 r번째 조각을 잇는다
    pieces = np.split(np.arange(T), 2 * world)  # 2P개의 (N/2,)
    return [np.concatenate([pieces[r], pieces[-1 - r]]) for r in range(world)]  # P개의 (N,)
    # END


def empty_state(n, width, dtype):
    """아직 key를 보지 않은 query n개의 상태. 무엇을 담을지는 세 함수가 서로 맞추면 된다."""
    # REGION 최댓값, 분모, 나누기 전의 합을 만든다
    return np.full((n, 1), -np.inf, dtype), np.zeros((n, 1), dtype), np.zeros((n, width), dtype)
    # END


def merge_block(state, scores, V):
    """조각 하나를 더 본 새 상태. scores: (n, N), 가린 자리는 -inf. V: (N, Dv). 넘겨받은 상태는 고치지 않는다."""
    # REGION 새 최댓값에 눈금을 맞추어 분모와 합을 잇는다
    peak, total, mixed = state  # (n, 1), (n, 1), (n, Dv)
    higher = np.maximum(peak, scores.max(axis=1, keepdims=True))  # (n, 1)
    finite = np.where(np.isneginf(higher), 0, higher)  # (-inf) - (-inf) = NaN을 막는다
    weights, shrink = np.exp(scores - finite), np.exp(peak - finite)  # (n, N), (n, 1)
    return higher, total * shrink + weights.sum(axis=1, keepdims=True), mixed * shrink + weights @ V
    # END


def finish(state):
    """attention의 output (n, Dv). key를 하나도 보지 못한 행은 0이다."""
    # REGION 합을 분모로 나눈다
    _, total, mixed = state
    return mixed / np.where(total == 0, 1, total)  # (n, Dv)
    # END


def ring_attention(Qs, Ks, Vs, positions):
    """causal attention을 rank마다의 조각으로 셈한다.

    Qs, Ks: P개의 (N, D). Vs: P개의 (N, Dv). positions: P개의 (N,), 조각의 원래 위치. query는 제 위치와 그 앞의 key만 본다.
    반환: P개의 output (N, Dv). dtype은 입력을 따른다. 넘겨받은 list는 고치지 않는다.
    """
    # REGION 제 조각부터 합치고, 이웃에게 받은 조각을 한 바퀴 돌 때까지 합친다
    world, scale = len(Qs), math.sqrt(Qs[0].shape[-1])
    states = [empty_state(len(Q), V.shape[-1], Q.dtype) for Q, V in zip(Qs, Vs)]
    blocks = list(zip(Ks, Vs, positions))
    for _ in range(world):
        for r, (K, V, key_at) in enumerate(blocks):
            seen = key_at <= positions[r][:, None]  # (N, N)
            scores = np.where(seen, Qs[r] @ K.T / scale, -np.inf)  # (N, N)
            states[r] = merge_block(states[r], scores.astype(Qs[r].dtype), V)
        blocks = blocks[-1:] + blocks[:-1]  # rank r은 r-1이 가졌던 것을 받는다
    return [finish(state) for state in states]
    # END
