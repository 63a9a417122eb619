"""Start an exercise: `make new-exercise NAME=my-exercise`. Standard library only.

Writes the page, the solution (from which the starter is made), a grader of two rungs, five right solutions of
other styles, one mistake and its section in the catalogue of mistakes. All of it grades as it is; every part is there to
be replaced. The catalogue asks for six mistakes, so the book is made once they are there.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # run as a file, before there is an environment
from scaffold import checked, start
from starters import LABS

ROOT = Path(__file__).resolve().parent.parent
PAGE = """\
(ex-{name})=
# 연습: 무엇을 만드는지 적는다

왜 이것을 손으로 써 보는지, 어디서 틀리기 쉬운지를 적는다.

```{exercise} {name}
```
"""
META = """\
difficulty: 2  # 1(쉽다)부터 5까지
minutes: 20
hints:
  - >-
    가장 작은 경우부터 손으로 셈한다.
  - >-
    어느 축이 무엇을 세는지 적는다.
  - >-
    해답에 가장 가까운 말을 적는다.
explanation: >-
  왜 이렇게 푸는지, 흔한 실수가 왜 틀리는지를 적는다.
"""
SOLUTION = '''\
"""연습: 무엇을 만드는지 한 문장으로 적는다.

T는 행의 수, D는 폭이다. 앞에 붙는 축은 몇 개든 올 수 있으며 `...`로 적는다.
"""


def {function}(X):
    """행의 평균: (..., T, D) -> (..., D). dtype은 입력을 따른다."""
    # REGION 길이 축을 따라 평균한다
    return X.mean(axis=-2)  # (..., D)
    # END
'''
# Right solutions of other styles: the grader must not ask for the author's own.
RIGHT = {
    "loops": "    total = 0 * X[..., 0, :]  # (..., D)\n    for t in range(X.shape[-2]):\n        total = total + X[..., t, :]\n"
    "    return total / X.shape[-2]\n",
    "einsum": '    return np.einsum("...td->...d", X) / X.shape[-2]\n',
    "matrix": "    row = np.full((1, X.shape[-2]), 1 / X.shape[-2], dtype=X.dtype)  # (1, T)\n    return (row @ X)[..., 0, :]\n",
    "add_reduce": "    return np.add.reduce(X, axis=-2) / X.shape[-2]\n",
    "moved_axis": "    return np.moveaxis(X, -2, 0).mean(axis=0)\n",
}
STYLE = '''\
"""{style} 풀이."""

import numpy as np


def {function}(X):
{body}'''
MISTAKE = """\
MISTAKE = "폭을 따라 평균한다"  # 무엇을 틀렸나
SYMPTOM = "T와 D가 같은 예에서는 모양이 맞아 지나간다"  # 독자에게 겉으로 보이는 것
CAUGHT_BY = "test_values"  # 먼저 잡는 단계
CAUSE_WORD = "길이 축"  # 그 단계의 말에 들어 있어야 하는 원인
SOURCE = ""  # 공개된 사례가 있으면 "저장소 번호"


def {function}(X):
    return X.mean(axis=-1)
"""
CATALOGUE = "book/exercises/mistakes.md"
LAST_SECTION = "(mistakes-lab)="
SECTION = """\
(mistakes-{name})=
## 무엇을 만들다 틀리는지 적는다

[연습: 무엇을 만드는지 적는다](#ex-{name})

```{code-cell}
:tags: [remove-input]

exercise_cards("{name}")
```

"""
GRADER = '''\
"""채점: 무엇을 채점하는지 적는다. 쉬운 단계부터 차례로 돈다. 실행: python -m pytest -x"""

import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # 공통 도구는 이 폴더나 바로 위 폴더에 있다

from grading import Submission, arrays, check_dtype, compare

submission = Submission(HERE)


def grade(X, where):
    """바른 값은 독자의 풀이와 다른 길(반복문)로 구한다."""
    got = arrays("{function}", submission.call("{function}", X), "평균")[0]
    right = sum(X[..., t, :] for t in range(X.shape[-2])) / X.shape[-2]
    compare("평균", got, right, lambda: [
        ("폭을 따라 평균했으니, 길이 축(끝에서 둘째)을 따라 평균한다.", X.mean(axis=-1)),
    ], tolerance=1e-5 if X.dtype == np.float32 else 1e-9, where=where)  # fmt: skip
    check_dtype("평균", got, X.dtype)


def test_values():
    """한 벌의 행을 평균한다."""
    grade(np.random.default_rng(0).normal(size=(4, 4)), "T = D = 4")


def test_batch():
    """앞에 축이 더 붙고 float32여도 같다."""
    grade(np.random.default_rng(1).normal(size=(2, 3, 5, 7)).astype(np.float32), "앞에 두 축")
'''


def new_exercise(root, name):
    """Write the files, the page's line in the table of contents and its section of mistakes. Returns what was written."""
    function = checked(name, "make new-exercise NAME=masked-mean").replace("-", "_")
    solutions, exercise = f"{LABS}/solutions/{name}", f"{LABS}/exercises/{name}"
    files = {
        f"book/exercises/{name}.md": PAGE,
        f"{solutions}/meta.yml": META,
        f"{solutions}/solution.py": SOLUTION,
        **{f"{solutions}/right/{style}.py": STYLE.replace("{style}", style).replace("{body}", RIGHT[style]) for style in RIGHT},
        f"{solutions}/mistakes/wrong_axis.py": MISTAKE,
        f"{exercise}/test_{function}.py": GRADER,
    }
    texts = {path: text.replace("{function}", function).replace("{name}", name) for path, text in files.items()}
    catalogue = root / CATALOGUE
    before, mark, after = catalogue.read_text("utf-8").partition(LAST_SECTION)
    if not mark:
        raise SystemExit(f"{CATALOGUE}에 {LAST_SECTION}이 없어 실수의 절을 어디에 둘지 모른다. 그 label을 먼저 되돌린다.")
    written = start(root, texts, f"exercises/{name}", "exercises/(?!mistakes$)")
    catalogue.write_text(before + SECTION.replace("{name}", name) + mark + after, "utf-8")
    return [*written, catalogue]


if __name__ == "__main__":
    for path in new_exercise(ROOT, sys.argv[1] if len(sys.argv) > 1 else ""):
        print(f"썼다: {path.relative_to(ROOT)}")
    print("고쳐 쓰고 확인한다: make exercise NAME=…, 실수가 여섯이 되면 make book(찍힌 값을 보이고 멈춘다), make golden, make book")
