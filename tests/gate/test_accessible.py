"""What is mended on made-up pages; on the built site nothing English is left in names that are read aloud."""

import re

import pytest
from lxml import html

from gate.accessible import mended
from tests.browser.chrome import SITE

WORK = '<div class="citation" id="id1" role="doc-biblioentry">\n<span>[K20]</span>\n<p>{text}</p>\n</div>'
ROWS = {
    "skip link": ('<a href="#main-content">Skip to main content</a>', "본문으로 건너뛰기"),
    "name in English": ('<nav aria-label="Site navigation">', '<nav aria-label="사이트">'),
    "label beside text": ('<summary aria-label="Toggle hidden content">\n<p>펼치기</p>', "<summary>\n<p>펼치기</p>"),
    "arrow of a part": (
        '<a class="reference internal" href="a.html">사전</a><details open="open"><summary><i></i>',
        '<summary aria-label="사전: 아래의 쪽">',
    ),
    "empty header": ('<th class="head"><p></p></th>', '<td class="head"></td>'),
    "work in English": (WORK.format(text="Minsu Kim. On means. 2020."), 'role="listitem" lang="en">'),
    "work in Korean": (WORK.format(text="김민수. 평균. 2020."), 'role="listitem">'),
}


@pytest.mark.parametrize(("before", "after"), ROWS.values(), ids=ROWS)
def test_row_is_mended(before, after):
    assert after not in before and after in mended(before)
    assert mended(mended(before)) == mended(before)


def test_korean_names_stay():
    text = '<button title="검색" aria-label="찾기">찾기</button><th class="head"><p>축</p></th>'
    assert mended(text) == text


def english_names(text):
    return [
        name
        for element in html.fromstring(text).iter()
        for name in (element.get("aria-label"), element.get("title"))
        if name and element.get("lang") != "en" and re.search(r"[A-Za-z]{3,} [a-z]{2,}", name) and not re.search("[가-힣]", name)
    ]


def test_names_that_are_read_aloud_are_korean():
    found = {name for path in SITE.rglob("*.html") if "_static" not in path.parts for name in english_names(path.read_text("utf-8"))}
    terms = {title for path in SITE.rglob("*.html") for title in re.findall(r"<h\d>([^<]*)<", path.read_text("utf-8"))}
    assert found - terms == set()
    assert english_names('<p><a title="Skip to main content">글</a></p>') == ["Skip to main content"]
