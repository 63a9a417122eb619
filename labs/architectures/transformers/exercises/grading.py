"""연습 grader가 함께 쓰는 도구: 푼 파일을 부르고, 결과를 견주고, 다르면 그럴듯한 원인을 알린다.

Python의 표준 library, NumPy, pytest만 쓰므로 browser에서 도는 Python에서도 그대로 돈다.
"""

import copy
import itertools
import math
import os
import sys
import traceback
import types
from pathlib import Path

import numpy as np
import pytest


def fail(message):
    """traceback 없이 글만 보인다: 독자가 읽을 것은 grader의 code가 아니라 원인이다."""
    pytest.fail(message, pytrace=False)


def draw(seed, *batch, T, S, D, Dv):
    """표준 정규 Q, K, V: 나눈 점수의 분산이 1이어서 softmax가 포화하지 않는다."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(*batch, T, D)), rng.normal(size=(*batch, S, D)), rng.normal(size=(*batch, S, Dv))


class Submission:
    """독자가 푼 파일. 환경 변수 ATTENTION_EXERCISE에 경로를 주면 그 파일을 채점한다."""

    def __init__(self, folder):
        self.path = Path(os.environ.get("ATTENTION_EXERCISE") or Path(folder, "exercise.py"))
        self._source = self._module = None

    def call(self, name, *inputs, hint=""):
        """푼 함수를 부른 결과. 오류가 나거나 입력이 바뀌면 멈춘다. hint는 오류가 났을 때 살필 것이다."""
        function = self._function(name)
        before = copy.deepcopy(inputs)
        problem = None
        try:
            with np.errstate(all="ignore"):  # 넘침 경고 대신 결과를 보고 말한다
                result = function(*inputs)
        except NotImplementedError as error:
            line, inside = self._place(error)
            problem = f"아직 구현하지 않았다: {inside or name}({self.path.name} {line}행)에서 {str(error) or '할 일을 채운다'}."
        except KeyboardInterrupt:  # 사람이 멈췄다
            raise
        except BaseException as error:  # sys.exit나 pytest.skip으로 단계를 건너뛰지 못한다
            line, inside = self._place(error)
            where = f"{self.path.name} {line}행({inside})" if line else f"{name} 호출"
            given = f"입력은 {shapes(before)}이다. {hint}" if hint else f"입력 {shapes(before)}에도 맞는지 그 줄을 살핀다."
            problem = f"{where}에서 {told(error)}: {given}"
        if problem:  # except 안에서 멈추면 pytest가 처음 오류까지 이어 보인다
            fail(problem)
        for old, new in zip(before, inputs):
            if not same(old, new):
                fail(
                    f"{name}에 넣은 입력 {shapes([old])}의 내용이나 모양이 호출 뒤에 바뀌었다. "
                    "제자리 연산(/=, -=, [...] =, append)을 새 array를 만드는 식으로 바꾼다."
                )
        return result

    def _function(self, name):
        module = self._load()
        if not callable(getattr(module, name, None)):
            fail(f"{self.path.name}에 {name} 함수가 없다. 처음 파일의 이름과 인자를 그대로 둔다.")
        return getattr(module, name)

    def _load(self):
        """파일을 읽어 실행한다. 글이 바뀌지 않았으면 다시 실행하지 않는다."""
        try:
            source = self.path.read_text(encoding="utf-8-sig")  # Python도 앞의 BOM을 읽고 넘긴다
        except (OSError, UnicodeDecodeError):
            source = None
        if source is None:
            fail(f"채점할 파일 {self.path.name}: 읽을 수 없다. grader와 같은 폴더에 UTF-8로 두거나 ATTENTION_EXERCISE에 경로를 적는다.")
        if source == self._source:
            return self._module
        module, problem = types.ModuleType("attention_exercise"), None
        sys.modules[module.__name__] = module
        try:
            exec(compile(source, str(self.path), "exec"), module.__dict__)
        except SyntaxError as error:
            line = f" {error.lineno}행" if error.lineno else ""  # 읽을 수 없는 글자(NUL)에는 행이 없다
            problem = f"{self.path.name}{line}: Python이 읽지 못한다({error.msg}). 괄호·따옴표·들여쓰기를 살핀다."
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            line, _ = self._place(error)
            where = f" {line}행" if line else ""
            problem = f"{self.path.name}{where}에서 파일을 불러오다 {told(error)}. 함수 밖에 쓴 code와 import를 살핀다."
        if problem:
            fail(problem)
        self._source, self._module = source, module
        return module

    def _place(self, error):
        """오류가 난 행과 함수: 독자의 파일 안에서 가장 깊은 곳."""
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == str(self.path)]
        return (frames[-1].lineno, frames[-1].name) if frames else (None, None)


def told(error):
    """오류의 이름과 말을 한 줄로. SystemExit처럼 말이 없는 것도 있다."""
    text = " ".join(str(error).split())
    text = text if len(text) <= 120 else text[:117] + "..."
    return f"{type(error).__name__} 오류가 났다" + (f"({text})" if text else "")


def shapes(inputs):
    """입력을 짧게: array는 모양, 묶음은 그 안의 모양, 나머지는 값. 잇달아 같으면 수를 곱해 적는다."""
    texts = [
        str(value.shape) if isinstance(value, np.ndarray)
        else f"[{shapes(value)}]" if isinstance(value, (tuple, list)) else repr(value)
        for value in inputs
    ]  # fmt: skip
    runs = [(text, len(list(group))) for text, group in itertools.groupby(texts)]
    return ", ".join(text if count == 1 else f"{text} x {count}" for text, count in runs)


def same(old, new):
    if isinstance(old, (tuple, list)):
        return len(old) == len(new) and all(map(same, old, new))
    if isinstance(old, dict):
        return old.keys() == new.keys() and all(same(old[key], new[key]) for key in old)
    if isinstance(old, np.ndarray):
        return old.dtype == new.dtype and np.array_equal(old, new, equal_nan=old.dtype.kind == "f")
    return old == new or (old != old and new != new)  # NaN도 그대로면 바뀐 것이 아니다


def arrays(function, result, *names):
    """function의 반환값이 names 순서의 array인지 보고 그대로 돌려준다."""
    wanted = ", ".join(names)
    if result is None:
        fail(f"{function}의 반환값이 None이다. {wanted} 값을 return하는 줄이 있는지 본다.")
    values = (result,) if len(names) == 1 and not isinstance(result, (tuple, list)) else result
    if not isinstance(values, (tuple, list)) or len(values) != len(names):
        seen = f"array 하나 {values.shape}" if isinstance(values, np.ndarray) else f"{type(values).__name__}"
        seen += f"(값 {len(values)}개)" if isinstance(values, (tuple, list)) else ""
        fail(f"{function}의 반환값은 {seen}이다. {wanted}의 {len(names)}개를 이 순서로 돌려준다.")
    for name, value in zip(names, values):
        if not isinstance(value, np.ndarray) or value.dtype.kind not in "fbiu":
            kind = f"dtype이 {value.dtype}인 array" if isinstance(value, np.ndarray) else type(value).__name__
            fail(f"{function}의 {name} 자리에 {kind} 값이 왔다. 실수 NumPy array를 돌려준다.")
    return values


def close(got, expected, tolerance):
    return got.shape == expected.shape and np.allclose(
        got.astype(float), np.asarray(expected, dtype=float), rtol=tolerance, atol=tolerance, equal_nan=True
    )


def compare(name, got, expected, causes=tuple, tolerance=1e-9, where="", otherwise=""):
    """got이 expected와 다르면, 알려진 실수의 결과 가운데 같은 것을 찾아 원인을 대고 멈춘다.

    causes: 다를 때만 부르는 함수. (원인과 다음 걸음, 그 실수가 내는 값)의 열을 돌려준다.
    otherwise: 같은 실수가 없을 때의 다음 걸음.
    """
    expected = np.asarray(expected)
    if close(got, expected, tolerance):
        return
    with np.errstate(all="ignore"):  # 실수를 흉내 내다 0으로 나누는 일이 있다
        sentence = next((text for text, wrong in causes() if close(got, np.asarray(wrong), tolerance)), None)
    place = f"{where}: " if where else ""
    if got.shape != expected.shape:
        sentence = sentence or otherwise or symptom(got, expected) or "축마다 무엇을 세는지 적어 보고 모양을 맞춘다."
        fail(f"{place}{name}의 모양은 {got.shape}, 기대한 모양은 {expected.shape}이다. {sentence}")
    gap = np.abs(got.astype(float) - expected.astype(float))
    index = np.unravel_index(np.argmax(np.nan_to_num(gap, nan=math.inf)), gap.shape)
    at = f"[{', '.join(map(str, index))}]" if index else ""
    sentence = sentence or otherwise or symptom(got, expected) or "이 자리의 식을 손으로 셈해 견준다."
    off = f"(차이 {gap[index]:.1g})" if shown(got[index]) == shown(expected[index]) else ""
    fail(f"{place}{name}{at}의 값은 {shown(got[index])}, 기대한 값은 {shown(expected[index])}{off}이다. {sentence}")


def shown(value):
    return str(bool(value)) if value.dtype == bool else f"{float(value):.6g}"


def symptom(got, expected):
    """원인을 모를 때 겉으로 보이는 것."""
    if got.ndim > 1 and got.shape != expected.shape and got.swapaxes(-1, -2).shape == expected.shape:
        return "마지막 두 축이 뒤바뀌었으니, 행이 무엇이고 열이 무엇인지 따져 축을 맞춘다."
    if not np.isfinite(got).all():
        return "NaN이나 inf가 섞였으니, exp에 큰 수가 들어가거나 0으로 나누는 곳을 찾는다."
    if close(got, expected, 1e-3):
        return "차이가 작으니, 낮은 정밀도(float32 등)로 바꾸거나 작은 수를 더한 곳을 찾는다."
    return ""


def check_dtype(name, got, dtype):
    if got.dtype != dtype:
        fail(
            f"{np.dtype(dtype)} 입력에 {name}의 dtype은 {got.dtype}, 기대한 dtype은 {np.dtype(dtype)}이다. "
            "np.sqrt(정수)·np.zeros·astype이 dtype을 바꾸므로, math.sqrt나 dtype=Q.dtype을 쓴다."
        )


def compare_attention(result, expected, causes=tuple, tolerance=1e-9, where="", otherwise=""):
    """(output, weights)를 weights부터 견준다: 가중치가 맞아야 output의 잘못을 가려낼 수 있다.

    causes: compare와 같되, 실수가 내는 값은 (output, weights)이다.
    """
    output, weights = result
    if output.shape != weights.shape and (output.shape, weights.shape) == (expected[1].shape, expected[0].shape):
        fail(
            f"output의 모양은 {output.shape}, weights의 모양은 {weights.shape}이다. "
            "반환 순서가 뒤바뀌었으니 output, weights 순서로 돌려준다."
        )
    next_step = otherwise or symptom(weights, expected[1])
    if not next_step and weights.shape == expected[1].shape:
        next_step = row_sums(weights)
    compare("weights", weights, expected[1], lambda: ((text, wrong[1]) for text, wrong in causes()), tolerance, where, next_step)

    def with_these_weights():
        return ((text, wrong[0]) for text, wrong in causes() if close(weights, wrong[1], tolerance))

    compare("output", output, expected[0], with_these_weights, tolerance, where, otherwise)


def row_sums(weights):
    """합이 1인 축으로 원인을 짐작한다."""
    if weights.ndim < 2 or not np.isfinite(weights).all():
        return ""
    if np.allclose(weights.sum(axis=-1), 1, atol=1e-4):
        return "행의 합은 1이니, softmax보다 그 앞의 점수(Q와 K의 내적, √D)를 살핀다."
    if np.allclose(weights.sum(axis=-2), 1, atol=1e-4):
        return "합이 query 축에서 1이니, softmax를 key 축(마지막 축)으로 취한다."
    return "행의 합이 1이 아니니, exp를 key 축(마지막 축)의 합으로 나누는지 본다."


def scale_hint(weights, raw, scale):
    """weights가 softmax(raw / c)의 꼴이고 c가 scale이 아니면 그 c를 말한다."""
    if weights.shape != raw.shape or not np.isfinite(weights).all() or (weights <= 0).any():
        return ""
    logs = np.log(weights)
    logs = logs - logs.mean(axis=-1, keepdims=True)  # softmax는 행에 더한 상수를 모른다
    raw = raw - raw.mean(axis=-1, keepdims=True)
    slope = float((logs * raw).sum()) / (float((raw * raw).sum()) or 1.0)
    if slope == 0 or not np.allclose(logs, slope * raw, atol=1e-6) or math.isclose(slope * scale, 1, rel_tol=1e-6):
        return ""
    return f"점수를 나눈 수가 {1 / slope:.4g}인 값과 같으니(맞는 수: {scale:.4g}), 나눌 수를 Q의 마지막 축의 길이에서 얻는다."
