"""The graders of the exercises: right solutions pass every rung, each known mistake fails at its rung with its cause named.

A file in `solutions/<name>/mistakes/` holds only the functions that are wrong; the rest comes from `solution.py`. It is
graded as the reader's file would be: the solution's text followed by the mistake's, so that the later definitions win.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import mistake_words
from gate import starters
from gate.__main__ import stale_starters
from gate.book import Book
from solutions.catalogue import NAMES, facts, failures, mistakes, rungs, submission_text

ROOT = Path(__file__).resolve().parent.parent
LABS = ROOT / starters.LABS
RIGHT = [path for name in NAMES for path in sorted((LABS / "solutions" / name).glob("right/*.py"))]
MISTAKES = [path for name in NAMES for path in mistakes(name)]


def solution(name):
    return (LABS / "solutions" / name / "solution.py").read_text("utf-8")


def complaint(name, path, caught_by, cause_word):
    """What is wrong with the grader's answer to a mistake, or None."""
    rung, message = next(failures(name, path), (None, ""))
    if rung is None:
        return "걸리는 단계가 없다. 실수가 아니거나 채점기가 놓친다."
    if rung != caught_by:
        return f"CAUGHT_BY {caught_by!r}: 먼저 잡는 단계는 {rung}이다. 채점기가 말한 것: {message}"
    return mistake_words.fault(message, cause_word)


def label(path):
    return f"{path.parent.parent.name}-{path.stem}"


@pytest.fixture
def submit(tmp_path):
    """Write a text as the reader's file."""

    def write(text):
        path = tmp_path / "exercise.py"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_passes_every_rung(name):
    assert list(failures(name, LABS / "solutions" / name / "solution.py")) == []


@pytest.mark.parametrize("path", RIGHT, ids=label)
def test_right_solutions_of_any_style_pass_every_rung(path):
    assert list(failures(path.parent.parent.name, path)) == []


@pytest.mark.parametrize("name", NAMES)
def test_right_solutions_come_in_five_styles(name):
    assert len([path for path in RIGHT if path.parent.parent.name == name]) >= 5


@pytest.mark.parametrize("path", MISTAKES, ids=label)
def test_each_mistake_is_caught_at_its_rung_with_its_cause(path, submit):
    name, known = path.parent.parent.name, facts(path)
    problem = complaint(name, submit(submission_text(path)), known["CAUGHT_BY"], known["CAUSE_WORD"])
    if problem:
        pytest.fail(f"{path.relative_to(ROOT)}: {problem}", pytrace=False)


@pytest.mark.parametrize("path", MISTAKES, ids=label)
def test_each_mistake_is_described_in_korean(path):
    known = facts(path)
    assert set(known) == {"MISTAKE", "SYMPTOM", "CAUGHT_BY", "CAUSE_WORD", "SOURCE"}
    assert re.search("[가-힣]", known["MISTAKE"]) and re.search("[가-힣]", known["SYMPTOM"])


def test_a_mistake_that_is_no_mistake_survives():
    """Control: the judgement above can fail in each of its ways."""
    name = NAMES[0]
    right = LABS / "solutions" / name / "solution.py"
    assert complaint(name, right, rungs(name)[0], "원인").startswith("걸리는 단계가 없다")


@pytest.mark.parametrize(
    ("caught_by", "cause_word", "words"),
    [("test_float32", "√D로 나누지 않은", "CAUGHT_BY 'test_float32'"), ("test_one_query_by_hand", "query 축", "CAUSE_WORD 'query 축'"),
     ("test_one_query_by_hand", "", "CAUSE_WORD ''")],
)  # fmt: skip
def test_a_misplaced_mistake_is_noticed(caught_by, cause_word, words, submit):
    """Control: a wrong rung and a wrong cause are both complained about."""
    name = "scaled-dot-product-attention"
    mistake = LABS / "solutions" / name / "mistakes" / "no_scale.py"
    assert words in complaint(name, submit(submission_text(mistake)), caught_by, cause_word)


@pytest.mark.parametrize("name", NAMES)
def test_the_starter_says_what_to_do(name):
    """Every rung of the untouched starter fails with the reader's task, not with an error of the grader."""
    path = LABS / "exercises" / name / "exercise.py"
    seen = dict(failures(name, path))
    assert list(seen) == rungs(name)
    tasks = re.findall(r'NotImplementedError\("(.+)"\)', path.read_text("utf-8"))
    for message in seen.values():
        assert message.startswith("아직 구현하지 않았다: ") and any(task in message for task in tasks)


def test_starters_are_up_to_date():
    assert starters.stale(ROOT) == [] and starters.main(["--check"]) == 0, "python -m gate.starters"


def test_a_stale_starter_is_noticed(tmp_path):
    """Control: a starter that is missing or differs from its solution is listed, and writing it settles that."""
    source = tmp_path / starters.LABS / "solutions" / "some-name" / "solution.py"
    target = tmp_path / starters.LABS / "exercises" / "some-name" / "exercise.py"
    source.parent.mkdir(parents=True)
    target.parent.mkdir(parents=True)
    source.write_text('"""제목.\n"""\n\n\ndef f():\n    # REGION 할 일을 한다\n    secret = 1\n    return secret\n    # END\n', "utf-8")
    assert starters.stale(tmp_path) == [target]
    [(_, text)] = starters.starters(tmp_path)
    target.write_text(text, "utf-8")
    assert starters.stale(tmp_path) == []
    assert "secret" not in text and 'NotImplementedError("할 일을 한다")' in text
    source.write_text(source.read_text("utf-8").replace("할 일", "다른 일"), "utf-8")
    assert starters.stale(tmp_path) == [target]


def test_work_is_not_written_over(tmp_path):
    """Nor is any exercise touched but the one that is named."""
    text = '"""제목.\n"""\n\n\ndef f():\n    # REGION 할 일\n    return 1\n    # END\n'
    paths = {}
    for name in ("mine", "other"):
        paths[name] = tmp_path / starters.LABS / "exercises" / name / "exercise.py"
        for path in (paths[name], tmp_path / starters.LABS / "solutions" / name / "solution.py"):
            path.parent.mkdir(parents=True)
            path.write_text(text, "utf-8")
    assert [fault.where for fault in stale_starters(Book(tmp_path))] == [str(path.relative_to(tmp_path)) for path in paths.values()]
    with pytest.raises(SystemExit, match=r"mine/exercise\.py에 푼 것이 있어"):
        starters.write(tmp_path, "mine")
    assert paths["mine"].read_text("utf-8") == text
    paths["mine"].write_text("# 옛 글\nraise NotImplementedError('옛 할 일')\n", "utf-8")
    starters.write(tmp_path, "mine")
    assert starters.stale(tmp_path) == [paths["other"]] and paths["other"].read_text("utf-8") == text


NO_STARTERS = ['"""x"""\n', '"""x"""\n    # REGION a\n    b\n', "    # REGION a\n    b\n    # END\n"]


@pytest.mark.parametrize("text", NO_STARTERS)
def test_a_solution_without_a_closed_region_is_refused(text):
    with pytest.raises(ValueError, match="REGION"):
        starters.starter(text)


@pytest.mark.parametrize("text", NO_STARTERS)
def test_the_solution_that_is_refused_is_named_in_one_line(tmp_path, text):
    source = tmp_path / starters.LABS / "solutions" / "some-name" / "solution.py"
    source.parent.mkdir(parents=True)
    source.write_text(text, "utf-8")
    with pytest.raises(SystemExit, match=r"^실패 labs/.*/some-name/solution.py: .*`# REGION 할 일`.*$"):
        starters.write(tmp_path)


ATTENTION = "import numpy as np\ndef softmax(scores):\n    exp = np.exp(scores)\n    return exp / exp.sum(-1, keepdims=True)\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def softmax(scores):\n    return (1\n", ["2행", "읽지 못한다"]),
        ("x = 1\0\n", ["읽지 못한다"]),
        ("import numpy\nnumpy.nothing\n", ["2행", "AttributeError", "함수 밖"]),
        ("import no_such_package\n", ["1행", "ModuleNotFoundError"]),
        ("import sys\nsys.exit()\n", ["2행", "불러오다 SystemExit 오류가 났다."]),
        ("import pytest\npytest.skip('x')\n", ["2행", "Skipped 오류가 났다"]),
        ("def softmax(scores):\n    raise SystemExit('끝')\n", ["2행(softmax)", "SystemExit 오류가 났다(끝)"]),
        ("x = 1\n", ["softmax 함수가 없다"]),
        ("def softmax():\n    pass\n", ["TypeError", "softmax 호출"]),
        ("def softmax(scores):\n    return None\n", ["softmax의 반환값이 None"]),
        ("def softmax(scores):\n    raise NotImplementedError\n", ["아직 구현하지 않았다", "2행"]),
        ("def softmax(scores):\n    return scores.tolist()\n", ["softmax의 반환값은 list"]),
        ("def softmax(scores):\n    return scores.astype(object)\n", ["dtype이 object인 array"]),
        ("def softmax(scores):\n    return scores, scores\n", ["값 2개"]),
        ("def softmax(scores):\n    x = 1\n    return scores @ scores\n", ["3행(softmax)", "ValueError", "(2, 3)"]),
        (ATTENTION + "def attention(Q, K, V):\n    return V\n", ["array 하나", "output, weights"]),
        (ATTENTION + "def attention(Q, K, V):\n    return V, V, V\n", ["값 3개", "output, weights"]),
        (ATTENTION + "def attention(Q, K, V):\n    return V, 1.0\n", ["weights 자리에 float"]),
    ],
)
def test_broken_files_are_answered_in_one_line(text, words, submit):
    seen = dict(failures("scaled-dot-product-attention", submit(text)))
    message = seen["test_single_key" if "def attention" in text else "test_softmax_by_hand"]
    assert "\n" not in message and "Traceback" not in message
    for word in words:
        assert word in message


def test_a_file_with_a_byte_order_mark_is_read_as_python_reads_it(tmp_path):
    path = tmp_path / "exercise.py"
    path.write_text(solution(NAMES[0]), encoding="utf-8-sig")
    assert list(failures(NAMES[0], path)) == []


def test_a_missing_file_is_answered(tmp_path):
    _, message = next(failures(NAMES[0], tmp_path / "nowhere.py"))
    assert "읽을 수 없다" in message


def test_an_edited_file_is_read_again(submit):
    """The page grades in one Python process: an edit must count at once, even within the same second."""
    name = NAMES[0]
    assert list(failures(name, submit("x = 1\n")))
    assert list(failures(name, submit(solution(name)))) == []


def foreign_imports(text):
    """Modules that are neither in the standard library nor allowed in a grader that runs in the browser."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    modules = {n for node in nodes for n in ([node.module] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names])}
    allowed = {"numpy", "pytest", "grading", "reference"} | set(sys.stdlib_module_names)
    return {module for module in modules if module.split(".")[0] not in allowed}


def test_graders_need_only_numpy_and_pytest():
    for path in [*LABS.glob("exercises/**/*.py"), *RIGHT, *MISTAKES]:
        assert not foreign_imports(path.read_text("utf-8")), path
    assert foreign_imports("def f():\n    from torch.nn import Linear\n    import numpy.linalg\n") == {"torch.nn"}


def run_pytest(folder, **environment):
    """The graders as a reader runs them: plain pytest in the folder, without torch and without plugins."""
    code = "import sys; sys.modules['torch'] = None; import pytest; sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider']))"
    done = subprocess.run(
        [sys.executable, "-B", "-c", code], cwd=folder, capture_output=True, text=True,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": "", "PYTHONUTF8": "1", **environment},
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def download(target):
    shutil.copytree(LABS / "exercises", target, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
    return target


def test_downloaded_exercises_pass_together_once_solved(tmp_path):
    folder = download(tmp_path / "exercises")
    for name in NAMES:
        shutil.copy(LABS / "solutions" / name / "solution.py", folder / name / "exercise.py")
    status, output = run_pytest(folder)
    assert status == 0 and f"{sum(len(rungs(name)) for name in NAMES)} passed" in output, output


def test_one_exercise_runs_alone_in_a_flat_folder(tmp_path):
    """The page lays the grader, its helpers and the reader's file side by side."""
    folder = download(tmp_path / "exercises") / "kv-cache"
    for helper in ("grading.py", "reference.py"):
        (tmp_path / "exercises" / helper).rename(folder / helper)
    status, output = run_pytest(folder, ATTENTION_EXERCISE=str(LABS / "solutions" / "kv-cache" / "solution.py"))
    assert status == 0, output


def test_pytest_shows_the_message_and_no_traceback(tmp_path):
    folder = download(tmp_path / "exercises") / "scaled-dot-product-attention"
    status, output = run_pytest(folder)
    assert status == 1 and "아직 구현하지 않았다: softmax(exercise.py " in output
    assert not re.search(r"Traceback|During handling|^E  |grading\.py:", output, re.MULTILINE), output


@pytest.mark.parametrize("name", NAMES)
def test_meta_has_what_the_page_needs(name):
    meta = yaml.safe_load((LABS / "solutions" / name / "meta.yml").read_text("utf-8"))
    assert set(meta) == {"difficulty", "minutes", "hints", "explanation"}
    assert meta["difficulty"] in range(1, 6) and 0 < meta["minutes"] <= 90 and len(meta["hints"]) == 3
    for text in (meta["explanation"], *meta["hints"]):
        assert re.search("[가-힣]", text)
