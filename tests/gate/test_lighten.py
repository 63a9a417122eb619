"""What is taken off a page must not be missed: the rules on made-up pages, the fonts on the built site."""

import base64
import io
import re
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote

import pytest
from fontTools.ttLib import TTFont
from lxml import html

from gate.lighten import NEEDS, asked_early, with_icon, without_unused
from tests.browser.chrome import SITE

HEAD = """<head>
    <link rel="stylesheet" href="_static/katex/katex.min.css?v=1" />
    <link rel="stylesheet" href="_static/copybutton.css?v=2" />
    <script src="_static/clipboard.min.js?v=3"></script>
  <script defer src="_static/scripts/fontawesome.js?digest=4"></script>
    <script src="_static/searchtools.js"></script>
    <script src="searchindex.js"></script>
    <script src="_static/doctools.js?v=5"></script>
    <link rel="next" title="다음" href="next.html" />
</head>
"""


def files(text):
    return re.findall(r'(?:src|href)="(?:_static/)?([^"?]+)', text)


def test_a_plain_page_asks_only_for_what_every_page_uses():
    assert files(without_unused(HEAD + "<p>글</p>")) == ["doctools.js", "next.html"]


def test_a_page_keeps_what_it_uses():
    body = '<span class="katex">x</span><div class="highlight-python"></div>'
    kept = files(without_unused(HEAD + body))
    assert kept == [name for name in files(HEAD) if name not in {"scripts/fontawesome.js", "searchtools.js", "searchindex.js"}]


def test_fonts_of_the_formulas_and_the_next_page_are_asked_for_early():
    bold = asked_early(HEAD + '<span class="katex"><span class="mord mathbf">x</span></span>')
    assert "_static/katex/fonts/KaTeX_Main-Bold.woff2" in bold and '<link rel="prefetch" href="next.html">' in bold
    plain = asked_early(HEAD + '<span class="katex">x</span>')
    assert "KaTeX_Main-Regular" in plain and "KaTeX_Main-Bold" not in plain


def test_a_page_brings_its_own_icon(tmp_path):
    (tmp_path / "a.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"><path fill="#123"/></svg>', "utf-8")
    (address,) = re.findall('href="data:image/svg[+]xml,([^"]+)"', with_icon('<link rel="icon" href="a.svg"/>', tmp_path / "page.html"))
    assert unquote(address) == (tmp_path / "a.svg").read_text("utf-8")
    assert with_icon(HEAD, tmp_path / "page.html") == HEAD  # other links stay


def characters(fonts):
    """What these fonts can draw."""
    return {code for font in fonts for code in TTFont(font).getBestCmap() or {}}


@pytest.fixture(scope="module")
def pages():
    return {path: path.read_text("utf-8") for path in SITE.rglob("*.html")}


def test_every_formula_has_its_glyphs(pages):
    shown = "".join(part.text_content() for text in pages.values() for part in html.fromstring(text).find_class("katex-html"))
    letters = {ord(letter) for letter in shown if not letter.isspace() and letter != "\u200b" and not "가" <= letter <= "힣"}
    fonts = characters((SITE / "_static" / "katex" / "fonts").rglob("*.woff2"))
    assert len(letters) > 50 and letters <= fonts
    assert ord("@") not in fonts  # no formula of the book has one: the fonts hold little else


def test_every_icon_has_its_glyph_and_its_rule(pages):
    styles = (SITE / "_static" / "styles" / "pydata-sphinx-theme.css").read_text("utf-8")
    names = {name for text in pages.values() for name in re.findall(r"fa-solid fa-([a-z-]+)", text)}
    fonts = characters(io.BytesIO(base64.b64decode(font)) for font in re.findall(r"url\(data:font/woff2;base64,([^)]+)\)", styles))
    assert len(names) > 5
    for name in sorted(names):
        rule = re.search(rf"\.fa-{name}:before[^{{]*{{content:\"\\([0-9a-f]+)", styles)
        assert rule, f"{name}의 style이 지워졌다."
        assert int(rule[1], 16) in fonts, f"{name}의 글자가 글꼴에 없다."


def test_the_themes_weight_is_gone():
    assert not (SITE / "_static" / "scripts" / "fontawesome.js").exists()
    assert (SITE / "_static" / "styles" / "pydata-sphinx-theme.css").stat().st_size < 200_000
    assert not list(SITE.rglob("*.map"))


def test_the_books_own_styles_stay_whole():
    own = sorted((SITE.parents[1] / "book" / "assets").glob("*.css"))
    assert len(own) > 3
    assert [path.name for path in own if (SITE / "_static" / path.name).read_text("utf-8") != path.read_text("utf-8")] == []


@pytest.mark.parametrize("file", NEEDS)
def test_each_rule_still_names_a_file(file):
    """A file that the theme has renamed would be loaded for nothing again."""
    names = [path.as_posix() for folder in (SITE, Path(find_spec("pydata_sphinx_theme").origin).parent) for path in folder.rglob("*.*")]
    assert any(re.search(f"(?:{file})$", name) for name in names)
