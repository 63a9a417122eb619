"""How the gate reads: recorded values, typed numbers, requests. Each rule with what it must and must not take."""

import base64
import io
from pathlib import Path

import numpy as np
import pytest
from bs4 import BeautifulSoup
from PIL import Image

from gate import golden, inspect_site, prose
from gate.__main__ import stop_on
from gate.book import Fault

SAME = [
    ("평균 2.5", "평균 2.50"),  # by value
    ("1e5", "100000.0"),
    ("차이 −0.5", "차이 -0.5"),  # either minus
    ("0.0", "-0.0"),  # the sign of zero is the rounding's
    ("0.1 0.2", "0.10000000000000001 0.2"),
    ("오차 2.2e-16", "오차 4.4e-16"),  # both are rounding errors
    ("모양: 선 1.0 200.0", "모양: 선 1.5 199.5"),
    ("(3, 9, 32)", "(3, 9, 32)"),
]
DIFFERENT = [
    ("평균 2.5", "평균 2.6"),
    ("평균 2.5", "중앙값 2.5"),  # words
    ("평균 2.5", "평균  2.5"),  # spaces stand for columns
    ("-7.5", "7.5"),  # sign
    ("1e-5", "1e5"),  # exponent
    ("1.5e-05", "1.5e-04"),
    ("0.925", "0.9250001"),
    ("274877906944", "274877906945"),  # counts are exact, however long
    ("8544", "8545"),
    ("차이 0", "차이 1e-17"),  # exactly zero is a claim
    ("차이 0.0", "차이 2.2e-16"),
    ("True", "False"),
    ("nan", "inf"),
    ("값 #", "값 3"),
    ("남은 몫 5e-25", "남은 몫 5e-20"),  # too small for a rounding error
    ("남은 몫 5e-25", "남은 몫 5e-13"),
    ("남은 몫 5e-25", "남은 몫 -5e-25"),
    ("글: 모양: 0.31", "글: 모양: 0.79"),  # what was printed is no geometry
    ("1 2 3", "1 2"),
    ("모양: 선 1.0 200.0", "모양: 선 1.0 200.7"),
    ("모양: 선 1.0", "모양: 점 1.0"),
    ("그림: 1.0", "그림: 1.5"),  # texts of a figure are no geometry
]


@pytest.mark.parametrize(("expected", "seen"), SAME)
def test_same_values_are_the_same(expected, seen):
    assert golden.same(expected, seen) and golden.same(seen, expected)


@pytest.mark.parametrize(("expected", "seen"), DIFFERENT)
def test_other_values_are_not_the_same(expected, seen):
    assert not golden.same(expected, seen) and not golden.same(seen, expected)


def svg(inner):
    return BeautifulSoup(f"<svg>{inner}</svg>", "lxml").svg


def agree(first, second):
    a, b = golden.figure_lines(svg(first)), golden.figure_lines(svg(second))
    return len(a) == len(b) and all(map(golden.same, a, b))


def picture(cells):
    """The cells as matplotlib embeds a heatmap: one colour for each, many pixels wide."""
    file = io.BytesIO()
    Image.fromarray(np.kron(cells, np.ones((20, 20, 1))).astype("uint8"), "RGBA").save(file, "PNG")
    return f'<image href="data:image/png;base64,{base64.b64encode(file.getvalue()).decode()}"/>'


def line(heights):
    return f'<path style="stroke: red" d="M {" L ".join(f"{10 * x} {y}" for x, y in enumerate(heights))}"/>'


def test_figure_is_recorded_by_its_texts_lines_marks_and_pictures():
    cells = np.zeros((6, 6, 4)) + [0, 0, 0, 255]
    cells[..., 0] = np.arange(36).reshape(6, 6) * 7
    swapped, turned, hidden = cells[:, [1, 0, 2, 3, 4, 5]], cells[..., [2, 1, 0, 3]], cells * [1, 1, 1, 0]
    heights = [40 + (x % 7) * 9 for x in range(30)]
    moved = [*heights[:20], heights[20] + 12, *heights[21:]]
    marks = '<use href="#m" x="1" y="2"/><use href="#m" x="3" y="4"/>'
    assert agree(line(heights), line([y + 0.3 for y in heights])), "rounding of another machine"
    assert not agree(line(heights), line(moved))
    assert not agree(line(heights), line(heights[::-1]))
    assert not agree(line(heights), line(heights) + line(heights))
    assert not agree("<text>가나</text>", "<text>나가</text>")
    assert not agree(marks, marks.replace('y="4"', 'y="6"'))
    assert agree(picture(cells), picture(cells))
    assert not agree(picture(cells), picture(swapped))
    assert not agree(picture(cells), picture(turned)), "red is not blue"
    assert not agree(picture(cells), picture(hidden)), "a cell that is not drawn"


def test_figure_is_recorded_by_its_colours():
    bars = [f'<path d="M {x} 0 L {x} 9" style="fill: {{}}"/>' for x in range(40)]
    two = "".join(bars[:2])
    blue, red = "var(--fig-blue, #0072b2)", "var(--fig-red, #c0392b)"
    assert not agree(two.format(blue, red), two.format(red, blue))
    shades = [f"#{7 * (x % 6):02x}{x:02x}40" for x in range(40)]
    assert agree("".join(bars).format(*shades), "".join(bars).format(*shades))
    assert not agree("".join(bars).format(*shades), "".join(bars).format(*shades[::-1]))
    assert golden.figure_lines(svg(two.format("var(--fig-ink, #000000)", "none")))[-1].startswith("모양: 선"), "ink frames all"


@pytest.mark.parametrize(
    ("shape", "other"),
    [
        ('<rect x="1" y="2" width="3" height="4"/>', '<rect x="1" y="2" width="3" height="9"/>'),
        ('<circle cx="1" cy="2" r="3"/>', '<circle cx="1" cy="2" r="9"/>'),
        ('<line x1="1" y1="2" x2="3" y2="4"/>', '<line x1="1" y1="2" x2="3" y2="9"/>'),
        ('<polyline points="1,2 3,4"/>', '<polyline points="1,2 3,9"/>'),
    ],
)
def test_shapes_of_a_drawing_are_recorded(shape, other):
    assert agree(shape, shape) and not agree(shape, other)


def output(html):
    return golden.output_lines(BeautifulSoup(f"<details><div>{html}</div></details>", "lxml").div, Path())


def test_all_of_an_output_is_recorded():
    assert output("<pre>a 1\nb 2\n</pre>") == ["a 1", "b 2"]
    assert output("<table><tr><th>폭</th><td>2</td></tr></table>") == ["폭 | 2"]
    assert output("<p>값 <b>0.25</b></p>") == ["글: 값 0.25"]
    assert output("<pre>모양: 0.31</pre><table><tr><td>모양: 1</td></tr></table>") == ["글: 모양: 0.31", "글: 모양: 1"]
    assert output('<img alt="점"><img alt="점" src="nowhere.png">') == [
        "그림 파일: 점", "그림이 있어야 할 곳: ", "그림 파일: 점", "그림이 있어야 할 곳: nowhere.png",
    ]  # fmt: skip
    assert output("<figure><figcaption>제목 3</figcaption></figure>") == [], "a caption is prose"


NUMBERS = {
    "537.2와 0.925": ["537.2", "0.925"],
    "약512개": ["512"],
    "64MB, 64x": ["64", "64"],
    "값은 .253": [".253"],
    "1,234,567개": ["1,234,567"],
    "1e-5와 2.5E+3": ["1e-5", "2.5E+3"],
    "끝났다.512는": ["512"],
    "(3, 9, 32)": ["3", "9", "32"],
    "２５６": ["２５６"],
    "float32와 D512, x_12": [],
    "판 2.13.0": ["2.13"],
    "-7.5와 (−3), −1e9": ["-7.5", "−3", "−1e9"],
    "3-5, 64-bit, GPT-2, n-1": ["3", "5", "64", "2", "1"],
    "없다": [],
}


@pytest.mark.parametrize(("text", "found"), NUMBERS.items())
def test_numbers_in_prose(text, found):
    assert prose.NUMBER.findall(text) == found


@pytest.mark.parametrize(
    ("number", "telling"), {"5": False, "12": True, "0.5": True, "1e5": True, ".5": True, "-5": False, "−12": True}.items()
)
def test_single_digits_may_be_counted_by_the_reader(number, telling):
    assert prose.telling(number) is telling


ASKING_CSS = [
    'url("https://host.test/a.png")',
    "url( //host.test/a.png )",
    "URL('HTTP://host.test/a.png')",
    '@import "https://host.test/a.css"',
    '@import url("//host.test/a.css")',
    'image-set("a.png" 1x, "https://host.test/b.png" 2x)',
]
QUIET_CSS = [
    "url(fonts/a.woff2)",
    "url('data:image/svg+xml;utf8,<svg xmlns=\"http://www.w3.org/2000/svg\"/>')",
    '@import "own.css"',
    "/* see https://host.test/manual */",
    'content: "https://host.test/"',
]


@pytest.mark.parametrize(("css", "asks"), [(css, True) for css in ASKING_CSS] + [(css, False) for css in QUIET_CSS])
def test_requests_of_style_sheets(css, asks):
    assert bool(inspect_site.css_requests("a.css", css)) is asks


ASKING = [
    '<script src="//host.test/a.js"></script>',
    '<img srcset="a.png 1x,https://host.test/b.png 2x">',
    '<link rel="Alternate StyleSheet" href="https://host.test/a.css">',
    '<link rel="preload" imagesrcset="https://host.test/a.png 1x">',
    '<script>import("https://host.test/a.js")</script>',
    '<video poster="https://host.test/a.png"></video>',
]
QUIET = [
    '<script src="a.js"></script>',
    '<a href="https://host.test/">논문</a>',
    '<link rel="canonical" href="https://host.test/">',
    '<meta name="author" content="https://host.test/">',
    '<script>const a = "https:" // host.test\n</script>',
    '<img src="a//b.png">',
]


@pytest.mark.parametrize(("html", "asks"), [(html, True) for html in ASKING] + [(html, False) for html in QUIET])
def test_requests_of_pages(html, asks):
    assert bool(inspect_site.off_origin("a.html", BeautifulSoup(html, "lxml"))) is asks


def test_any_fault_ends_the_build_with_failure(capsys):
    stop_on([])
    with pytest.raises(SystemExit) as stopped:
        stop_on([Fault("link", "a.html", "없는 자리로 잇는다"), Fault("alt", "b.html", "그림에 alt가 없다")])
    assert stopped.value.code == 1
    assert capsys.readouterr().err == "실패 [link] a.html: 없는 자리로 잇는다\n실패 [alt] b.html: 그림에 alt가 없다\n"
