"""Compare every printed figure of every page with `tests/golden/`: numbers by value, words exactly.

The record is read from the finished page, not from the notebook, so that it is what a reader sees: the printed
outputs, the texts and the geometry of the figures, and the values glued into prose, by section. Outputs of cells
tagged `measured` depend on the machine and are left out.
"""

import ast
import base64
import difflib
import io
import math
import re
from itertools import groupby
from urllib.parse import unquote

import numpy as np
from PIL import Image

from .book import Fault
from .execute import executed, plain_python
from .inspect_site import parse
from .offline import WORKER

NUMBER = re.compile(r"[-+−]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
RELATIVE = 1e-9  # printed digits are compared as they stand
NOISE = 1e-12  # two numbers below this are both rounding errors; zero is no error
SEEDING = ("default_rng", "manual_seed")
GEOMETRY = "모양:"
GEOMETRY_STEP = 0.6  # of a figure about 400 wide, and of 255 brightnesses: more than any machine's rounding
RECORDED_APART = ["pre", "table", "details", "svg", "figcaption", "script", "style", "summary"]
PARTS = 8  # a line, or a side of a picture, is recorded as the means of so many parts


def record(book, name):
    """The lines that a page's golden file must hold."""
    article = parse(book, name).select_one("article.bd-article")
    lines, section = code_lines(book, name), None
    for element in article.find_all(["section", "div", "span"]):
        classes = element.get("class", [])
        if element.name == "section":
            section = f"## {element.get('id', '')}"
            continue
        if element.name == "span" and "pasted-text" in classes:
            new = [f"글 속 값: {squeezed(element.get_text())}"]
        elif element.name == "div" and "cell_output" in classes and "tag_measured" not in element.parent.get("class", []):
            new = output_lines(element, book.page_html(name).parent)
        else:
            continue
        if section:
            lines += [section]
            section = None
        lines += new
    return lines


def code_lines(book, name):
    """How many claims the page asserts, and its seeds: a dropped check or another seed must show as well as a changed figure."""
    notebook = executed(book, name)
    cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"] if notebook else []
    nodes = [node for source in cells for node in ast.walk(ast.parse(plain_python(source)))]
    count = sum(isinstance(node, ast.Assert) for node in nodes)
    seeds = [ast.unparse(node) for node in nodes if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(SEEDING)]
    return [f"확인한 주장(assert): {count}개"] * bool(count) + [f"난수의 씨앗: {', '.join(seeds)}"] * bool(seeds)


def output_lines(output, folder):
    lines = []
    for element in output.find_all(["pre", "table", "details", "svg", "img"]):
        if element.find_parent(class_="katex"):
            continue  # a root sign is drawn too
        if element.name == "svg":
            lines += figure_lines(element)
        elif element.name == "img":
            picture = pixels(folder / unquote(element["src"]))
            lines += [f"그림 파일: {element.get('alt', '')}", f"{GEOMETRY} 화소 {picture}"]
        elif element.name == "table":
            lines += [" | ".join(squeezed(cell.get_text()) for cell in row.find_all(["th", "td"])) for row in element.find_all("tr")]
        elif element.name == "details":
            lines += [f"카드: {squeezed(element.get_text(' '))}"]
        elif not element.find_parent(["table", "details"]):
            lines += [line.rstrip() for line in element.get_text().rstrip("\n").split("\n")]
    rest = [text for text in output.find_all(string=True) if text.find_parent(RECORDED_APART) is None]
    return lines + [f"글: {text}" for text in [squeezed(" ".join(rest))] if text]


def figure_lines(svg):
    """What can be read in a figure, and numbers that change when a line, a mark or a picture in it changes."""
    texts = [squeezed(text.get_text()) for text in svg.find_all("text")]
    lines = []
    for path in svg.find_all("path"):
        style = path.get("style", "")
        if path.find_parent("defs") or "--fig-grid" in style or style == "fill: none":
            continue  # marks are recorded where they are used; the grid follows the ticks; an unseen background
        numbers = [float(n) for n in NUMBER.findall(path.get("d", ""))]
        lines.append(f"{parts(numbers[::2])} / {parts(numbers[1::2])}")
    marks = []
    for _, uses in groupby(svg.find_all("use"), key=lambda use: use.get("href")):
        places = [(float(use.get("x", 0)), float(use.get("y", 0))) for use in uses]
        marks.append(f"{len(places)}개 {' / '.join(map(parts, zip(*places, strict=True)))}")
    pictures = [pixels(io.BytesIO(base64.b64decode(image["href"].split(",", 1)[1]))) for image in svg.select('image[href^="data:"]')]
    shapes = [("선", lines), ("점", marks), ("화소", pictures)]
    return [f"그림: {' | '.join(texts)}", *(f"{GEOMETRY} {what} {' | '.join(all_)}" for what, all_ in shapes if all_)]


def parts(values):
    """Means of consecutive parts, in writing. One value that moves in a part of ten moves its mean by a tenth."""
    return " ".join(f"{part.mean():.1f}" for part in np.array_split(values, min(PARTS, len(values)))) if len(values) else ""


def pixels(file):
    """Mean brightness of the fields of a picture, row by row. Channels weigh differently, so that red is not blue."""
    picture = np.asarray(Image.open(file).convert("RGBA"), dtype=float)
    brightness = picture[..., :3] @ [1 / 7, 2 / 7, 4 / 7] * picture[..., 3] / 255
    rows = np.array_split(brightness, min(PARTS, len(brightness)))
    return " / ".join(parts(row.mean(axis=0)) for row in rows)


def squeezed(text):
    return " ".join(text.split())


def same(expected, seen):
    """Equal words, equal numbers (geometry within its own step)."""
    if NUMBER.split(expected) != NUMBER.split(seen):
        return False
    equal = close if expected.startswith(GEOMETRY) else equal_numbers
    return all(equal(a, b) for a, b in zip(numbers(expected), numbers(seen), strict=True))


def numbers(line):
    """Numbers as written: integers stay exact, however long."""
    written = [number.replace("−", "-") for number in NUMBER.findall(line)]
    return [float(number) if re.search(r"[.eE]", number) else int(number) for number in written]


def equal_numbers(a, b):
    if (isinstance(a, int) and isinstance(b, int)) or a == 0 or b == 0:
        return a == b
    return math.isclose(a, b, rel_tol=RELATIVE, abs_tol=NOISE)


def close(a, b):
    return abs(a - b) <= GEOMETRY_STEP


def golden_path(book, name):
    return book.golden / f"{name}.txt"


def compared(book, name):
    """Lines of a diff between the golden file and the page, or none if they agree."""
    path = golden_path(book, name)
    expected = path.read_text("utf-8").splitlines() if path.exists() else []
    seen = record(book, name)
    if len(expected) == len(seen) and all(map(same, expected, seen)):
        return []
    # Lines that agree within the tolerance must not appear as differences.
    agreeing = {new: old for old, new in zip(expected, seen, strict=False) if same(old, new)}
    return list(difflib.unified_diff(expected, [agreeing.get(line, line) for line in seen], "golden", "쪽", n=1, lineterm=""))


def differences(book):
    """Faults of pages that print something else than their golden file, and of golden files without a page."""
    faults = []
    for name in book.pages:
        if diff := compared(book, name):
            where = golden_path(book, name).relative_to(book.root).as_posix()
            if golden_path(book, name).exists():
                text = "찍힌 값이 golden과 다르다. 뜻한 변화이면 make golden으로 고친다."
            else:
                text = "golden에 없는 쪽이다. 아래의 찍힌 값을 읽어 보고 make golden으로 적는다."
            text = "\n".join([text, *diff[:40]])
            faults.append(Fault("golden", where, text))
    for path in sorted(book.golden.rglob("*.txt")):
        name = path.relative_to(book.golden).with_suffix("").as_posix()
        if name not in book.pages:
            faults.append(Fault("golden", path.relative_to(book.root).as_posix(), "이 golden에 해당하는 쪽이 없다. 지운다."))
    return faults


def begun(book):
    """Written when a build begins. What the site ends with is older if that build wrote no site."""
    return book.build / "begun"


def not_of_now(book):
    """Why the site is not that of the pages as they are now, or nothing: other values must not be recorded."""
    last = book.html / WORKER
    if not (begun(book).exists() and last.exists() and last.stat().st_mtime >= begun(book).stat().st_mtime):
        return "마지막 build가 쓴 사이트가 없다. 먼저 make book으로 만든다."
    names = [name for name in book.pages if edited(book, name)]
    return names and f"만든 뒤에 고치거나 더한 쪽이 있다: {', '.join(names)}. 먼저 make book으로 다시 만든다."


def edited(book, name):
    source = book.page_source(name)
    built = source.exists() and book.page_html(name).exists()
    return not built or source.stat().st_mtime > begun(book).stat().st_mtime


def update(book):
    """Rewrite the golden files from the pages. Returns what changed, as lines to print."""
    lines = []
    for name in book.pages:
        path, diff = golden_path(book, name), compared(book, name)
        if not diff:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(record(book, name)) + "\n", "utf-8")
        lines += [f"고쳤다: {path.relative_to(book.root)}", *diff]
    return lines or ["golden과 쪽이 같다. 고친 것이 없다."]
