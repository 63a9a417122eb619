"""The built chapter prints the figures that the original course printed.

They are written here once more, apart from the golden files: those follow the page when it is changed on purpose.
"""

import re

import pytest

from gate.book import Book
from gate.inspect_site import parse
from tests.browser.chrome import ROOT

CHAPTER = "transformers/attention"

# Lines of the page's outputs, with the words left open: the figures stand at the ends of the gaps.
PRINTED = {
    "raw variance, largest weight unscaled and scaled at D=512": r"^ *512 +537\.2 +0\.925 +0\.253$",
    "the same at D=64": r"^ *64 +65\.9 +0\.829 +0\.254$",
    "scaled weight at D=4 (0.21)": r"^ *4 .* 0\.208$",
    "permutation equivariance without positions": r"^.*f\(PX\) = P f\(X\): True\n.*: False\n.*pooling.*: True$",
    "rotated products of equal offsets": r"^(?:.* -1\.1311\n){3}(?!.* -1\.1311$).* -?\d\.\d{4}$",
    "outputs that change under the causal mask": r"^.*causal.*\[2 3 4 5\]$",
    "largest change without a padding mask, and with it": r"^.*mask.*: +0\.997\n.*mask: +0(\.0)?$",
    "parity with nn.MultiheadAttention, twice, and with SDPA": r"^(.*< 1e-5: True\n){2}F\.scaled_dot_product_attention.*: True$",
    "score memory at T=1024": r"^T= *1024:.* 0\.07 GB$",
    "score memory at T=8192": r"^T= *8192:.* 4\.29 GB$",
    "score memory at T=65536": r"^T= *65536:.* 274\.88 GB$",
    "eight times longer": r"^.*8배.* 64배.*$",
    "step by step with the cache": r"^.*한 걸음씩.*: True\n.*cache.*= 512$",
    "parameters of the lab's block, on both sides": r"^.*: 8544 = 8544$",
    "output of the lab's block": r"^mask 없음.*\(3, 9, 32\).*< 1e-5: True\ncausal.*\(3, 9, 32\).*< 1e-5: True$",
}
GLUED = ["537.2", "0.925", "0.253", "0.21", "0.997", "274.88", "-1.1311"]


def printed(text, pattern):
    return re.search(pattern, text, flags=re.MULTILINE)


@pytest.fixture(scope="module")
def article():
    book = Book(ROOT)
    assert book.page_html(CHAPTER).exists(), "_build/html이 없다. 먼저 make book으로 책을 만든다."
    return parse(book, CHAPTER).select_one("article.bd-article")


@pytest.fixture(scope="module")
def outputs(article):
    return "\n".join(pre.get_text().rstrip("\n") for pre in article.select(".cell_output pre"))


@pytest.mark.parametrize("pattern", PRINTED.values(), ids=PRINTED)
def test_chapter_prints(outputs, pattern):
    assert printed(outputs, pattern), outputs


@pytest.mark.parametrize("number", GLUED)
def test_prose_states(article, number):
    assert number in [value.get_text() for value in article.select(".pasted-text")]


def values(text):
    """Places of the numbers and truth values in a text."""
    return [found.span() for found in re.finditer(r"True|False|(?<![\w.])-?\d+(?:\.\d+)?(?![\d.])", text)]


def changed(value):
    return {"True": "False", "False": "True"}.get(value) or value[:-1] + str((int(value[-1]) + 1) % 10)


@pytest.mark.parametrize("pattern", PRINTED.values(), ids=PRINTED)
def test_another_figure_would_be_noticed(outputs, pattern):
    """The first value of each match that the pattern fixes is changed: it must not match any more."""
    found = printed(outputs, pattern)[0]
    others = [found[:start] + changed(found[start:end]) + found[end:] for start, end in values(found)]
    assert any(printed(other, pattern) is None for other in others), "the pattern fixes no value"
    assert printed(others[-1], pattern) is None or pattern == PRINTED["rotated products of equal offsets"]


def test_last_rotated_product_must_differ(outputs):
    pattern = PRINTED["rotated products of equal offsets"]
    lines = printed(outputs, pattern)[0].split("\n")
    assert printed("\n".join(lines[:3] + [lines[0]]), pattern) is None
