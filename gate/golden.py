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
from itertools import groupby, takewhile
from urllib.parse import unquote

import numpy as np
from PIL import Image

from .book import Fault
from .execute import executed, plain_python
from .inspect_site import parse
from .offline import WORKER

NUMBER = re.compile(r"[-+−]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
RELATIVE = 1e-9  # printed digits are compared as they stand
NOISE, TINIEST = 1e-12, 1e-17  # two numbers between these are both rounding errors; zero and what is far smaller are none
SEEDING = ("default_rng", "manual_seed")
GEOMETRY = "모양:"
GEOMETRY_STEP = 0.6  # of a figure about 400 wide, and of 255 brightnesses: more than any machine's rounding
RECORDED_APART = ["pre", "table", "details", "svg", "figcaption", "script", "style", "summary"]
SHAPES = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"]
PLACES = ["d", "points", "x", "y", "width", "height", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry"]
COLOURS = 12  # more than these are those of a colour map
WEIGHTS = [1 / 7, 2 / 7, 4 / 7]  # of red, green and blue in a brightness, so that red is not blue
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
        elif element.name == "div" and "cell_output" in classes and not element.find_parent(class_="tag_measured"):
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
            lines += [f"그림 파일: {element.get('alt', '')}", picture(element.get("src", ""), folder)]
        elif element.name == "table":
            rows = [row.find_all(["th", "td"]) for row in element.find_all("tr")]
            lines += [printed(" | ".join(squeezed(cell.get_text()) for cell in row)) for row in rows]
        elif element.name == "details":
            lines += [f"카드: {squeezed(element.get_text(' '))}"]
        elif not within(output, element, ["table", "details"]):
            lines += [printed(line.rstrip()) for line in element.get_text().rstrip("\n").split("\n")]
    rest = [text for text in output.find_all(string=True) if not within(output, text, RECORDED_APART)]
    return lines + [f"글: {text}" for text in [squeezed(" ".join(rest))] if text]


def within(output, node, names):
    """Whether one of these stands around the node inside the output. (A cell that is folded away has `details` around it.)"""
    return any(parent.name in names for parent in takewhile(lambda parent: parent is not output, node.parents))


def printed(line):
    """A line as it is recorded: none that was printed is taken for the geometry of a figure."""
    return f"글: {line}" if line.startswith(GEOMETRY) else line


def picture(address, folder):
    """What is recorded of a picture: its pixels, or where it should be. (Whether it may be there is asked elsewhere.)"""
    scheme, _, content = address.partition(":")
    if scheme == "data":
        file = io.BytesIO(base64.b64decode(content.split(",", 1)[-1]))
    else:
        file = folder / unquote(address)
    if scheme == "data" or file.is_file():
        return f"{GEOMETRY} 화소 {pixels(file)}"
    return f"그림이 있어야 할 곳: {address}"


def figure_lines(svg):
    """What can be read in a figure, and numbers that change when a line, a mark or a picture in it changes."""
    texts = [squeezed(text.get_text()) for text in svg.find_all("text")]
    lines = []
    for shape in svg.find_all(SHAPES):
        style = shape.get("style", "")
        if shape.find_parent("defs") or "--fig-grid" in style or style == "fill: none":
            continue  # marks are recorded where they are used; the grid follows the ticks; an unseen background
        numbers = [float(n) for n in NUMBER.findall(" ".join(shape.get(place, "") for place in PLACES))]
        lines.append(f"{parts(numbers[::2])} / {parts(numbers[1::2])}")
    marks = []
    for _, uses in groupby(svg.find_all("use"), key=lambda use: use.get("href")):
        places = [(float(use.get("x", 0)), float(use.get("y", 0))) for use in uses]
        marks.append(f"{len(places)}개 {' / '.join(map(parts, zip(*places, strict=True)))}")
    pictures = [pixels(io.BytesIO(base64.b64decode(image["href"].split(",", 1)[1]))) for image in svg.select('image[href^="data:"]')]
    shapes = [("선", lines), ("점", marks), ("화소", pictures)]
    drawn = [f"{GEOMETRY} {what} {' | '.join(all_)}" for what, all_ in shapes if all_]
    return [f"그림: {' | '.join(texts)}", *drawn, *colours(svg)]


def colours(svg):
    """The colours of what is drawn, in its order, but for the ink of frames and letters; of a colour map the brightness."""
    drawn = [colour for shape in svg.find_all([*SHAPES, "use"]) if not shape.find_parent("defs") and (colour := paint(shape))]
    if len(set(drawn)) <= COLOURS:
        return [f"색: {', '.join(f'{colour} {len(list(run))}개' for colour, run in groupby(drawn))}"] * bool(drawn)
    rows = [[int(pair, 16) for pair in re.findall("..", code)] for code in re.findall("#([0-9a-f]{6})", " ".join(drawn))]
    return [f"{GEOMETRY} 색 {parts(np.array(rows) @ WEIGHTS)}"]


def paint(shape):
    """The fill and the stroke of a shape, by their names in the palette where they have one."""
    given = f"{shape.get('style', '')}; fill: {shape.get('fill', '')}; stroke: {shape.get('stroke', '')}"
    names = [re.sub(r"var\(--fig-([\w-]+).*", r"\1", colour.strip()) for colour in re.findall(r"(?:fill|stroke): *([^;]+)", given)]
    return "+".join(name for name in names if name not in ("", "none", "ink", "grid") and not name.startswith("url("))


def parts(values):
    """Means of consecutive parts, in writing. One value that moves in a part of ten moves its mean by a tenth."""
    return " ".join(f"{part.mean():.1f}" for part in np.array_split(values, min(PARTS, len(values)))) if len(values) else ""


def pixels(file):
    """Mean brightness of the fields of a picture, row by row."""
    picture = np.asarray(Image.open(file).convert("RGBA"), dtype=float)
    brightness = picture[..., :3] @ WEIGHTS * picture[..., 3] / 255
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
    return math.isclose(a, b, rel_tol=RELATIVE, abs_tol=NOISE if min(abs(a), abs(b)) > TINIEST else 0)


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
        if new := record(book, name):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(new) + "\n", "utf-8")
        else:
            path.unlink()
        lines += [f"{'고쳤다' if new else '지웠다'}: {path.relative_to(book.root)}", *diff]
    return lines or ["golden과 쪽이 같다. 고친 것이 없다."]
