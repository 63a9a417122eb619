"""axe-core in a page: what it finds, in words.

Left out is what repeats by the thousand and is most of axe's time: a letter stands for each formula, as they are prerendered
alike on all pages, and of the coloured words in code one stays of each class, colour and ground.
"""

from pathlib import Path

from tests.browser.checks import SETTLE

SOURCE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SHORTEN = """() => {
  const formulas = [...document.querySelectorAll('.katex')], widths = formulas.map(formula => formula.getBoundingClientRect().width);
  formulas.forEach((formula, index) => {
    const letter = Object.assign(document.createElement('span'), {textContent: 'x'});
    letter.style.cssText = `display: inline-block; width: ${widths[index]}px`;
    formula.replaceWith(letter);
  });
  const seen = new Set(), again = [...document.querySelectorAll('.highlight pre span[class]')].filter(word => {
    const kind = `${word.className} ${getComputedStyle(word).color} ${getComputedStyle(word.closest('pre')).backgroundColor}`;
    return seen.has(kind) || !seen.add(kind);
  });
  again.forEach(word => word.replaceWith(...word.childNodes));
}"""
RUN = """([include, exclude, rules]) => axe.run({exclude, ...(include.length && {include})}, {
  resultTypes: ['violations'],
  rules: {'label-content-name-mismatch': {enabled: false}},  // the name of a formula cannot hold the letters as they are drawn
 ...(rules && {runOnly: {type: 'rule', values: rules}}),
}).then(({violations}) => violations.flatMap(({id, help, nodes}) => nodes.map(({html}) => `${id}: ${help}: ${html.slice(0, 160)}`)))"""


def violations(page, *, include=(), exclude=(), rules=None):
    """All that axe finds in these parts but outside `exclude`, or by these rules alone."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(SOURCE.read_text("utf-8"))
    page.evaluate(SETTLE)
    page.evaluate(SHORTEN)
    return page.evaluate(RUN, [[*include], [*exclude], rules])
