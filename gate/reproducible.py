"""`python -m gate.reproducible`: build the book in two clean clones and name every byte that differs.

The clones lie at paths of different length, are built one after the other in another time zone, language and hash seed,
and use this environment's packages. What is compared is the whole site with its downloads.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORLDS = [
    ("a", {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"}),
    ("다른 곳에 둔 clone", {"TZ": "Asia/Seoul", "LC_ALL": "C", "PYTHONHASHSEED": "2", "HOME": "/nonexistent"}),
]


def clone(folder, root=ROOT):
    """The last commit of the book in `root`, with the packages that are here."""
    subprocess.run(["git", "clone", "-q", str(root), str(folder)], check=True)
    for name in (".venv", "web/node_modules"):
        (folder / name).symlink_to(ROOT / name)


def build(folder, world):
    command = [str(folder / ".venv" / "bin" / "python"), "-m", "gate", "build"]
    done = subprocess.run(command, cwd=folder, env={**os.environ, **world}, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{folder}에서 책이 만들어지지 않는다.\n{done.stdout}{done.stderr}")
    return folder / "_build" / "html"


def digests(site):
    return {path.relative_to(site).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in site.rglob("*") if path.is_file()}


def differences(one, other):
    """A line for each file that only one site has or that differs, with the first place where it does."""
    first, second = digests(one), digests(other)
    lines = [f"한쪽에만 있다: {name}" for name in sorted(first.keys() ^ second.keys())]
    for name in sorted(first.keys() & second.keys()):
        if first[name] != second[name]:
            a, b = (one / name).read_bytes(), (other / name).read_bytes()
            place = next((i for i, pair in enumerate(zip(a, b, strict=False)) if pair[0] != pair[1]), min(len(a), len(b)))
            around = slice(max(0, place - 40), place + 40)
            lines.append(f"다르다: {name} ({place}째 byte)\n    {a[around]!r}\n    {b[around]!r}")
    return lines


def main():
    with tempfile.TemporaryDirectory() as temporary:
        sites = []
        for name, world in WORLDS:
            folder = Path(temporary, name, "book")
            clone(folder)
            print(f"만든다: {folder}", flush=True)
            sites.append(build(folder, world))
        found, count = differences(*sites), len(digests(sites[0]))
    for line in found:
        print(line)
    print(f"파일 {count}개 가운데 {len(found)}개가 다르다.")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
