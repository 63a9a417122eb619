"""Write `src/widgets/examples.js`, the inputs of the explorers, rounded so that both languages read the same numbers.

python web/examples.py
"""

import json
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "labs" / "architectures" / "transformers"))

from numpy_attention import sinusoidal_encoding  # noqa: E402 (its folder is added just above)

TARGET = ROOT / "web" / "src" / "widgets" / "examples.js"
T = 12  # the longest input of the explorer


def random_example(rng):
    return {
        "name": "난수",
        "note": "정규분포에서 뽑았다. 점수에 아무 뜻이 없다.",
        "tokens": [f"x{place}" for place in range(T)],
        "columns": ["v0", "v1", "v2"],
        **{name: rng.standard_normal((T, width)).round(1) for name, width in (("Q", 3), ("K", 3), ("V", 3))},
    }


def sentence_example():
    """A head written by hand: verbs look for their nouns, the other words for their verb."""
    words = "어제 받은 시료를 오늘 다시 재니 값이 달랐다".split()
    # What a word is found by: thing, time, measured value, and the three verbs.
    keys = {
        "어제": {1: 1.5}, "받은": {3: 2}, "시료를": {0: 2}, "오늘": {1: 2}, "다시": {1: 0.5}, "재니": {4: 2}, "값이": {2: 2},
        "달랐다": {5: 2},
    }  # fmt: skip
    queries = {
        "어제": {3: 3.5}, "받은": {0: 3.5, 1: 2}, "시료를": {4: 3, 3: 2.5}, "오늘": {4: 3.5}, "다시": {4: 3.5},
        "재니": {0: 3.5, 1: 2.8}, "값이": {5: 3.5}, "달랐다": {2: 4, 4: 2},
    }  # fmt: skip
    values = {
        "어제": [0, 1, 0, 0], "받은": [0, 0, 1, 0], "시료를": [1, 0, 0, 0], "오늘": [0, 1, 0, 0], "다시": [0, 0.4, 0.2, 0],
        "재니": [0, 0, 1, 0], "값이": [0.6, 0, 0, 0.4], "달랐다": [0, 0, 0, 1],
    }  # fmt: skip
    return {
        "name": "한국어 문장",
        "note": "동사는 무엇을·언제를, 나머지 말은 제 동사를 찾는다. 학습하지 않고 손으로 적은 head다.",
        "tokens": words,
        "columns": ["사물", "때", "행동", "상태"],
        "Q": features(words, queries),
        "K": features(words, keys),
        "V": [values[word] for word in words],
    }


def features(words, table, width=6):
    rows = np.zeros((len(words), width))
    for row, word in zip(rows, words, strict=True):
        for column, value in table[word].items():
            row[column] = value
    return rows


def series_example(rng):
    """Scores -(i - j)**2 / 2: attention is then a Gauss kernel smoother, and the temperature its squared width."""
    place = np.arange(T, dtype=float)
    warmth = np.sin(2 * np.pi * (2 * place - 9) / 24)
    readings = np.stack([3 * warmth, -2 * warmth], axis=1) + 0.9 * rng.standard_normal((T, 2))
    return {
        "name": "시계열",
        "note": "기온과 습도의 편차다. 점수는 −(칸 차이)²/2이므로 출력은 이웃 시각의 평균이고, τ가 그 폭을 정한다.",
        "tokens": [f"{2 * int(i)}시" for i in place],
        "columns": ["기온", "습도"],
        "Q": np.stack([place, np.ones(T), -(place**2) / 2], axis=1),
        "K": np.stack([place, -(place**2) / 2, np.ones(T)], axis=1),
        "V": readings.round(1),
    }


def copy_example():
    """The query is the code of the place before, the key the code of the place itself."""
    bases = "ACGT"
    sequence = "GATTACAGCATC"
    codes = (4.0 * sinusoidal_encoding(np.arange(-1, T), 4, base=30.0)).round(1)
    return {
        "name": "앞 token 베끼기",
        "note": "query는 앞자리, key는 제자리의 사인 위치 인코딩이다. 그래서 출력은 앞의 염기를 베낀다.",
        "tokens": list(sequence),
        "columns": list(bases),
        "Q": codes[:-1],
        "K": codes[1:],
        "V": [[int(base == letter) for base in bases] for letter in sequence],
    }


def position_example(rng):
    """One query and one key for the position explorer, nearly alike, so that RoPE's score peaks where they meet."""
    length, angle = np.array([0.7, 1.2, 1.3, 1, 0.8, 0.6, 0.4, 0.3]), rng.uniform(0, 2 * np.pi, 8)
    turned = angle + 0.3 * rng.standard_normal(8)
    return {name: np.stack([length * np.cos(a), length * np.sin(a)], axis=1).ravel().round(1) for name, a in (("q", turned), ("k", angle))}


def examples():
    """The content of `examples.js` as plain lists."""
    rng = np.random.default_rng(4)
    attention = [sentence_example(), series_example(rng), copy_example(), random_example(rng)]
    content = {"attention": attention, "position": position_example(rng)}
    return json.loads(json.dumps(content, default=lambda array: array.tolist()), parse_float=lambda text: round(float(text), 2))


def short(value):
    """JSON without what a reader of numbers does not need: 2.0 is 2, -0.0 is 0."""
    if isinstance(value, dict):
        return {key: short(part) for key, part in value.items()}
    if isinstance(value, list):
        return [short(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def source():
    content = short(examples())
    lines = ["// Written by web/examples.py: change it there.", "export default {", '"attention": [']
    lines += [json.dumps(example, ensure_ascii=False, separators=(",", ":")) + "," for example in content["attention"]]
    lines += ["],", f'"position": {json.dumps(content["position"], separators=(",", ":"))},', "};"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(source(), "utf-8")
