"""Figures that readers draw in the page: the book's style and letters, and no more of them than a page can hold."""

import pytest

from tests.browser import chrome
from tests.browser.runner import Bar
from tests.browser.test_runner_cells import CHAPTER, FIGURE, SMALL


@pytest.fixture(scope="module")
def bar(browser, site):
    """One page whose Python draws, for all that do not need the chapter."""
    with chrome.visit(browser, site, f"{SMALL}.html") as visit:
        yield Bar(visit.page, 0)


def test_figure_that_cannot_be_drawn_is_gone_with_its_cell(bar):
    bar.write('import matplotlib.pyplot as plt\nplt.plot([1])\nplt.title(r"$\\frac{$")\n')
    bar.press()
    assert "ParseException" in bar.output() or "ValueError" in bar.output()
    bar.write("import matplotlib.pyplot as plt\nplt.plot([1])\nplt.show()\n")
    assert bar.press().startswith("실행했다(") and bar.cell.locator(".run-output svg").count() == 1
    assert bar.output().strip() == ""


def test_figure_is_drawn_in_the_books_style(opened):
    with opened(CHAPTER) as visit:
        bar = Bar(visit.page, FIGURE)
        bar.press()
        own, book = (bar.cell.locator(f".cell_output{which} svg").first for which in (".run-output", ":not(.run-output)"))
        assert own.get_attribute("role") == "img" and "다시 그린 그림" in own.get_attribute("aria-label")
        for name in ("--fig-blue", "--fig-orange", "--fig-ink"):
            assert name in own.inner_html() and name in book.inner_html()
        assert own.locator("style, metadata").count() == 0


def test_large_figure_is_an_image_between_its_axes(bar):
    """A hundred thousand points would be ten megabytes of SVG. Words and axes stay what they are."""
    bar.write(
        "import matplotlib.pyplot as plt\nimport numpy as np\n\n"
        "plt.scatter(*np.random.default_rng(0).normal(size=(2, 100_000)))\nplt.title('점');\n"
    )
    assert bar.press().startswith("실행했다(")
    figure = bar.cell.locator(".run-output svg")
    assert figure.locator("image").count() == 1 and "점" in figure.locator("text").all_text_contents()
    assert len(figure.inner_html()) < 300_000


def test_large_figure_within_another_is_an_image_too(bar):
    bar.write(
        "import matplotlib.pyplot as plt\nimport numpy as np\n\nfig, ax = plt.subplots()\n"
        "ax.inset_axes([0, 0, 1, 1]).scatter(*np.random.default_rng(0).normal(size=(2, 30_000)));\n"
    )
    assert bar.press().startswith("실행했다(")
    assert bar.cell.locator(".run-output svg image").count() == 1


def test_figure_on_a_page_without_figures_has_the_books_letters(bar):
    bar.write("import matplotlib.pyplot as plt\n\nplt.plot([1, 2], label='가나')\nplt.legend();\n")
    assert bar.press().startswith("실행했다(") and bar.output().strip() == ""
    assert "가나" in bar.cell.locator(".run-output svg text").all_text_contents()
    assert "--fig-ink" in bar.cell.locator(".run-output svg").inner_html()


def test_exponents_have_their_minus(bar):
    bar.write("import bookfig\nimport matplotlib.pyplot as plt\n\nplt.loglog([0.001, 1], [0.01, 1]);\n")
    assert bar.press().startswith("실행했다(") and bar.output().strip() == ""
    assert "−" in "".join(bar.cell.locator(".run-output svg text").all_text_contents())
