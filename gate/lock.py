"""Turn the short lists (`requirements.in`, `tests/requirements.in`) into full pins, in a throwaway environment."""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OF_ONE_MACHINE = ("nvidia-", "cuda-", "triton==")  # what torch brings along where it is built for a GPU
HEADER = "# Made by `make lock` from {source}; edit that file instead.\n"


def freeze(python):
    """Pins that hold on every machine: without the local part of a version (torch's +cpu) and what only one of them needs."""
    command = [python, "-m", "pip", "freeze", "--exclude", "setuptools", "--exclude", "pip", "--exclude", "wheel"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return {line.split("+")[0] for line in lines if not line.startswith(OF_ONE_MACHINE)}


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = str(Path(folder, "bin", "python"))
        done = set()
        for source, target in (("requirements.in", "requirements.txt"), ("tests/requirements.in", "tests/requirements.txt")):
            subprocess.run([python, "-m", "pip", "install", "--quiet", "-r", source], cwd=ROOT, check=True)
            pins = freeze(python) - done
            done |= pins
            Path(ROOT, target).write_text(HEADER.format(source=source) + "\n".join(sorted(pins, key=str.lower)) + "\n")


if __name__ == "__main__":
    main()
