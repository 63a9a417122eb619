"""Ruff's rules hold for all Python of the project; the pre-commit hooks name commands that exist."""

import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent


def ruff(*arguments, text=None):
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", *arguments]
    return subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True)


def test_python_follows_the_rules():
    done = ruff(".")
    assert done.returncode == 0, done.stdout


def test_a_breach_is_noticed():
    done = ruff("--stdin-filename", "gate/x.py", "-", text="import os\n")
    assert done.returncode == 1 and "F401" in done.stdout


def test_hooks_run_what_is_there():
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"][0]["hooks"]
    assert len(hooks) >= 3
    for hook in hooks:
        program, *arguments = hook["entry"].split()
        assert (ROOT / program).exists(), hook
        assert arguments[0] != "-m" or arguments[1].split(".")[0] == "gate", hook
