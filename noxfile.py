"""`make matrix`: the book under other Pythons and NumPys. Every page runs there, and its figures must be the recorded ones.

Interpreters that this machine does not have are left out, and nox says so. The oldest NumPy is the first whose arrays know `.mT`,
also the one that runs in the browser; for a newer Python the first that is built for it.
"""

import shutil
import tempfile
from pathlib import Path

import nox

ROOT = Path(__file__).resolve().parent
OLDEST = {"3.11": "2.0.2", "3.12": "2.0.2", "3.13": "2.1.0"}
CODE = ["tests/test_numpy_attention.py", "tests/test_numpy_heads.py", "tests/test_attention_cost.py", "tests/test_exercises.py", "labs"]
nox.options.error_on_missing_interpreters = False


@nox.session(python=list(OLDEST))
@nox.parametrize("oldest", [True, False], ids=["oldest-numpy", "pinned-numpy"])
def book(session, oldest):
    session.install("-q", "-r", "requirements.txt", "-r", "tests/requirements.txt")
    if oldest:
        session.install("-q", "--only-binary", "numpy", f"numpy=={OLDEST[session.python]}")
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "book")
        session.run("git", "clone", "-q", str(ROOT), str(clone), external=True)
        shutil.copytree(ROOT / "web" / "node_modules", clone / "web" / "node_modules", symlinks=True)
        with session.chdir(clone):
            session.run("python", "-m", "gate", "build")
            session.run("python", "-m", "pytest", "-q", *CODE, env={"OMP_NUM_THREADS": "1"})
