"""`python -m gate.exercise NAME`: one exercise from its sources: its starter, what its grader says to each mistake, its tests."""

import subprocess
import sys
from pathlib import Path

from . import starters

ROOT = Path(__file__).resolve().parent.parent


def main(name):
    sys.path.insert(0, str(ROOT / starters.LABS))
    from solutions import catalogue

    if name not in catalogue.NAMES:
        sys.exit(f"연습 {name!r}이 없다. 있는 이름을 준다: make exercise NAME={' | '.join(catalogue.NAMES)}")
    starters.write(ROOT, name)
    for path in catalogue.mistakes(name):
        rung, says = catalogue.first_failure(path)
        print(f"{path.stem}: {f'{rung}: {says}' if rung else '걸리지 않는다.'}")
    print(flush=True)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "tests/test_exercises.py", "-n", "0", "-q", "--durations=3", "-k", name], cwd=ROOT
    ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
