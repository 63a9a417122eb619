"""Figures in the page: several on one page do not disturb each other, their text is text, their colours follow the theme."""

import re

import matplotlib.pyplot as plt
import pytest
from lxml import etree

from bookfig import PALETTE
from inline_svg import follow_theme, inline

SOURCE = b"""<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
     width="40pt" height="30pt" viewBox="0 0 40 30" version="1.1">
 <metadata>made by</metadata>
 <defs><style type="text/css">*{stroke-linejoin: round}</style><path id="mark" d="M 0 0 L 1 1"/>
 <clipPath id="frame"><rect width="9" height="9"/></clipPath></defs>
 <!-- a comment -->
 <g id="axes_1"><use xlink:href="#mark" style="fill: #0072b2"/>
 <path clip-path="url(#frame)" d="M 0 0 L 9 9" style="stroke: #1b1e24; fill: #123456"/><text>\xea\xb0\x80\xeb\x82\x98 A &lt; B</text></g>
</svg>"""


def made(prefix="f1-", alt="선 하나"):
    text = inline(SOURCE, alt, prefix)
    return text, etree.fromstring(text)


def test_names_are_the_figures_own():
    first, second = made("f1-")[1], made("f2-")[1]
    ids = [{element.get("id") for element in svg.iter() if element.get("id")} for svg in (first, second)]
    assert ids[0] and not ids[0] & ids[1]
    assert ids[0] == {"f1-mark", "f1-frame"}, "what nothing refers to has no name"


def test_references_follow_the_names():
    text, svg = made()
    ids = {element.get("id") for element in svg.iter()}
    assert set(re.findall(r"#(f1-\w+)", text)) == {"f1-mark", "f1-frame"} <= ids
    assert "xlink" not in text


def test_size_follows_the_page_and_alt_is_told():
    svg = made(alt='선 "하나" <둘>')[1]
    assert svg.get("width") is None and svg.get("height") is None
    assert svg.get("viewBox") == "0 0 40 30" and svg.get("style") == "max-width: 40pt"
    assert svg.get("role") == "img" and svg.get("aria-label") == '선 "하나" <둘>'


def test_page_gets_no_style_sheet_title_or_comment_of_a_figure():
    text = made()[0]
    assert not re.search(r"<style|<metadata|<!--|<\?xml", text)
    assert "가나 A &lt; B" in text


def test_colours_of_the_palette_follow_the_theme_and_others_stay():
    text = made()[0]
    assert "fill: var(--fig-blue, #0072b2)" in text and "stroke: var(--fig-ink, #1b1e24)" in text
    assert "fill: #123456" in text
    assert follow_theme("fill: red") == "fill: red"


@pytest.mark.parametrize("colour", PALETTE.values())
def test_each_colour_is_told_from_the_others(colour):
    assert follow_theme(f"fill: {colour}").count("var(") == 1


def test_figure_of_matplotlib_keeps_its_text(tmp_path):
    fig, ax = plt.subplots(figsize=(2, 2))
    ax.set_title("가나다")
    fig.savefig(tmp_path / "a.svg", metadata={"Date": None})
    plt.close(fig)
    svg = etree.fromstring(inline((tmp_path / "a.svg").read_bytes(), "빈 그림", "f1-"))
    assert "가나다" in [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
