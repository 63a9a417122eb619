"""채점: 제거로 중요도를 잰다. 쉬운 단계부터 차례로 돈다. 실행: python -m pytest -x"""

import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # 공통 도구는 이 폴더나 바로 위 폴더에 있다

from grading import Submission, arrays, check_dtype, compare, fail
from reference import loop_mix, loop_softmax

submission = Submission(HERE)


def draw(seed, *batch, T, S, Dv=3):
    """부드러운 가중치와, 크기가 저마다 다른 value."""
    rng = np.random.default_rng(seed)
    weights = loop_softmax(rng.normal(size=(*batch, T, S)))
    return weights, rng.normal(size=(*batch, S, Dv)) * np.exp(rng.normal(size=(*batch, S, 1)))


def loop_without(weights):
    """key를 하나씩 지우고 남은 것을 다시 나눈다. 더하는 것은 지우지 않은 가중치뿐이다."""
    *batch, T, S = weights.shape
    kept = np.zeros((*batch, T, S, S))
    for *place, s, key in np.ndindex(kept.shape):
        rest = sum(float(weights[(*place, other)]) for other in range(S) if other != s)
        if key != s and rest:
            kept[(*place, s, key)] = weights[(*place, key)] / rest
    return kept


def loop_ablation(kept, weights, V):
    """지운 가중치 kept (..., T, S, S)로 섞은 출력이 원래 출력에서 떨어진 거리."""
    before, distance = loop_mix(weights, V), np.zeros(weights.shape)
    for *batch, t, s in np.ndindex(weights.shape):
        moved = loop_mix(kept[(*batch, t)], V[tuple(batch)])[s] - before[(*batch, t)]
        distance[(*batch, t, s)] = sum(float(x) ** 2 for x in moved) ** 0.5
    return distance


def loop_tau(a, b, real):
    """짝마다 두 차의 곱이 양수이면 맞은 것, 음수이면 틀린 것이다."""
    places = [s for s in range(len(a)) if real[s]]
    pairs = [(i, j) for i in places for j in places if i < j]
    gaps = [float(a[i] - a[j]) * float(b[i] - b[j]) for i, j in pairs]
    return (sum(gap > 0 for gap in gaps) - sum(gap < 0 for gap in gaps)) / len(pairs) if pairs else 0.0


def zeroed(weights):
    return np.where(np.eye(weights.shape[-1], dtype=bool), 0, weights[..., None, :])


def without_causes(weights):
    """알려진 실수마다 (원인과 다음 걸음, 그 실수가 내는 가중치)."""
    right, raw = loop_without(weights), zeroed(weights)
    S = weights.shape[-1]
    yield "남은 가중치를 다시 나누지 않았으니, 줄마다 남은 합으로 나눈다.", raw
    spread = np.where(np.eye(S, dtype=bool), 0, raw + weights[..., None] / max(S - 1, 1))
    yield "지운 몫을 남은 key에 똑같이 나눠 더했으니, 남은 비율이 그대로이도록 합으로 나눈다.", spread
    only = np.where(np.eye(S, dtype=bool), weights[..., None, :], 0)
    yield "지울 key만 남기고 나머지를 지웠으니, mask를 뒤집는다.", only
    yield "지울 key만 남기고 나머지를 지웠으니, mask를 뒤집는다.", only / np.where(only == 0, 1, only)
    yield "줄과 열이 뒤바뀌었으니, 줄 s는 key s를 지운 가중치로 한다.", right.swapaxes(-1, -2)
    running = weights[..., None, :] * (np.arange(S) > np.arange(S)[:, None])
    total = running.sum(axis=-1, keepdims=True)
    yield "앞에서 지운 key가 되살아나지 않았으니, key마다 원래 가중치에서 새로 지운다.", running / np.where(total == 0, 1, total)
    exp = np.exp(raw) / np.exp(raw).sum(axis=-1, keepdims=True)
    yield "이미 가중치인 값에 softmax를 다시 걸었으니, 남은 합으로 나누기만 한다.", exp
    column = raw.sum(axis=-2, keepdims=True)
    yield "남은 합을 줄이 아니라 열을 따라 구했으니, 마지막 축을 따라 더한다.", raw / np.where(column == 0, 1, column)


def check_without(weights, where, otherwise="", tolerance=1e-9):
    got = arrays("without_each_key", submission.call("without_each_key", weights, hint="앞쪽 축은 몇 개든 올 수 있다."), "가중치")[0]
    compare("지운 가중치", got, loop_without(weights), lambda: without_causes(weights), tolerance, where, otherwise)
    return got


def ablation_causes(weights, V):
    """알려진 실수마다 (원인과 다음 걸음, 그 실수가 내는 거리)."""
    right = loop_ablation(loop_without(weights), weights, V)
    sizes = np.linalg.norm(V, axis=-1)[..., None, :]
    yield "다시 나누지 않은 출력과 견준 값(가중치 × |v|)이니, 남은 합으로 나눈 가중치로 섞는다.", weights * sizes
    yield "제곱근을 빠뜨렸으니, 제곱한 합의 제곱근을 구한다.", right**2
    yield "가중치를 그대로 돌려준 값이니, value를 섞은 출력을 견준다.", weights * np.ones_like(right)
    after = loop_without(weights)
    moved = after @ V[..., None, :, :] - (weights @ V)[..., None, :]
    yield "거리가 아니라 성분의 합을 구했으니, 폭을 따라 Euclid 거리를 구한다.", moved.sum(axis=-1)
    yield "거리가 아니라 성분의 절댓값을 더했으니, 폭을 따라 Euclid 거리를 구한다.", np.abs(moved).sum(axis=-1)
    yield "거리가 아니라 성분을 평균했으니, 폭을 따라 Euclid 거리를 구한다.", np.sqrt((moved**2).mean(axis=-1))
    yield "원래 출력을 빼지 않았으니, 지운 출력에서 원래 출력을 뺀 것의 크기를 구한다.", np.linalg.norm(after @ V[..., None, :, :], axis=-1)
    yield "지운 출력과 원래 출력의 크기만 견주었으니, 먼저 빼고 나서 크기를 구한다.", np.abs(
        np.linalg.norm(after @ V[..., None, :, :], axis=-1) - np.linalg.norm(weights @ V, axis=-1)[..., None]
    )
    away = np.linalg.norm(V[..., None, :, :] - (weights @ V)[..., None, :], axis=-1)
    yield "지운 뒤의 출력이 아니라 value와 출력의 거리이니, 지운 가중치로 섞은 출력을 쓴다.", away
    yield "남은 합으로 다시 나누는 몫이 빠진 가중치 × |v - o|이니, 지운 가중치로 섞은 출력을 쓴다.", weights * away


def check_ablation(weights, V, where, otherwise="", tolerance=1e-9):
    hint = f"key가 {V.shape[-2]}개이고 value의 폭은 {V.shape[-1]}이다."
    got = arrays("ablation", submission.call("ablation", weights, V, hint=hint), "거리")[0]
    expected = loop_ablation(loop_without(weights), weights, V)
    compare("거리", got, expected, lambda: ablation_causes(weights, V), tolerance, where, otherwise)
    return got


def tau_causes(a, b, real):
    """알려진 실수마다 (원인과 다음 걸음, 그 실수가 내는 값)."""
    n, right, everyone = int(real.sum()), loop_tau(a, b, real), np.ones(len(a), dtype=bool)
    if not real.all():
        yield "PAD까지 짝에 넣은 값이니, real이 True인 token만 센다.", loop_tau(a, b, everyone)
        yield "PAD의 값을 0으로 바꾸기만 했으니, 짝에서 아예 뺀다.", loop_tau(np.where(real, a, 0), np.where(real, b, 0), everyone)
        yield "real을 뒤집어 PAD만 센 값이니, True인 token을 남긴다.", loop_tau(a, b, ~real)
    a, b = a[real], b[real]
    if n > 1:
        x, y = np.sign(a[:, None] - a), np.sign(b[:, None] - b)
        yield "자기와의 짝까지 세어 n²으로 나눈 값이니, 서로 다른 두 token의 짝만 센다.", (x * y).sum() / n**2
        yield "짝의 수로 나누지 않은 값이니, n(n-1)/2로 나눈다.", right * n * (n - 1) / 2
        yield "절댓값을 취했으니, 거꾸로인 순서는 음수로 둔다.", abs(right)
        pairs = (x != 0) & (y != 0)
        agree = (x * y > 0).sum() / (n * (n - 1))
        yield "맞은 짝의 비율만 센 값이니, 틀린 짝의 비율을 뺀다.", agree
        ordered = ~np.eye(n, dtype=bool)
        signs = np.where(a[:, None] > a, 1, -1) * np.where(b[:, None] > b, 1, -1)
        tied = "값이 같은 짝을 맞거나 틀린 것으로 셌으니, 한쪽이라도 같으면 0으로 센다."
        yield tied, (x * y).sum() / max(pairs.sum(), 1)
        yield tied, signs[np.triu_indices(n, 1)].mean()
        yield tied, ((x * y >= 0)[ordered].sum() - (x * y < 0)[ordered].sum()) / (n * (n - 1))
        yield tied, ((x == y)[ordered].sum() - (x != y)[ordered].sum()) / (n * (n - 1))
        yield tied, (x * y).sum() / max(np.sqrt((x * x).sum() * (y * y).sum()), 1)
        ranks = [np.argsort(np.argsort(v, kind="stable"), kind="stable") for v in (a, b)]
        for text, pair in (("값을 순위로 바꾼 상관(Spearman)이니, 짝을 센다.", ranks), ("값 자체의 상관(Pearson)이니, 짝을 센다.", (a, b))):
            if all(np.ptp(v) for v in pair):
                yield text, np.corrcoef(*pair)[0, 1]


def check_tau(a, b, real, where, otherwise=""):
    a, b, real = np.asarray(a, dtype=float), np.asarray(b, dtype=float), np.asarray(real, dtype=bool)
    got = submission.call("kendall_tau", a, b, real, hint=f"token {len(a)}개 가운데 {int(real.sum())}개가 실제 token이다.")
    if got is None or np.shape(got) != ():
        fail(f"kendall_tau의 반환값은 {type(got).__name__}이다. 실수 하나를 돌려준다.")
    compare("tau", np.asarray(got, dtype=float), loop_tau(a, b, real), lambda: tau_causes(a, b, real), where=where, otherwise=otherwise)


def test_without_by_hand():
    """지우기: 손으로 센 가중치 (0.5, 0.3, 0.2)"""
    check_without(np.array([[0.5, 0.3, 0.2]]), "가중치 (0.5, 0.3, 0.2)")


def test_without_each_row():
    """지우기: query마다 따로, 앞쪽 축이 있을 때와 T = S일 때"""
    for seed, batch, T, S in ((0, (), 2, 5), (1, (), 4, 4), (2, (2, 3), 4, 5), (3, (3,), 3, 3)):
        check_without(draw(seed, *batch, T=T, S=S)[0], f"앞쪽 축 {batch}, T={T}, S={S}", "query마다 제 남은 합으로 나눈다.")


def test_hidden_keys():
    """지우기: 가려진 key와, 지우면 아무것도 남지 않는 줄"""
    otherwise = "남은 합이 0인 줄에서는 나누지 말고 0을 남긴다."
    check_without(np.array([[0.6, 0.0, 0.4], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]), "가려진 key가 있는 줄", otherwise)
    check_without(np.ones((2, 1)), "key가 하나뿐인 줄", otherwise)


def test_ablation_by_hand():
    """거리: 가중치가 커도 value가 출력과 같으면 0이다"""
    weights = np.array([[0.5, 0.25, 0.25]])
    V = np.array([[1.0, 2.0], [3.0, 2.0], [-1.0, 2.0]])  # 출력은 첫 value와 같다
    check_ablation(weights, V, "출력이 첫 value와 같은 가중치")


def test_ablation():
    """거리: 크기가 저마다 다른 value, batch와 head"""
    for seed, batch, T, S in ((4, (), 2, 5), (5, (), 4, 4), (6, (2, 3), 4, 5)):
        check_ablation(*draw(seed, *batch, T=T, S=S), f"앞쪽 축 {batch}, T={T}, S={S}", "query마다 value의 폭만 따라 거리를 잰다.")
    weights, V = draw(7, T=3, S=4)
    check_ablation(weights * 0, V, "볼 key가 없는 줄", "가중치가 모두 0인 줄은 무엇을 지워도 움직이지 않는다.")


def test_tau_by_hand():
    """순위상관: 같은 순서, 거꾸로, 짝 하나가 어긋난 순서"""
    real = [True] * 4
    check_tau([1, 2, 3, 4], [1, 10, 11, 30], real, "같은 순서")
    check_tau([1, 2, 3, 4], [9, 7, 6, 2], real, "거꾸로인 순서")
    check_tau([1, 2, 3, 4], [2, 1, 3, 4], real, "짝 하나가 어긋난 순서")
    rng = np.random.default_rng(8)
    check_tau(*rng.normal(size=(2, 7)), [True] * 7, "난수 일곱 쌍")


def test_tau_ties():
    """순위상관: 값이 같은 짝은 0으로 센다"""
    check_tau([1, 1, 2, 3], [1, 2, 3, 4], [True] * 4, "a에 같은 값이 있을 때")
    check_tau([1, 2, 3, 4, 5], [0, 0, 0, 1, 1], [True] * 5, "b에 같은 값이 있을 때")
    check_tau([1, 1, 2, 2], [5, 5, 6, 4], [True] * 4, "둘 다 같은 짝이 있을 때")


def test_tau_without_pads():
    """순위상관: PAD는 짝에 넣지 않는다"""
    real = [True, True, False, True, True, False]
    check_tau([3, 1, 9, 2, 4, -5], [1, 2, -7, 3, 4, 8], real, "PAD 둘의 값이 제멋대로일 때")
    check_tau([3, 1, 0, 2, 4, 0], [1, 2, 0, 3, 4, 0], real, "PAD 둘의 값이 0일 때")
    otherwise = "짝이 없으니, 0으로 나누지 말고 0.0을 돌려준다."
    check_tau([1, 2, 3], [3, 2, 1], [False, True, False], "실제 token이 하나일 때", otherwise)
    check_tau([1, 2], [3, 2], [False, False], "실제 token이 없을 때", otherwise)


def test_float32_and_views():
    """float32를 지키고, 이어져 있지 않은 입력도 받는다"""
    weights, V = draw(9, 2, T=4, S=5)
    check_ablation(weights[:, ::-1], np.asfortranarray(V), "뒤집거나 Fortran 순서인 입력", "메모리의 차례를 믿지 말고 축으로 다룬다.")
    weights, V = weights.astype(np.float32), V.astype(np.float32)
    check_dtype("지운 가중치", check_without(weights, "float32", tolerance=1e-5), np.float32)
    check_dtype("거리", check_ablation(weights, V, "float32", tolerance=1e-4), np.float32)
