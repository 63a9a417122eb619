"""Mend on the finished pages what the theme and its helpers leave in English, without a name, or in a wrong role.

Each row is a setting that they do not have. What is wrong is found by axe in `tests/browser/test_site.py`.
"""

import re

WORDS = {
    "Color mode": "밝기", "Version warning": "판 알림", "Site navigation": "사이트", "Main": "목차", "Toggle primary sidebar": "목차 펼치기",
    "Light": "밝게", "Dark": "어둡게", "System Settings": "기기의 설정대로", "next page": "다음 쪽", "previous page": "이전 쪽", "Page": "쪽",
    "On this page": "이 쪽의 차례", "Toggle secondary sidebar": "이 쪽의 차례", "Link to this heading": "이 제목의 주소",
    "Link to this code": "이 code의 주소", "Link to this image": "이 그림의 주소", "Link to this table": "이 표의 주소",
    "Permalink to this equation": "이 식의 주소",
}  # fmt: skip
NAMED = rf'(?<= )(aria-label|title)="({"|".join(WORDS)})"'
MENDED = [
    (">Skip to main content<", ">본문으로 건너뛰기<"),
    # The text of these says what they do; a label beside it would hide it.
    ('<summary aria-label="Toggle hidden content">', "<summary>"),
    (r'(search-button-field search-button__button[^>]*?) aria-label="[^"]*"', r"\1"),
    # The arrow of a part of the contents is named as the part is.
    (r'(<a class="[^"]*reference internal" href="[^"]*">([^<]*)</a><details[^>]*><summary)>', r'\1 aria-label="\2: 아래의 쪽">'),
    ('id="pst-primary-sidebar" class', 'id="pst-primary-sidebar" role="complementary" aria-label="책" class'),
    ('role="doc-biblioentry"', 'role="listitem"'),
    ('<th class="head"><p></p></th>', '<td class="head"></td>'),
    # English within Korean: the works referred to, and their titles where they are cited.
    (r'(<div class="citation" (?:(?!lang=)[^>])*)>(?=(?:(?!</p>)[^가-힣])*</p>)', r'\1 lang="en">'),
    (r'(<a class="[^"]*reference internal" [^>]*?title="[A-Z][^"가-힣]{30,}")', r'\1 lang="en"'),
]


def mend(site):
    """Write every page of the folder `site` anew."""
    for path in sorted(site.rglob("*.html")):
        path.write_text(mended(path.read_text("utf-8")), "utf-8")


def mended(text):
    text = re.sub(NAMED, lambda match: f'{match[1]}="{WORDS[match[2]]}"', text)
    for pattern, replacement in MENDED:
        text = re.sub(pattern, replacement, text)
    return text
