"""`python -m gate.starters [--check]`: write each exercise's starter from its solution, so that there is one source.

In `solutions/<name>/solution.py` the lines from `# REGION what to do` to `# END` are what the reader writes. The starter
is the same file with every region replaced by one line that says what to do, and raises it until the reader has done it.
"""

import re
import sys
from pathlib import Path

LABS = "labs/architectures/transformers"
REGION = re.compile(r"^( *)# REGION (.+)\n(?:.*\n)*?\1# END\n", re.MULTILINE)
TO_DO = "raise NotImplementedError("
STALE = "solution.py에서 만든 출발 파일이 아니다. 푼 것이면 다른 곳으로 옮기고, make exercise NAME={name}으로 새로 쓴다."
HOW = (
    "`raise NotImplementedError`가 있는 줄을 지우고 그 자리를 채운다. 채점은 이 폴더에서 `python -m pytest -x`로 하며,\n"
    "쉬운 단계부터 돌다가 처음 막힌 곳에서 멈춘다.\n"
)


def starter(solution):
    """The text of `exercise.py` for the text of `solution.py`."""
    text, regions = REGION.subn(rf'\1{TO_DO}"\2")\n', solution)
    if not regions or "# REGION" in text or "# END" in text or text.count('"""') < 2:
        raise ValueError('`"""` 사이의 글 뒤에 `# REGION 할 일`이 하나 이상 있고, 저마다 같은 들여쓰기의 `# END`로 닫혀야 한다.')
    opening, docstring, code = text.split('"""', 2)
    return f'{opening}"""{docstring}\n{HOW}"""{code}'


def starters(root):
    """Each starter's path with the text that belongs there."""
    for solution in sorted((root / LABS / "solutions").glob("*/solution.py")):
        target = root / LABS / "exercises" / solution.parent.name / "exercise.py"
        try:
            text = starter(solution.read_text(encoding="utf-8"))
        except ValueError as error:
            sys.exit(f"실패 {solution.relative_to(root)}: {error}")
        yield target, text


def stale(root):
    return [path for path, text in starters(root) if not path.exists() or path.read_text(encoding="utf-8") != text]


def write(root, name="*"):
    """Write the starters that are not what they should be, but over nobody's work: that has fewer lines left to replace."""
    texts = dict(starters(root))
    for path in stale(root):
        if not path.match(f"exercises/{name}/exercise.py"):
            continue
        if path.exists() and path.read_text("utf-8").count(TO_DO) < texts[path].count(TO_DO):
            sys.exit(f"{path.relative_to(root)}에 푼 것이 있어 출발 파일로 덮어쓰지 않는다. 다른 곳으로 옮긴 뒤에 다시 한다.")
        path.write_text(texts[path], encoding="utf-8")
        print(f"썼다: {path.relative_to(root)}")


def main(arguments):
    root = Path(__file__).resolve().parent.parent
    if arguments == ["--check"]:
        for path in stale(root):
            print(f"실패 {path.relative_to(root)}: {STALE.format(name=path.parent.name)}", file=sys.stderr)
        return 1 if stale(root) else 0
    if arguments:
        print("쓰는 법: python -m gate.starters [--check]", file=sys.stderr)
        return 2
    write(root)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
