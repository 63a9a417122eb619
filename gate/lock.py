"""Turn the short lists (`requirements.in`, `tests/requirements.in`) into full pins, in a throwaway environment."""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = "# Made by `make lock` from {source}; edit that file instead.\n"


def freeze(python):
    """Pins without the local part of a version (torch's +cpu), which other machines may not offer."""
    command = [python, "-m", "pip", "freeze", "--exclude", "setuptools", "--exclude", "pip", "--exclude", "wheel"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return {line.split("+")[0] for line in lines}


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
