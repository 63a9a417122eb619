"""채점: key와 value를 고리로 돌린다. 쉬운 단계부터 차례로 돈다. 실행: python -m pytest -x"""

import math
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # 공통 도구는 이 폴더나 바로 위 폴더에 있다

from grading import Submission, arrays, check_dtype, compare, fail
from reference import loop_attention, loop_mix, loop_softmax

submission = Submission(HERE)


def rank_list(name, result, world):
    """rank마다 하나씩 든 list인지 본다."""
    if not isinstance(result, (list, tuple)) or len(result) != world:
        seen = f"값 {len(result)}개" if isinstance(result, (list, tuple)) else type(result).__name__
        fail(f"{name}의 반환값은 {seen}이고, 기대한 것은 rank마다 하나씩 {world}개가 든 list다. rank의 차례대로 담아 돌려준다.")
    return arrays(name, tuple(result), *(f"rank {r}" for r in range(world))) if world > 1 else arrays(name, list(result), "rank 0")


def paired(T, world):
    pieces = np.arange(T).reshape(2 * world, -1)
    return [np.concatenate([pieces[r], pieces[2 * world - 1 - r]]) for r in range(world)]


def test_positions():
    """앞뒤의 조각을 짝지어 나눈다"""
    for T, world in ((8, 2), (24, 3), (6, 1)):
        got = rank_list("balanced_positions", submission.call("balanced_positions", T, world), world)
        pieces = np.arange(T).reshape(2 * world, -1)
        for r, (mine, expected) in enumerate(zip(got, paired(T, world))):
            compare(f"rank {r}의 위치", mine, expected, lambda: [
                ("앞에서부터 똑같이 자른 위치와 같으니, 조각 r과 2P-1-r을 짝짓는다.", np.arange(T).reshape(world, -1)[r]),
                ("한 token씩 번갈아 나눈 위치와 같으니, 이어진 조각으로 자른다.", np.arange(r, T, world)),
                ("뒤 절반도 앞에서부터 나눈 위치와 같으니, 뒤에서 r번째 조각을 고른다.", np.concatenate([pieces[r], pieces[r + world]])),
            ], where=f"T={T}, P={world}")  # fmt: skip


def draw_blocks(seed, n, sizes, width, shifts):
    """점수의 조각과 value의 조각. shifts는 조각마다 점수에 더하는 수다."""
    rng = np.random.default_rng(seed)
    return [rng.normal(size=(n, size)) + shift for size, shift in zip(sizes, shifts)], [rng.normal(size=(size, width)) for size in sizes]


def merged(scores, values):
    """푼 함수로 조각을 차례로 합친 output."""
    state = submission.call("empty_state", len(scores[0]), values[0].shape[1], scores[0].dtype)
    for block, V in zip(scores, values):
        state = submission.call("merge_block", state, block, V)
    (output,) = arrays("finish", [submission.call("finish", state)], "output")
    return output


def merge_causes(scores, values):
    """흔한 실수가 내는 output. 눈금은 행마다의 최댓값이다."""
    n, width = len(scores[0]), values[0].shape[1]
    ratios = {
        "합의 눈금을 맞추지 않은 값과 같으니, 옛 합에도 exp(옛 최댓값 - 새 최댓값)을 곱한다.": (0, 1),
        "분모의 눈금을 맞추지 않은 값과 같으니, 옛 분모에도 exp(옛 최댓값 - 새 최댓값)을 곱한다.": (1, 0),
        "눈금을 맞추지 않고 더한 값과 같으니, 옛 합과 분모에 exp(옛 최댓값 - 새 최댓값)을 곱한다.": (0, 0),
        "눈금의 비를 거꾸로 곱한 값과 같으니, exp(옛 최댓값 - 새 최댓값)으로 고친다.": (-1, -1),
    }
    for text, (on_sum, on_total) in ratios.items():
        peak, total, mixed = np.full((n, 1), -np.inf), np.zeros((n, 1)), np.zeros((n, width))
        for block, V in zip(scores, values):
            higher = np.maximum(peak, block.max(axis=1, keepdims=True))
            step = np.where(np.isneginf(peak), 0, peak - higher)
            weights = np.exp(block - higher)
            total = total * np.exp(on_total * step) + weights.sum(axis=1, keepdims=True)
            mixed, peak = mixed * np.exp(on_sum * step) + weights @ V, higher
        yield text, mixed / total
    alone = [loop_mix(loop_softmax(block), V) for block, V in zip(scores, values)]
    yield "마지막 조각만의 output과 같으니, 옛 합과 분모를 잇는다.", alone[-1]
    yield "조각마다의 output을 평균한 값과 같으니, 나누기 전의 합과 분모를 따로 잇고 끝에 한 번 나눈다.", np.mean(alone, axis=0)
    whole = np.concatenate(scores, axis=1)
    exp = np.exp(whole - whole.max(axis=1, keepdims=True))
    yield "분모로 나누지 않은 값과 같으니, finish에서 합을 분모로 나눈다.", exp @ np.concatenate(values)


def check_merge(scores, values, where, tolerance=1e-9, otherwise=""):
    expected = loop_mix(loop_softmax(np.concatenate(scores, axis=1)), np.concatenate(values))
    output = merged(scores, values)
    causes = tuple if otherwise else lambda: merge_causes(scores, values)  # 넘친 값은 다른 실수와 가려지지 않는다
    compare("output", output, expected, causes, tolerance, where, otherwise)
    return output


def test_first_block():
    """조각이 하나면 보통의 softmax다"""
    check_merge(*draw_blocks(0, 3, [5], 2, [0.0]), "조각 하나")


def test_merge():
    """조각 여럿: 최댓값이 커질 때와 작아질 때"""
    for seed, shifts in ((1, (0.0, 1.5)), (2, (1.5, 0.0)), (3, (0.0, 2.0, -1.0))):
        scores, values = draw_blocks(seed, 4, [3, 5, 2][: len(shifts)], 3, shifts)
        check_merge(scores, values, f"점수에 {shifts}를 더한 조각")


def test_hidden_blocks():
    """모두 가려진 조각이 먼저 오거나 나중에 와도, 끝까지 없어도 된다"""
    scores, values = draw_blocks(4, 4, [3, 4, 2], 2, (0.0, 0.0, 0.0))
    scores[0][:2], scores[2][1:3] = -np.inf, -np.inf
    for block in scores:
        block[3] = -np.inf  # 마지막 행은 key를 하나도 보지 못한다

    def otherwise(output):
        if np.isfinite(output[:3]).all() and not np.isfinite(output[3]).all():
            return "key를 보지 못한 행에서 0으로 나눈 값이니, finish에서 분모가 0인 행을 0으로 둔다."
        if not np.isfinite(output).all():
            return "최댓값이 -inf일 때 (-inf) - (-inf) = NaN이니, 뺄 때는 -inf 대신 0을 쓴다."
        return "가려진 조각의 값이 섞였으니, -inf인 자리의 가중치가 정확히 0인지 본다."

    expected = loop_mix(loop_softmax(np.concatenate(scores, axis=1)), np.concatenate(values))
    output = merged(scores, values)
    compare("output", output, expected, where="가려진 조각", otherwise=otherwise(output))


def test_large_scores():
    """점수가 아주 커도 넘치지 않는다"""
    otherwise = "exp에 큰 수가 들어갔으니, 최댓값을 빼지 않았거나 낡은 최댓값을 뺀 곳을 찾는다."
    for shifts in ((1000.0, 1003.0), (0.0, 900.0)):
        scores, values = draw_blocks(5, 3, [4, 4], 2, shifts)
        check_merge(scores, values, f"점수에 {shifts}를 더한 조각", otherwise=otherwise)


def draw_ranks(seed, positions, D=4, Dv=3):
    """전체 Q, K, V와, 위치대로 나눈 rank마다의 조각."""
    rng = np.random.default_rng(seed)
    T = sum(map(len, positions))
    whole = [rng.normal(size=(T, width)) for width in (D, D, Dv)]
    return whole, [[part[at] for at in positions] for part in whole]


def ring_causes(whole, positions):
    """실수마다 전체 차례의 output을 위치대로 나눈 것."""
    Q, K, V = whole
    order, world = np.arange(len(Q)), len(positions)
    past = order <= order[:, None]
    owner, local = np.empty(len(Q), int), np.empty(len(Q), int)
    for r, at in enumerate(positions):
        owner[at], local[at] = r, np.arange(len(at))

    def full(text, visible, scale=None):
        return text, loop_attention(Q, K, V, visible, scale)[0]

    yield full("미래의 key를 본 값과 같으니, 위치가 query보다 뒤인 key를 가린다.", past | True)
    yield full("자기를 보지 않은 값과 같으니, 위치가 같은 key는 연다.", past & ~np.eye(len(Q), dtype=bool))
    yield full("과거를 가린 값과 같으니, 부등호의 방향을 바꾼다.", past.T)
    yield full("√D로 나누지 않은 값과 같으니, 점수를 나눈다.", past, 1)
    yield full("제 조각만 본 값과 같으니, 이웃에게 받은 조각도 합친다.", past & (owner == owner[:, None]))
    behind = (owner[:, None] - owner) % world
    yield full("고리를 한 바퀴 다 돌지 않은 값과 같으니, P번 합친다.", past & (behind < 2))
    yield full("조각마다 같은 삼각형만 본 값과 같으니, 조각 안의 순번이 아니라 원래 위치로 가리고 key의 위치도 함께 넘긴다.", local <= local[:, None])
    before = (owner < owner[:, None]) | (past & (owner == owner[:, None]))
    yield full("위치 대신 rank의 번호로 가린 값과 같으니, positions로 가린다.", before)
    scores = np.where(past, Q @ K.T / math.sqrt(Q.shape[-1]), -np.inf)
    twice = np.exp(scores - scores.max(axis=1, keepdims=True)) * (1 + (owner == owner[:, None]))
    yield "제 조각을 두 번 센 값과 같으니, 한 바퀴만 돈다.", twice / twice.sum(axis=1, keepdims=True) @ V
    weights, output = loop_softmax(scores), np.zeros((len(Q), V.shape[1]))
    for mine in positions:
        for at in positions:
            output[mine] += weights[np.ix_(mine, at)] @ V[mine]
    yield "남의 key에 제 value를 붙인 값과 같으니, key와 value를 함께 넘긴다.", output


def check_ring(seed, positions, where, tolerance=1e-9, dtype=float):
    whole, parts = draw_ranks(seed, positions)
    expected = loop_attention(*whole, np.tril(np.ones((len(whole[0]),) * 2, dtype=bool)))[0]
    given = [[piece.astype(dtype) for piece in part] for part in parts]
    outputs = rank_list("ring_attention", submission.call("ring_attention", *given, positions), len(positions))
    if any(output.shape != expected[at].shape for output, at in zip(outputs, positions)):
        seen = ", ".join(str(output.shape) for output in outputs)
        fail(f"{where}: rank마다의 output의 모양은 {seen}이고, 기대한 모양은 {expected[positions[0]].shape}이다. query마다 한 행을 낸다.")
    together = np.empty_like(expected)
    for output, at in zip(outputs, positions):
        together[at] = output
    compare("output", together, expected, lambda: ring_causes(whole, positions), tolerance, where)
    return outputs


def test_one_rank():
    """rank가 하나면 보통의 causal attention이다"""
    check_ring(6, [np.arange(5)], "P=1, T=5")


def test_two_ranks():
    """rank 둘: 이웃의 key를 한 번 받는다"""
    check_ring(7, list(np.arange(8).reshape(2, 4)), "P=2, T=8, 앞에서부터 나눔")


def test_more_ranks():
    """rank 셋과 넷: 한 바퀴를 돈다"""
    for world in (3, 4):
        check_ring(8, list(np.arange(3 * world).reshape(world, 3)), f"P={world}, T={3 * world}, 앞에서부터 나눔")


def test_balanced():
    """앞뒤를 짝지은 조각: 위치로 가린다"""
    for world in (2, 3):
        check_ring(9, paired(4 * world, world), f"P={world}, 앞뒤를 짝지음")


def test_float32():
    """float32를 넣으면 float32가 나온다"""
    for output in check_ring(10, paired(8, 2), "float32", tolerance=1e-5, dtype=np.float32):
        check_dtype("output", output, np.float32)
