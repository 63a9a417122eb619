"""채점: decoder의 정답과 손실. 쉬운 단계부터 차례로 돈다. 실행: python -m pytest -x"""

import math
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # 공통 도구는 이 폴더나 바로 위 폴더에 있다

from grading import Submission, arrays, check_dtype, compare, fail

submission = Submission(HERE)
PAD = 0


def draw(seed, B, S, V, lengths):
    """PAD로 채운 token 열과 난수 점수."""
    rng = np.random.default_rng(seed)
    tokens = rng.integers(1, V, size=(B, S))
    for row, n in enumerate(lengths):
        tokens[row, n:] = PAD
    return tokens, rng.normal(size=(B, S - 1, V))


def loop_losses(logits, targets):
    """자리마다 log-sum-exp에서 정답의 점수를 뺀다."""
    losses = np.zeros(targets.shape)
    for b, t in np.ndindex(targets.shape):
        row = [float(x) for x in logits[b, t]]
        top = max(row)
        losses[b, t] = top + math.log(sum(math.exp(x - top) for x in row)) - row[targets[b, t]]
    return losses


def loop_mean(losses, real):
    kept = [float(losses[place]) for place in np.ndindex(losses.shape) if real[place]]
    return sum(kept) / len(kept) if kept else 0.0


def check_targets(tokens, pad, where):
    inputs, targets, real = arrays(
        "decoder_targets", submission.call("decoder_targets", tokens, pad, hint="token 열의 모양은 (B, S)이다."), "inputs", "targets", "real"
    )
    right = [tokens[:, :-1], tokens[:, 1:], tokens[:, 1:] != pad]
    compare("inputs", inputs, right[0], lambda: [
        ("입력이 정답과 같은 열이니, 입력에서는 마지막 token을 뺀다.", tokens[:, 1:]),
        ("token 열을 자르지 않았으니, 마지막 token은 맞힐 다음 것이 없으므로 입력에서 뺀다.", tokens),
    ], where=where)  # fmt: skip
    compare("targets", targets, right[1], lambda: [
        ("정답을 한 칸 밀지 않아 입력을 베끼면 맞으니, 정답에서는 첫 token을 뺀다.", tokens[:, :-1]),
        ("token 열을 자르지 않았으니, 첫 token은 아무도 맞히지 않으므로 정답에서 뺀다.", tokens),
        ("반대쪽으로 밀어 지난 token을 맞히니, 자리 t의 정답을 token t+1로 한다.", np.roll(tokens, 1, axis=1)[:, :-1]),
        ("두 칸을 밀었으니, 한 칸만 민다.", np.roll(tokens, -2, axis=1)[:, :-1]),
    ], where=where)  # fmt: skip
    compare("real", real, right[2], lambda: [
        ("real이 뒤집혔으니, 실제 정답인 자리를 True로 한다.", ~right[2]),
        ("입력이 PAD인지 보았으니, 정답이 PAD인 자리를 뺀다.", tokens[:, :-1] != pad),
        ("PAD도 모두 실제로 보았으니, 정답이 PAD인 자리를 False로 한다.", np.ones_like(right[2])),
        ("PAD가 언제나 0이라고 보았으니, 받은 pad와 견준다.", tokens[:, 1:] != 0),
    ], where=where)  # fmt: skip
    if real.dtype != bool:
        fail(f"{where}: real의 dtype은 {real.dtype}, 기대한 dtype은 bool이다. 정수로 바꾸지 말고 비교한 결과를 그대로 돌려준다.")


def loss_causes(logits, targets):
    right = loop_losses(logits, targets)
    picked = np.take_along_axis(logits, targets[..., None], axis=-1)[..., 0]
    yield "부호가 뒤집혔으니, 정답의 log 확률에 -를 붙인다.", -right
    yield "log를 취하지 않은 확률이니, -log를 취한다.", np.exp(-right)
    yield "log를 취하지 않은 확률에 -를 붙였으니, -log를 취한다.", -np.exp(-right)
    yield "softmax를 취하지 않은 점수이니, 모든 종류에 걸친 log(sum exp)를 더한다.", -picked
    yield "모든 종류를 더했으니, 정답의 자리만 고른다.", np.log(np.exp(logits).sum(-1, keepdims=True)).repeat(logits.shape[-1], -1).sum(-1) - logits.sum(-1)
    yield "밑이 2인 log이니, 자연로그를 쓴다.", right / math.log(2)
    twice = np.exp(logits) / np.exp(logits).sum(-1, keepdims=True)
    yield "softmax를 두 번 취한 값이니, logits에 한 번만 취한다.", loop_losses(twice, targets)
    yield "softmax를 자리 축으로 취한 값이니, 종류 축(마지막 축)으로 취한다.", np.log(np.exp(logits).sum(-2))[
        np.arange(len(targets))[:, None], targets
    ] - picked


def check_losses(logits, targets, where, otherwise="", tolerance=1e-9):
    got = arrays("cross_entropy", submission.call("cross_entropy", logits, targets, hint="종류 축은 마지막 축이다."), "손실")[0]
    compare("손실", got, loop_losses(logits, targets), lambda: loss_causes(logits, targets), tolerance, where, otherwise)
    return got


def check_mean(logits, targets, real, where, otherwise=""):
    got = submission.call("masked_loss", logits, targets, real, hint=f"실제 자리는 {int(real.sum())}개다.")
    if got is None or np.shape(got) != ():
        fail(f"masked_loss의 반환값은 {type(got).__name__}이다. 실수 하나를 돌려준다.")
    losses = loop_losses(logits, targets)
    with np.errstate(all="ignore"):
        rows = [loop_mean(row[None], keep[None]) for row, keep in zip(losses, real)]
    compare("평균 손실", np.asarray(got, dtype=float), loop_mean(losses, real), lambda: [
        ("PAD까지 평균한 값이니, real이 True인 자리만 더하고 센다.", losses.mean()),
        ("PAD의 손실을 0으로 하고도 모든 자리의 수로 나눴으니, real이 True인 자리의 수로 나눈다.", (losses * real).mean()),
        ("real을 뒤집어 PAD만 평균했으니, True인 자리를 남긴다.", loop_mean(losses, ~real)),
        ("문장마다 평균한 뒤 다시 평균해 짧은 문장의 token이 무거워졌으니, batch 전체에서 한 번만 나눈다.", np.mean(rows)),
        ("나누지 않은 합이니, 실제 자리의 수로 나눈다.", (losses * real).sum()),
        ("문장의 수로 나눴으니, 실제 자리의 수로 나눈다.", (losses * real).sum() / len(losses)),
        ("PAD의 점수를 0으로 바꾸기만 해서 log V가 남았으니, PAD의 손실을 아예 뺀다.", loop_losses(logits * real[..., None], targets).mean()),
    ], where=where, otherwise=otherwise)  # fmt: skip


def test_targets_by_hand():
    """정답: 문장 하나를 한 칸 민다"""
    check_targets(np.array([[1, 5, 6, 7, 2]]), PAD, "token 열 1, 5, 6, 7, 2")


def test_targets_with_pads():
    """정답: 길이가 다른 문장, PAD의 번호가 0이 아닐 때"""
    check_targets(draw(0, 3, 6, 9, (6, 4, 2))[0], PAD, "길이 6, 4, 2인 문장")
    tokens = np.array([[1, 0, 3, 9, 9], [1, 0, 0, 3, 2]])
    check_targets(tokens, 9, "pad=9이고 0이 실제 token인 문장")


def test_loss_by_hand():
    """손실: 고른 점수에서는 log V, 정답만 높으면 0에 가깝다"""
    targets = np.array([[0, 2]])
    check_losses(np.zeros((1, 2, 4)), targets, "점수가 모두 0이고 V=4")
    check_losses(np.array([[[2.0, 0.0, -1.0], [0.5, 0.0, 1.5]]]), targets, "종류가 셋인 점수")


def test_loss():
    """손실: 길이가 모두 다른 B, T, V"""
    for seed, B, S, V in ((1, 2, 6, 7), (2, 3, 5, 4)):
        tokens, logits = draw(seed, B, S, V, [S] * B)
        check_losses(logits, tokens[:, 1:], f"B={B}, T={S - 1}, V={V}")


def test_large_logits():
    """손실: 큰 점수에도 넘치지 않는다"""
    tokens, logits = draw(3, 2, 5, 6, [5, 5])
    check_losses(1000 * logits, tokens[:, 1:], "수천인 점수", "exp가 넘치거나 0의 log를 취하니, 행의 최댓값을 뺀 뒤 log(sum exp)를 구한다.")


def test_masked_mean():
    """평균: PAD를 빼고, 실제 자리마다 같은 무게로"""
    for seed, lengths in ((4, (6, 3)), (5, (6, 5, 2))):
        tokens, logits = draw(seed, len(lengths), 6, 7, lengths)
        targets = tokens[:, 1:]
        check_mean(logits, targets, targets != PAD, f"길이 {lengths}인 문장")


def test_nothing_to_learn():
    """평균: 실제 자리가 하나도 없을 때"""
    _, logits = draw(6, 2, 4, 5, (4, 4))
    empty = np.zeros((2, 3), dtype=bool)
    check_mean(logits, np.zeros((2, 3), dtype=int), empty, "모두 PAD인 batch", "자리가 없으니, 0으로 나누지 말고 0.0을 돌려준다.")


def test_float32_and_views():
    """float32를 지키고, 이어져 있지 않은 입력도 받는다"""
    tokens, logits = draw(7, 3, 6, 5, (6, 6, 6))
    check_losses(np.asfortranarray(logits)[::-1], tokens[::-1, 1:], "뒤집거나 Fortran 순서인 입력", "메모리의 차례를 믿지 말고 축으로 다룬다.")
    got = check_losses(logits.astype(np.float32), tokens[:, 1:], "float32", tolerance=1e-5)
    check_dtype("손실", got, np.float32)
