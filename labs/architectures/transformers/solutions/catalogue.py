"""실수 파일을 채점기에 넣어 어느 단계가 무엇이라고 말하는지 본다. 실수 도감과 채점기의 test가 함께 쓴다.

`<이름>/mistakes/`의 파일에는 틀린 함수만 있고 나머지는 `solution.py`에서 온다. 해답의 글 뒤에 실수의 글을 이어
독자의 파일처럼 채점하므로, 뒤에 정의한 함수가 이긴다.
"""

import ast
import importlib.util
import tempfile
from functools import cache
from pathlib import Path

import pytest

SOLUTIONS = Path(__file__).resolve().parent
EXERCISES = SOLUTIONS.parent / "exercises"
NAMES = sorted(path.parent.name for path in SOLUTIONS.glob("*/solution.py"))


@cache
def grader(name):
    """연습 `name`의 채점기 module."""
    path = EXERCISES / name / f"test_{name.replace('-', '_')}.py"
    spec = importlib.util.spec_from_file_location(f"grader_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rungs(name):
    """채점기의 단계를 차례로."""
    return [test for test in vars(grader(name)) if test.startswith("test_")]


def failures(name, path):
    """실패한 단계와 그 메시지를 차례로 낸다."""
    grader(name).submission.path = path
    for rung in rungs(name):
        try:
            getattr(grader(name), rung)()
        except pytest.fail.Exception as failed:
            yield rung, failed.msg


def mistakes(name):
    """연습 `name`의 실수 파일."""
    return sorted((SOLUTIONS / name).glob("mistakes/*.py"))


def facts(path):
    """연습이나 실습의 실수 파일의 상수: MISTAKE, SYMPTOM, CAUGHT_BY, CAUSE_WORD, SOURCE."""
    assignments = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.Assign)]
    return {node.targets[0].id: node.value.value for node in assignments if isinstance(node.value, ast.Constant)}


def submission_text(path):
    """실수 파일을 독자의 파일로 만든 글."""
    solution = path.parent.parent / "solution.py"
    return f"{solution.read_text('utf-8')}\n\n{path.read_text('utf-8')}"


def first_failure(path):
    """실수 파일이 처음 걸리는 단계와 메시지. 걸리지 않으면 (None, "")."""
    with tempfile.TemporaryDirectory() as folder:
        wrong = Path(folder, "exercise.py")
        wrong.write_text(submission_text(path), encoding="utf-8")
        return next(failures(path.parent.parent.name, wrong), (None, ""))
