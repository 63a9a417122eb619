"""The download as a reader gets it: unpacked elsewhere, in an environment of its own.

Slow (it installs torch), so it has its own target: `make test-download`.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from gate.book import Book
from gate.labs_zip import write_labs_zip

ROOT = Path(__file__).resolve().parents[2]
SOLUTIONS = ROOT / "labs" / "architectures" / "transformers" / "solutions"
EXERCISES = sorted(path.parent.name for path in SOLUTIONS.glob("*/solution.py"))


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """The unpacked archive and the Python of a fresh environment with only its requirements."""
    folder = tmp_path_factory.mktemp("내려받은 곳")  # a path with a space and Hangul
    write_labs_zip(Book(ROOT), folder / "labs.zip")
    with zipfile.ZipFile(folder / "labs.zip") as archive:
        archive.extractall(folder)
    labs = folder / "attention-labs"
    environment = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    python = environment / "bin" / "python"
    command = [str(python), "-m", "pip", "install", "-qq", "-r", str(labs / "requirements.txt")]
    subprocess.run(command, check=True)
    return labs / "architectures" / "transformers", python


def run_pytest(unpacked, *arguments):
    folder, python = unpacked
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "PYTHON"))}
    command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=folder, env=clean, capture_output=True, text=True)


def test_lab_runs_and_passes(unpacked):
    folder, python = unpacked
    shown = subprocess.run([str(python), "attention_block.py"], cwd=folder, capture_output=True, text=True, check=True)
    assert "8544 = 8544" in shown.stdout and shown.stdout.count("True") == 2
    result = run_pytest(unpacked, *sorted(path.name for path in folder.glob("test_attention_block*.py")))
    assert result.returncode == 0, result.stdout[-2000:]


@pytest.mark.parametrize("name", EXERCISES)
def test_starter_fails_helpfully_and_solution_passes(unpacked, name):
    folder, _ = unpacked
    before = run_pytest(unpacked, f"exercises/{name}")
    assert before.returncode == 1 and "아직 구현하지 않았다" in before.stdout, before.stdout[-2000:]
    starter = folder / "exercises" / name / "exercise.py"
    kept = starter.read_bytes()
    shutil.copy(SOLUTIONS / name / "solution.py", starter)
    after = run_pytest(unpacked, f"exercises/{name}")
    starter.write_bytes(kept)
    assert after.returncode == 0, after.stdout[-2000:]


def test_archive_is_reproducible_complete_and_keeps_solutions_out(tmp_path):
    names = write_labs_zip(Book(ROOT), tmp_path / "a.zip")
    write_labs_zip(Book(ROOT), tmp_path / "b.zip")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    assert not [name for name in names if "solution" in name or "mistake" in name]
    assert {"README.md", "requirements.txt", "MANIFEST.json"} <= set(names)
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        manifest = json.loads(archive.read("attention-labs/MANIFEST.json"))
        for name, digest in manifest["sha256"].items():
            assert hashlib.sha256(archive.read(f"attention-labs/{name}")).hexdigest() == digest
    assert set(manifest["sha256"]) == set(names) - {"MANIFEST.json"}
    assert [pin.split("==")[0] for pin in manifest["packages"]] == ["numpy", "torch", "pytest"]
