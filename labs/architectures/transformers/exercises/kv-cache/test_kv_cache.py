"""채점: KV cache. 쉬운 단계부터 차례로 돈다. 실행: python -m pytest -x"""

import math
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # 공통 도구는 이 폴더나 바로 위 폴더에 있다

from grading import Submission, arrays, check_dtype, compare, fail
from reference import loop_attention, loop_causal, loop_merge, loop_rope, loop_split

submission = Submission(HERE)
FIRST = "cache가 None인 첫 호출이니, 지난 호출이 남긴 것을 쓰지 않는다."
APPEND = "새 K와 V를 cache의 길이 축(끝에서 둘째)에 잇고, 그 길이를 이번 호출의 cache에서 얻는다."


def draw(seed, B, T, d_model):
    """표준 정규 X와, 열의 분산을 지키는 가중치: 나눈 점수의 분산이 1쯤이다."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(B, T, d_model)), [rng.normal(size=(d_model, d_model)) / math.sqrt(d_model) for _ in range(4)]


def check_cache(name, cache, shape, position, hint):
    """cache가 (K, V, position)의 꼴인지, 길이와 position이 맞는지 본다."""
    if not isinstance(cache, (tuple, list)) or len(cache) != 3:
        fail(f"{name}의 cache는 {type(cache).__name__} 값이고, 기대한 것은 (K, V, position)의 세 값이다. 이 순서로 묶어 돌려준다.")
    K, V = arrays(name, tuple(cache[:2]), "K", "V")
    for part, array in (("K", K), ("V", V)):
        if array.shape != shape:
            fail(f"{name}의 cache에 든 {part}의 모양은 {array.shape}, 기대한 모양은 {shape}이다. {hint}")
    if not isinstance(cache[2], (int, np.integer)) or cache[2] != position:
        fail(f"{name}의 cache에 든 position은 {cache[2]!r}, 기대한 값은 {position}이다. 버린 token까지 세어, 들어온 token 수만큼 늘린다.")


def step(x, cache, W, n_heads, hint=APPEND):
    """한 호출: 돌려준 모양을 본 뒤 output과 새 cache를 낸다."""
    B, n, d_model = x.shape
    past, position = (0, 0) if cache is None else (cache[0].shape[-2], cache[2])
    hint = FIRST if cache is None else hint
    result = submission.call("cached_attention", x, cache, *W, n_heads, hint=hint)
    if not isinstance(result, (tuple, list)) or len(result) != 2:
        fail(f"cached_attention의 반환값은 {type(result).__name__} 값이고, 기대한 것은 output과 cache의 둘이다. 이 순서로 돌려준다.")
    output = arrays("cached_attention", result[0], "output")[0]
    if output.shape != x.shape:
        next_step = hint if output.shape[1:2] == (n,) else "지난 token은 빼고 새 token의 output만 돌려준다."
        fail(f"새 token {x.shape}에 output의 모양은 {output.shape}, 기대한 모양은 {x.shape}이다. {next_step}")
    check_cache("cached_attention", result[1], (B, n_heads, past + n, d_model // n_heads), position + n, hint)
    return output, result[1]


def run(X, W, n_heads, chunks, window=None, hint=APPEND):
    """X를 chunks대로 나누어 차례로 넣은 output 전체와 마지막 cache."""
    outputs, cache, start = [], None, 0
    for n in chunks:
        if window is not None and cache is not None:
            cache = submission.call("trim_cache", cache, window - 1)
        output, cache = step(X[:, start : start + n], cache, W, n_heads, hint)
        outputs.append(output)
        start += n
    return np.concatenate(outputs, axis=1), cache


def causes(X, W, n_heads, chunks):
    """알려진 실수마다 (원인과 다음 걸음, 그 실수가 내는 output). 실수는 chunks대로 넣을 때의 것이다."""
    order = np.arange(X.shape[1])
    start = np.repeat(np.cumsum([0, *chunks[:-1]]), chunks)  # (T,). token마다 제 호출의 첫 위치
    past, together = order <= order[:, None], start == start[:, None]  # (T, T)
    zeros, local = 0 * order, order - start

    def full(text, **options):
        return text, loop_causal(X, *W, n_heads, **options)

    if len(chunks) > 1:
        yield full("cache의 key와 value를 보지 않은 값과 같으니, 새 K와 V 앞에 잇는다.", visible=past & together)
        only_cache = np.where((start == 0)[:, None], past, past & ~together)
        yield full("새 token이 cache만 보고 자기를 보지 않은 값과 같으니, 새 K와 V를 이은 뒤에 attention을 구한다.", visible=only_cache)
        text = "호출마다 위치를 0부터 다시 센 값과 같으니, 새 token의 위치를 cache의 position부터 잇는다."
        yield full(text, query_at=local, key_at=local)
        if chunks[0] > 1:
            after = np.where(start > 0, order - chunks[0], order)
            yield full("첫 호출 뒤에 위치를 0부터 다시 센 값과 같으니, cache의 position부터 잇는다.", query_at=after, key_at=after)
        for shift in (1, -1):
            moved = order + shift * (start > 0)
            text = f"cache를 쓰는 호출의 위치가 {shift:+d}만큼 어긋난 값과 같으니, 첫 새 token의 위치를 position으로 둔다."
            yield full(text, query_at=moved, key_at=moved)
        for text, options in (("query만", {"query_at": local}), ("key만", {"key_at": local})):
            yield full(f"{text} 호출마다 위치를 0부터 센 값과 같으니, query와 key의 위치를 모두 position부터 잇는다.", **options)
        first = np.where(start > 0, start, order)
        yield full("한 호출의 새 token이 모두 같은 위치를 쓴 값과 같으니, 위치를 하나씩 늘린다.", query_at=first, key_at=first)
        call = np.repeat(np.arange(len(chunks)), chunks)
        again = [loop_causal(X, *W, n_heads, key_at=order * (call[t] - call + 1))[:, t] for t in order]
        yield "cache에 든, 이미 돌린 key를 또 돌린 값과 같으니, 새 key만 돌려서 잇는다.", np.stack(again, axis=1)
    for rows in (start >= 0, start > 0):  # 모든 호출에서, 또는 cache가 있는 호출에서만 가리지 않은 것
        text = "미래 token을 본 값과 같으니, 한 호출에 든 새 token끼리도 causal mask로 가린다."
        yield full(text, visible=past | together & rows[:, None])
    corner = (order <= local[:, None]) & (order < (start + np.repeat(chunks, chunks))[:, None])
    yield full("cache가 있을 때 mask의 모서리가 어긋난 값과 같으니, 마지막 새 token이 모든 key를 보게 맞춘다.", visible=corner)
    ahead = (order <= order[:, None] + 1) & (past | together)
    yield full("미래 token을 하나 더 본 값과 같으니, causal mask의 경계를 자기 자신에 둔다.", visible=ahead)
    yield full("자기 자신을 보지 않은 값과 같으니, causal mask의 경계를 자기 자신에 둔다.", visible=past & (order != order[:, None]))
    yield full("위치를 넣지 않은 값과 같으니, query와 key를 rope로 돌린다.", query_at=zeros, key_at=zeros)
    yield full("query만 돌린 값과 같으니, key도 제 위치만큼 돌린다.", key_at=zeros)
    yield full("key만 돌린 값과 같으니, query도 제 위치만큼 돌린다.", query_at=zeros)
    yield full("value까지 돌린 값과 같으니, rope는 query와 key에만 쓴다.", value_at=order)
    yield full("√Dh로 나누지 않은 값과 같으니, softmax에 넣기 전에 점수를 나눈다.", scale=1)
    yield full("√D_model로 나눈 값과 같으니, head의 폭 Dh의 제곱근으로 나눈다.", scale=math.sqrt(X.shape[-1]))
    Q, K = (loop_split(loop_rope(X @ w, order), n_heads) for w in W[:2])
    heads, _ = loop_attention(Q, K, loop_split(X @ W[2], n_heads), past)
    yield "head로 나누기 전에 돌린 값과 같으니, head로 나눈 뒤 폭 Dh에서 돌린다.", loop_merge(heads) @ W[3]
    unmixed = [*W[:3], np.eye(X.shape[-1])]
    yield "Wo를 곱하지 않은 값과 같으니, 합친 head에 Wo를 곱한다.", loop_causal(X, *unmixed, n_heads)


def check(X, W, n_heads, chunks, where, tolerance=1e-9):
    output, cache = run(X, W, n_heads, chunks)
    otherwise = "한 번에 넣은 값과 다르니, K와 V를 잇는 순서·문장·위치가 서로 맞는지 본다." if len(chunks) > 1 else ""
    compare("output", output, loop_causal(X, *W, n_heads), lambda: causes(X, W, n_heads, chunks), tolerance, where, otherwise)
    return output, cache


def test_first_token():
    """첫 token: 볼 것이 자기뿐이므로 output은 x Wv Wo다"""
    X, W = draw(0, B=2, T=1, d_model=12)
    check(X, W, 3, [1], "B=2, n=1, D_model=12, H=3")


def test_running_mean():
    """점수가 모두 0이면 output은 지금까지의 value의 평균이다"""
    X = np.array([[[2.0, 0.0], [4.0, 6.0], [0.0, 3.0], [6.0, 7.0]]])
    W = [np.eye(2), np.zeros((2, 2)), np.eye(2), np.eye(2)]
    expected = [[[2.0, 0.0], [3.0, 3.0], [2.0, 3.0], [3.0, 4.0]]]
    for chunks in ([1, 1, 1, 1], [4]):
        output, _ = run(X, W, 1, chunks)
        otherwise = "지금까지의 value의 평균이 아니니, cache의 V 자리에 모든 value가 있는지 본다."
        where = f"Wk=0, token을 {chunks}개씩"
        compare("output", output, expected, lambda: causes(X, W, 1, chunks), where=where, otherwise=otherwise)


def test_prompt():
    """prompt를 한 번에: RoPE를 쓰는 causal attention"""
    for seed, B, T, d_model, H in ((1, 1, 5, 8, 1), (2, 2, 5, 12, 3)):
        X, W = draw(seed, B, T, d_model)
        check(X, W, H, [T], f"B={B}, n={T}, D_model={d_model}, H={H}")


def test_token_by_token():
    """한 token씩 넣어도 한 번에 넣은 것과 같다"""
    for seed, B, T, d_model, H in ((3, 1, 5, 8, 1), (4, 2, 6, 12, 3)):
        X, W = draw(seed, B, T, d_model)
        check(X, W, H, [1] * T, f"B={B}, n=1인 호출 {T}번, D_model={d_model}, H={H}")


def test_prompt_then_tokens():
    """prompt 뒤에 한 token씩: 위치가 이어진다"""
    X, W = draw(5, B=2, T=7, d_model=12)
    check(X, W, 3, [4, 1, 1, 1], "prompt 4개 뒤에 한 개씩")
    check(X, W, 2, [1, 1, 1, 1, 1, 1, 1], "H=2, 한 개씩")


def test_chunks():
    """여러 token씩: 새 token끼리도 미래를 보지 않는다"""
    X, W = draw(6, B=2, T=8, d_model=12)
    for chunks in ([3, 3, 2], [2, 1, 5], [1, 7]):
        check(X, W, 3, chunks, f"token을 {chunks}개씩")


def test_branches():
    """cache 하나에서 두 갈래로: 넘겨받은 cache는 그대로다"""
    X, W = draw(7, B=2, T=6, d_model=12)
    other = np.concatenate([X[:, :4], draw(8, B=2, T=2, d_model=12)[0]], axis=1)
    _, cache = run(X[:, :4], W, 3, [3, 1])
    first, kept = step(X[:, 4:5], cache, W, 3)
    step(other[:, 4:5], cache, W, 3)
    second, _ = step(X[:, 5:], kept, W, 3)
    otherwise = "갈래끼리 cache를 나눠 썼으니, 호출마다 새 array를 만들고 함수 밖에 상태를 두지 않는다."
    output = np.concatenate([first, second], axis=1)
    compare("output", output, loop_causal(X, *W, 3)[:, 4:], where="갈라진 뒤 첫 갈래를 이어 간 값", otherwise=otherwise)


def test_long_sequence():
    """긴 문장: cache의 길이에 상한이 없다"""
    limit = "cache는 상한 없이 자라야 하니, 정해 둔 칸 수를 넘는 곳을 찾는다."
    X, W = draw(9, B=1, T=131, d_model=4)
    whole, _ = run(X, W, 2, [131])
    output, _ = run(X, W, 2, [1] * 131, hint=limit)
    compare("output", output, whole, where="131개를 한 개씩", otherwise=limit)
    past = np.random.default_rng(12).normal(size=(1, 2, 5000, 2))  # (B, H, t, Dh)
    W = [W[0], np.zeros((4, 4)), np.eye(4), np.eye(4)]  # key가 모두 0이므로 output은 value의 평균이다
    output, _ = step(X[:, :1], (0 * past, past, 5000), W, 2, limit)
    mean = (loop_merge(past.sum(axis=-2, keepdims=True)) + X[:, :1]) / 5001
    compare("output", output, mean, where="5001번째 token", otherwise=limit)


def test_trim_cache():
    """trim: 새로운 token만 남기고 position은 이어 간다"""
    B, H, t, width = 2, 3, 5, 4
    K = np.arange(B * H * t * width, dtype=float).reshape(B, H, t, width)
    cache = (K, -K, 9)
    for size in (3, 1, 5, 8, 0):
        hint = "size가 길이보다 크거나 0일 때는 음수 첨자가 뒤에서 세고 -0이 0이라는 데 주의한다."
        trimmed = submission.call("trim_cache", cache, size, hint=hint)
        left = min(t, size)
        check_cache("trim_cache", trimmed, (B, H, left, width), 9, f"길이 축에서 새로운 {left}개만 남기되, {hint}")
        for name, got, old in (("K", trimmed[0], K), ("V", trimmed[1], -K)):
            compare(name, got, old[:, :, t - left :], lambda: [
                ("가장 오래된 token을 남긴 값과 같으니, 길이 축의 끝을 남긴다.", old[:, :, :left]),
                ("순서가 뒤집혔으니, 오래된 것부터 새로운 것의 순서를 지킨다.", old[:, :, t - left :][:, :, ::-1]),
            ], where=f"길이 {t}인 cache, size={size}", otherwise="길이 축(끝에서 둘째)의 끝을 남긴다.")  # fmt: skip


def test_sliding_window():
    """window: 오래된 token을 버려도 위치는 이어진다"""
    X, W = draw(10, B=2, T=9, d_model=12)
    order = np.arange(9)
    for window in (3, 1):
        band = (order <= order[:, None]) & (order > order[:, None] - window)
        stuck = np.minimum(order, window - 1)

        def causes():
            text = "버린 뒤의 cache 길이를 위치로 쓴 값과 같으니, 길이가 아니라 cache의 position부터 잇는다."
            yield text, loop_causal(X, *W, 3, query_at=stuck, key_at=stuck, visible=band)
            wide = (order <= order[:, None]) & (order >= order[:, None] - window)
            yield "key를 하나 더 본 값과 같으니, size개만 남기는지 본다.", loop_causal(X, *W, 3, visible=wide)
            yield "버리지 않은 값과 같으니, trim_cache가 새 cache를 돌려주는지 본다.", loop_causal(X, *W, 3)

        hint = "버린 뒤에는 cache의 길이가 position보다 짧으니, 이을 자리를 길이에서 얻는다."
        output, _ = run(X, W, 3, [1] * 9, window, hint)
        compare("output", output, loop_causal(X, *W, 3, visible=band), causes, where=f"window={window}", otherwise=hint)


def test_float32():
    """float32를 넣으면 output과 cache가 float32다"""
    X, W = draw(11, B=2, T=5, d_model=12)
    X, *W = (part.astype(np.float32) for part in (X, *W))
    output, (K, V, _) = check(X, W, 3, [3, 1, 1], "float32", tolerance=1e-4)
    for name, array in (("output", output), ("K", K), ("V", V)):
        check_dtype(name, array, np.float32)
