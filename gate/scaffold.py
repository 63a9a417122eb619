"""What the three starters of new things share (`new_page.py`, `new_exercise.py`, `new_entry.py`). Standard library only."""

import re


def checked(name, example):
    """The name if it may stand in an address, else one line that says how."""
    if not re.fullmatch(r"[a-z][a-z0-9-]*", name):
        raise SystemExit(f"NAME={name!r}을 받았다. 주소가 되므로 영어 소문자, 숫자, -만 쓴다: {example}")
    return name


def start(root, files, listed, after):
    """Write new files (relative path to text) and list a page in the table of contents after its last match of `after`."""
    there = next((path for path in files if (root / path).exists()), None)
    if there:
        raise SystemExit(f"{there}가 이미 있다. 그것을 고치거나 다른 이름을 고른다.")
    toc = root / "_toc.yml"
    lines = toc.read_text("utf-8").splitlines()
    places = [number for number, line in enumerate(lines) if re.match(rf"\s*- file: {after}", line)]
    if not places:
        raise SystemExit(f"_toc.yml에 {after}에 맞는 쪽이 없어 어디에 올릴지 모른다. 그 자리를 먼저 만든다.")
    indent = lines[places[-1]].split("-")[0]
    lines.insert(places[-1] + 1, f"{indent}- file: {listed}")
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    toc.write_text("\n".join(lines) + "\n", "utf-8")
    return [root / path for path in files] + [toc]
