"""The environment is that of the Python asked for."""

import sys
from pathlib import Path

import pytest


@pytest.fixture
def setup(monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).resolve().parents[2] / "gate")  # as it is run: before there is a package
    import setup

    yield setup
    for name in ("setup", "pyodide"):
        sys.modules.pop(name, None)


def test_environment_of_this_python_is_kept(setup):
    assert setup.of_this_python(Path(sys.executable))


def test_environment_of_another_python_is_not(setup, monkeypatch):
    monkeypatch.setattr(sys, "version", "3.99.0 (another)")
    assert not setup.of_this_python(Path(sys.executable))


@pytest.mark.parametrize("text", [None, "#!/bin/sh\nexit 1\n"])
def test_moved_or_missing_environment_is_not(setup, tmp_path, text):
    python = tmp_path / "python"
    if text:
        python.write_text(text, "utf-8")
        python.chmod(0o755)
    assert not setup.of_this_python(python)
