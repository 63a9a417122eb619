"""Ruff's rules hold for all Python of the project, Prettier's form for its JavaScript; the pre-commit hooks name commands that exist."""

import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent


def ruff(*arguments, text=None):
    command = [sys.executable, "-m", "ruff", *arguments, "--no-cache"]
    return subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True)


def test_python_follows_the_rules():
    for done in (ruff("check", "."), ruff("format", "--check", ".")):
        assert done.returncode == 0, done.stdout


def test_a_breach_is_noticed():
    done = ruff("check", "--stdin-filename", "gate/x.py", "-", text="import os\n")
    assert done.returncode == 1 and "F401" in done.stdout
    assert ruff("format", "--check", "--stdin-filename", "gate/x.py", "-", text="x = ( 1 )\n").returncode == 1


def prettier(*files):
    command = [ROOT / ".venv/bin/node", ROOT / "web/node_modules/prettier/bin/prettier.cjs", "--check", *files]
    return subprocess.run(command, cwd=ROOT / "web", capture_output=True, text=True)


def test_scripts_have_one_form(tmp_path):
    done = prettier("src/**/*.js")
    assert done.returncode == 0, done.stderr
    (tmp_path / "x.js").write_text("let  x = 'y'\n", "utf-8")
    assert prettier(str(tmp_path / "x.js")).returncode == 1


def test_hooks_run_what_is_there():
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"][0]["hooks"]
    assert len(hooks) >= 3
    for hook in hooks:
        program, *arguments = hook["entry"].split()
        assert (ROOT / program).exists(), hook
        assert arguments[0] != "-m" or arguments[1].split(".")[0] == "gate", hook
