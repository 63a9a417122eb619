"""The lab's tests against real mistakes: each fails the test it names, with its cause in Korean; the right block passes.

A file in `mistakes_lab/` replaces one function or class of `attention_block`; `catalogue.py` there loads the lab afresh
around it. A test of the lab's first file that no mistake fails would prove nothing, so that is counted too.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mistake_words

LAB = Path(__file__).resolve().parent.parent / "labs" / "architectures" / "transformers"
sys.path.insert(0, str(LAB))
from mistakes_lab import catalogue  # noqa: E402
from solutions.catalogue import facts  # noqa: E402

MISTAKES = catalogue.mistakes()
NAMED = sorted({facts(path)["CAUGHT_BY"] for path in MISTAKES})


def complaint(path, test, cause_word):
    """What is wrong with a test's answer to a mistake, or None."""
    message = catalogue.first_failure(path, test)
    if message is None:
        return f"CAUGHT_BY {test!r}: 이 test가 잡지 못한다."
    return mistake_words.fault(message, cause_word)


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_each_mistake_is_caught_by_the_test_it_names(path):
    known = facts(path)
    problem = complaint(path, known["CAUGHT_BY"], known["CAUSE_WORD"])
    if problem:
        pytest.fail(f"{path.name}: {problem}", pytrace=False)


@pytest.mark.parametrize("test", NAMED)
def test_the_right_block_passes(test):
    assert catalogue.first_failure(None, test) is None


def test_every_test_of_the_first_file_catches_a_mistake():
    """Each is shown able to fail: the six of the course and every property."""
    with catalogue.lab() as tests:
        first = {name for name, test in tests.items() if test.__module__ == catalogue.TESTS[0]}
    assert len(first) >= 17 and first - set(NAMED) == set()


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_each_mistake_is_described_in_korean(path):
    known = facts(path)
    assert set(known) == {"MISTAKE", "SYMPTOM", "CAUGHT_BY", "CAUSE_WORD", "SOURCE"}
    assert all(re.search("[가-힣]", known[name]) for name in ("MISTAKE", "SYMPTOM"))
    assert known["SOURCE"] == "" or re.fullmatch(r"[\w.-]+ \d+", known["SOURCE"])


@pytest.mark.parametrize(
    ("test", "cause_word", "words"),
    [
        ("test_single_token_takes_the_value_path", "sqrt(D_model)", "CAUGHT_BY"),
        ("test_parity_without_mask", "sqrt(D_model)", "CAUSE_WORD 'sqrt"),
        ("test_scores_are_divided_by_sqrt_head_width", "", "CAUSE_WORD ''"),
    ],
)
def test_a_misplaced_mistake_is_noticed(test, cause_word, words):
    """Control: a wrong test, a wrong cause and an empty cause are each complained about."""
    path = LAB / "mistakes_lab" / "scale_by_d_model.py"
    assert words in complaint(path, test, cause_word)


def test_the_right_modules_come_back():
    """Control of the loader: after a mistake the lab is the right one again, and nothing stays on the path."""
    import attention_block

    before, path = sys.modules["attention_block"], list(sys.path)
    with catalogue.lab(LAB / "mistakes_lab" / "no_scale.py"):
        assert sys.modules["attention_block"].MultiHeadAttention.weigh is not attention_block.MultiHeadAttention.weigh
    assert sys.modules["attention_block"] is before and sys.path == path
    assert "mistakes_lab.no_scale" not in sys.modules


def test_a_reader_can_load_a_mistake_into_pytest():
    """The command that the catalogue shows: pytest's -p puts a mistake into the lab before its tests are read."""
    command = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "mistakes_lab.post_norm", "test_attention_block.py"]
    environment = {**os.environ, "PYTEST_ADDOPTS": "-n 0", "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, "-B", *command], cwd=LAB, env=environment, capture_output=True, text=True)
    assert done.returncode == 1 and "post-norm" in done.stdout, done.stdout + done.stderr
