"""채점: 잰 자리만 센다. 쉬운 단계부터 차례로 돈다. 실행: python -m pytest -x"""

import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # 공통 도구는 이 폴더나 바로 위 폴더에 있다

from grading import Submission, arrays, check_dtype, compare

submission = Submission(HERE)


def draw(seed, B, T, D):
    """표준 정규 X와, 행마다 수가 다르고 가운데에도 빠진 자리가 있는 real."""
    rng = np.random.default_rng(seed)
    real = rng.random((B, T)) < np.linspace(0.4, 0.8, B)[:, None]
    real[:, 0] = True
    return rng.normal(size=(B, T, D)), real


def kept_rows(X, real):
    """문장마다 실제 token의 행: (n, D)의 list."""
    return [X[b, real[b]] for b in range(len(X))]


def loop_mean(X, real):
    return np.array([rows.sum(axis=0) / max(len(rows), 1) for rows in kept_rows(X, real)])


def loop_max(X, real):
    return np.array([rows.max(axis=0) if len(rows) else np.zeros(X.shape[-1]) for rows in kept_rows(X, real)])


def mean_causes(X, real):
    T, counts = X.shape[1], real.sum(axis=1)
    total = loop_mean(X, real) * np.maximum(counts, 1)[:, None]
    yield "PAD까지 평균한 값과 같으니, 합에서도 수에서도 False인 자리를 뺀다.", X.mean(axis=1)
    yield "실제 token만 더하고 T로 나눈 값과 같으니, 문장마다 True의 수로 나눈다.", total / T
    yield "실제 token의 수로 나누지 않은 값과 같으니, 문장마다 True의 수로 나눈다.", total
    yield "mask를 거꾸로 쓴 값과 같으니, True인 자리를 남긴다.", loop_mean(X, ~real)
    yield "마지막 자리의 값과 같으니, 실제 token을 모두 평균한다.", X[:, -1]
    yield "나누는 수를 batch 전체에서 센 값과 같으니, 문장마다 따로 센다.", total / real.sum()
    yield "가장 긴 문장의 길이로 나눈 값과 같으니, 문장마다 True의 수로 나눈다.", total / counts.max()
    leading = np.arange(T) < counts[:, None]
    yield "앞에서부터 그 수만큼을 실제 token으로 본 값과 같으니, real이 True인 자리를 고른다.", loop_mean(X, leading)
    nonzero = np.where(real[..., None], X, 0)
    yield "0인 값을 PAD로 본 값과 같으니, 값이 아니라 real로 가린다.", nonzero.sum(axis=1) / np.maximum((nonzero != 0).sum(axis=1), 1)


def max_causes(X, real):
    yield "PAD를 0으로 채운 뒤의 최댓값과 같으니, 어느 값보다도 작은 수로 채운다.", np.where(real[..., None], X, 0).max(axis=1)
    yield "PAD까지 넣은 최댓값과 같으니, 실제 token만 남긴다.", X.max(axis=1)
    best = np.where(real, X.sum(axis=-1), -np.inf).argmax(axis=1)
    yield "token 하나를 통째로 고른 값과 같으니, 특징마다 따로 최댓값을 고른다.", X[np.arange(len(X)), best]


def check_pool(name, X, real, where, tolerance=1e-9, otherwise=""):
    expected, causes = {"masked_mean": (loop_mean, mean_causes), "masked_max": (loop_max, max_causes)}[name]
    (output,) = arrays(name, [submission.call(name, X, real)], "output")
    compare(name, output, expected(X, real), lambda: causes(X, real), tolerance, where, otherwise)
    return output


def test_mean_by_hand():
    """손으로 구한 평균: 길이가 다른 두 문장"""
    X = np.array([[[2.0, 0.0], [4.0, 6.0], [9.0, 9.0], [7.0, 3.0]], [[1.0, 5.0], [3.0, 0.0], [2.0, 4.0], [8.0, 8.0]]])
    real = np.array([[True, True, False, False], [True, True, True, False]])
    check_pool("masked_mean", X, real, "길이 2와 3, T=4")


def test_mean_with_gaps():
    """가운데가 빠진 자료: 실제 token은 앞쪽에만 있지 않다"""
    for seed, B, T, D in ((0, 3, 7, 2), (1, 4, 9, 5)):
        X, real = draw(seed, B, T, D)
        check_pool("masked_mean", X, real, f"B={B}, T={T}, D={D}, 가운데가 빠짐")


def test_max():
    """특징마다 최댓값: 모두 음수여도 PAD가 이기지 않는다"""
    for seed, shift in ((2, 0.0), (3, -6.0)):
        X, real = draw(seed, 4, 6, 3)
        check_pool("masked_max", X + shift, real, "음수만" if shift else "음수와 양수")


def test_max_of_small_values():
    """값이 아무리 작아도 PAD가 이기지 않는다"""
    X, real = draw(4, 3, 5, 2)
    otherwise = "PAD에 채운 수가 실제 값보다 크니, -inf나 그 dtype의 가장 작은 수로 채운다."
    check_pool("masked_max", X - 1e6, real, "값이 -1e6쯤", otherwise=otherwise)


def check_targets(values, measured, horizon, where):
    result = submission.call("forecast_targets", values, measured, horizon)
    inputs, targets, counted = arrays("forecast_targets", result, "inputs", "targets", "counted")
    n = values.shape[1] - horizon
    index = np.arange(n)

    def causes():
        text = "끝에서 처음으로 감긴 값과 같으니, 목표가 없는 마지막 자리를 자른다."
        yield text, np.roll(values, -horizon, axis=1)
        yield "목표를 밀지 않은 값과 같으니, horizon만큼 뒤의 값을 목표로 둔다.", values[:, :n]
        yield "한 칸만 민 값과 같으니, horizon만큼 민다.", values[:, 1 : n + 1]
        yield "한 칸 더 민 값과 같으니, horizon만큼만 민다.", values[:, horizon + 1 :]

    def input_causes():
        yield "입력과 목표를 거꾸로 짝지은 값과 같으니, 입력은 앞쪽을, 목표는 뒤쪽을 남긴다.", values[:, horizon:]
        yield "끝에서 처음으로 감긴 목표와 짝지을 길이이니, 목표가 없는 마지막 자리를 자른다.", values
        yield "한 칸 더 민 길이와 같으니, horizon만큼만 자른다.", values[:, : n - 1]

    compare("inputs", inputs, values[:, index], input_causes, where=where)
    compare("targets", targets, values[:, index + horizon], causes, where=where)
    here, there = measured[:, index], measured[:, index + horizon]
    compare("counted", counted, here & there, lambda: [
        ("목표를 재지 못한 자리까지 세었으니, 목표의 measured도 함께 본다.", here),
        ("입력을 재지 못한 자리까지 세었으니, 입력의 measured도 함께 본다.", there),
        ("둘 가운데 하나만 잰 자리까지 세었으니, 둘 다 True인 자리만 남긴다.", here | there),
    ], where=where)  # fmt: skip


def test_targets_by_hand():
    """손으로 짝지은 한 걸음 앞"""
    check_targets(np.array([[10.0, 11.0, 12.0, 13.0]]), np.ones((1, 4), dtype=bool), 1, "10, 11, 12, 13, horizon=1")


def test_targets_far():
    """여러 걸음 앞"""
    values = np.random.default_rng(5).normal(size=(2, 9))
    for horizon in (2, 5):
        check_targets(values, np.ones((2, 9), dtype=bool), horizon, f"N=9, horizon={horizon}")


def test_targets_with_gaps():
    """빠진 주: 입력과 목표를 모두 재야 센다"""
    rng = np.random.default_rng(6)
    for horizon in (1, 3):
        check_targets(rng.normal(size=(3, 12)), rng.random((3, 12)) < 0.6, horizon, f"빠진 자리가 있음, horizon={horizon}")


def loop_mse(prediction, target, counted):
    squares = [(prediction[place] - target[place]) ** 2 for place in np.ndindex(counted.shape) if counted[place]]
    return np.array(sum(squares) / max(len(squares), 1))


def mse_causes(prediction, target, counted):
    gap = prediction - target
    total = loop_mse(prediction, target, counted) * counted.sum()
    yield "모든 자리를 평균한 값과 같으니, counted가 True인 자리만 더하고 그 수로 나눈다.", (gap**2).mean()
    yield "센 자리만 더하고 전체 수로 나눈 값과 같으니, True의 수로 나눈다.", total / counted.size
    yield "센 자리의 수로 나누지 않은 값과 같으니, 합을 True의 수로 나눈다.", total
    yield "절댓값을 평균한 값과 같으니, 오차를 제곱한다.", np.abs(gap[counted]).sum() / max(counted.sum(), 1)
    yield "제곱근을 취한 값과 같으니, 제곱 오차의 평균을 그대로 낸다.", np.sqrt(loop_mse(prediction, target, counted))
    kept = np.where(counted, target, 0)
    yield "목표만 0으로 지운 값과 같으니, 예측도 함께 빼고 더한다.", ((prediction - kept) ** 2).sum() / max(counted.sum(), 1)
    rows = np.array([loop_mse(p[None], t[None], c[None]) for p, t, c in zip(prediction, target, counted)])
    yield "문장마다 평균한 뒤 다시 평균한 값과 같으니, batch 전체의 센 자리를 한꺼번에 평균한다.", rows.mean()


def check_mse(prediction, target, counted, where, tolerance=1e-9, otherwise=""):
    result = submission.call("masked_mse", prediction, target, counted)
    loss = np.asarray(result) if isinstance(result, (float, np.floating)) else result
    (loss,) = arrays("masked_mse", [loss], "loss")
    compare("loss", loss, loop_mse(prediction, target, counted), lambda: mse_causes(prediction, target, counted), tolerance, where, otherwise)
    return loss


def test_mse_by_hand():
    """손으로 구한 손실: 센 자리 셋"""
    prediction = np.array([[1.0, 5.0, 2.0], [3.0, 0.0, 4.0]])
    target = np.array([[3.0, 4.0, 9.0], [3.5, 6.0, 1.0]])
    check_mse(prediction, target, np.array([[True, True, False], [True, False, False]]), "센 자리 셋")


def test_mse_unequal_rows():
    """문장마다 센 수가 다르다"""
    rng = np.random.default_rng(7)
    for B, T in ((3, 6), (4, 11)):
        counted = rng.random((B, T)) < np.linspace(0.3, 0.9, B)[:, None]
        counted[:, 1] = True
        check_mse(*rng.normal(size=(2, B, T)), counted, f"B={B}, T={T}")


def test_anything_in_pads():
    """False인 자리에 inf가 있어도 답은 같다"""
    otherwise = "inf에 0을 곱하면 NaN이니, 곱하지 말고 np.where로 True인 자리만 고른다."
    X, real = draw(8, 3, 6, 2)
    filled = np.where(real[..., None], X, np.inf)
    check_pool("masked_mean", filled, real, "PAD에 inf", otherwise=otherwise)
    check_pool("masked_max", filled, real, "PAD에 inf", otherwise=otherwise)
    check_mse(X[..., 0], np.where(real, X[..., 1], np.inf), real, "세지 않는 목표에 inf", otherwise=otherwise)


def test_nothing_real():
    """실제 token이나 센 자리가 하나도 없으면 0이다"""
    otherwise = "True가 하나도 없어 0으로 나눈 값이니, 나누는 수를 1 이상으로 둔다."
    X, real = draw(9, 3, 5, 2)
    real[1] = False
    check_pool("masked_mean", X, real, "둘째 문장은 모두 PAD", otherwise=otherwise)
    check_pool("masked_max", X, real, "둘째 문장은 모두 PAD", otherwise="True가 하나도 없는 행에 -inf가 남았으니, 그 행을 0으로 둔다.")
    check_mse(X[..., 0], X[..., 1], real & False, "센 자리가 없음", otherwise=otherwise)


def test_float32():
    """float32를 넣으면 float32가 나온다"""
    X, real = draw(10, 3, 5, 2)
    X = X.astype(np.float32)
    for name in ("masked_mean", "masked_max"):
        check_dtype(name, check_pool(name, X, real, "float32", tolerance=1e-5), np.float32)
    check_dtype("masked_mse", check_mse(X[..., 0], X[..., 1], real, "float32", tolerance=1e-5), np.float32)
