"""The generator of faults makes real changes, of every kind, the same each time."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.attack import faults

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def drawn():
    return faults.generate(ROOT, random.Random(0), 3)


def test_there_are_at_least_sixty_of_all_kinds(drawn):
    assert len(drawn) >= 60 and {fault.kind for fault in drawn} == set(faults.KINDS)
    assert 10 < len({fault.kind for fault in faults.generate(ROOT, random.Random(0), 1, certain=True)}) < len(faults.KINDS)


def test_each_changes_one_place(drawn):
    for fault in drawn:
        text = (ROOT / fault.file).read_text("utf-8")
        assert text.count(fault.old) == 1 and fault.old != fault.new, fault.name
        assert text.replace(fault.old, fault.new) != text


def test_they_are_drawn_the_same_each_time(drawn):
    assert faults.generate(ROOT, random.Random(0), 3) == drawn
    assert faults.generate(ROOT, random.Random(1), 3) != drawn


def test_python_stays_python(drawn):
    """A fault that no Python reads would be caught by anything."""
    for fault in drawn:
        if fault.file.endswith(".py"):
            compile((ROOT / fault.file).read_text("utf-8").replace(fault.old, fault.new), fault.file, "exec")


def test_unknown_kind_is_no_success():
    done = subprocess.run([sys.executable, "-m", "tests.attack", "--only", "typo"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1 and "'typo'" in done.stderr and "a requirement bumped" in done.stderr


def test_mutants_of_a_small_module(tmp_path):
    (tmp_path / "m.py").write_text("def f(a, b):\n    return (a) + b\n\n\ndef g(m):\n    return ~m\n\n\nX = [1, -2]\n", "utf-8")
    changed = {new for _, _, new in faults.mutants(tmp_path, "m.py")}
    assert changed == {"    return (a) - b", "    return m", "X = [1, -3]"}
