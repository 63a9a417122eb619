"""실습의 실수 파일을 test에 넣어 무엇이라고 말하는지 본다. 실수 도감과 `tests/test_lab_mistakes.py`가 함께 쓴다.

실수 파일은 `attention_block`의 함수나 class 하나를 틀린 것으로 바꾼다. 한 실수로 test를 모두 돌리려면:

    python -m pytest -p mistakes_lab.no_scale test_attention_block.py
"""

import functools
import importlib
import itertools
import sys
from contextlib import contextmanager
from pathlib import Path

import torch

FOLDER = Path(__file__).resolve().parent
TESTS = ("test_attention_block", "test_attention_block_matrix")


def mistakes():
    """실수 파일."""
    return sorted(path for path in FOLDER.glob("*.py") if path.name != Path(__file__).name)


def first_failure(path, test):
    """실수를 넣은 실습에서 이름이 `test`인 test가 하는 말. 통과하면 None. path가 None이면 실수 없이 돌린다."""
    with lab(path) as tests:
        for call in calls(tests[test]):
            torch.manual_seed(0)  # 같은 실수는 언제 돌려도 같은 말을 한다
            try:
                call()
            except AssertionError as failed:
                return str(failed).splitlines()[0]  # pytest 안에서는 둘째 줄부터 비교한 값이 붙는다
    return None


@contextmanager
def lab(path=None):
    """실습과 test를 새로 읽어 {이름: test}를 낸다. 실수는 그 사이에 들어가고, 끝나면 본래의 module이 돌아온다."""
    mistake = "" if path is None else f"{FOLDER.name}.{path.stem}"
    names = [name for name in ("attention_block", *TESTS, mistake) if name]
    kept = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    sys.path.insert(0, str(FOLDER.parent))
    try:
        if mistake:
            importlib.import_module(mistake)
        modules = [importlib.import_module(name) for name in TESTS]
        yield {name: test for module in modules for name, test in vars(module).items() if name.startswith("test_")}
    finally:
        sys.path.remove(str(FOLDER.parent))
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(kept)


def calls(test):
    """parametrize한 test를 인자의 조합마다 한 번의 호출로 편다."""
    axes = [[{mark.args[0]: value} for value in mark.args[1]] for mark in getattr(test, "pytestmark", ())]
    for combination in itertools.product(*axes):
        yield functools.partial(test, **{key: value for choice in combination for key, value in choice.items()})
