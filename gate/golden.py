"""Compare every printed figure of every page with `tests/golden/`: numbers by value, words exactly.

The record is read from the finished page, not from the notebook, so that it is what a reader sees: the printed
outputs, the texts and the geometry of the figures, and the values glued into prose, by section. Outputs of cells
tagged `measured` depend on the machine and are left out.
"""

import base64
import difflib
import io
import math
import re

import numpy as np
from PIL import Image

from .book import Fault
from .inspect_site import parse

NUMBER = re.compile(r"[-+−]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
RELATIVE = 1e-9  # printed digits are compared as they stand
GEOMETRY_RELATIVE = 2e-3  # coordinates move a little with font versions
GEOMETRY = "모양:"


def record(book, name):
    """The lines that a page's golden file must hold."""
    article = parse(book, name).select_one("article.bd-article")
    lines, section = [], None
    for element in article.find_all(["section", "div", "span"]):
        classes = element.get("class", [])
        if element.name == "section":
            section = f"## {element.get('id', '')}"
            continue
        if element.name == "span" and "pasted-text" in classes:
            new = [f"글 속 값: {squeezed(element.get_text())}"]
        elif element.name == "div" and "cell_output" in classes and "tag_measured" not in element.parent.get("class", []):
            new = output_lines(element)
        else:
            continue
        if section:
            lines += [section]
            section = None
        lines += new
    return lines


def output_lines(output):
    lines = []
    for element in output.find_all(["pre", "table", "svg", "img"]):
        if element.name == "svg":
            lines += figure_lines(element)
        elif element.name == "img":
            lines += [f"그림 파일: {element.get('alt', '')}"]
        elif element.name == "table":
            lines += [" | ".join(squeezed(cell.get_text()) for cell in row.find_all(["th", "td"])) for row in element.find_all("tr")]
        elif not element.find_parent("table"):
            lines += [line.rstrip() for line in element.get_text().rstrip("\n").split("\n")]
    return lines


def figure_lines(svg):
    """What can be read in a figure, and numbers that change when a line or a picture in it changes."""
    texts = [squeezed(text.get_text()) for text in svg.find_all("text")]
    coordinates = [float(n) for path in svg.find_all("path") for n in NUMBER.findall(path.get("d", ""))]
    places = [float(n) for use in svg.find_all("use") for n in (use.get("x", 0), use.get("y", 0))]
    pixels = [pixel_means(image["href"]) for image in svg.find_all("image") if image.get("href", "").startswith("data:")]
    shape = [len(coordinates), weighted(coordinates), len(places), weighted(places), *np.ravel(pixels)]
    return [f"그림: {' | '.join(texts)}", f"{GEOMETRY} {' '.join(f'{value:.6g}' for value in shape)}"]


def weighted(values):
    """A sum in which each place counts differently, so that swapped values show."""
    return sum(value * (1 + index % 7) for index, value in enumerate(values))


def pixel_means(uri):
    """Mean brightness of the quarters of an embedded picture."""
    pixels = np.asarray(Image.open(io.BytesIO(base64.b64decode(uri.split(",", 1)[1]))).convert("RGB"), dtype=float)
    rows, columns = pixels.shape[0] // 2, pixels.shape[1] // 2
    return [part.mean() for half in (pixels[:rows], pixels[rows:]) for part in (half[:, :columns], half[:, columns:])]


def squeezed(text):
    return " ".join(text.split())


def same(expected, seen):
    """Equal words, equal numbers (geometry within its own tolerance)."""
    if NUMBER.sub("#", expected) != NUMBER.sub("#", seen):
        return False
    relative = GEOMETRY_RELATIVE if expected.startswith(GEOMETRY) else RELATIVE
    pairs = zip(values(expected), values(seen), strict=True)
    return all(math.isclose(a, b, rel_tol=relative, abs_tol=1e-12) for a, b in pairs)


def values(line):
    return [float(number.replace("−", "-")) for number in NUMBER.findall(line)]


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
            text = "찍힌 값이 golden과 다르다. 뜻한 변화이면 make golden으로 고친다.\n" + "\n".join(diff[:40])
            faults.append(Fault("golden", where, text))
    for path in sorted(book.golden.rglob("*.txt")):
        name = path.relative_to(book.golden).with_suffix("").as_posix()
        if name not in book.pages:
            faults.append(Fault("golden", path.relative_to(book.root).as_posix(), "이 golden에 해당하는 쪽이 없다. 지운다."))
    return faults


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
