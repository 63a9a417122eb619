"""axe-core in a page: what it finds, in words. Formulas are left out, which are prerendered alike on all pages."""

from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# Colours that change with the theme fade from one to the other.
SETTLE = """() => new Promise(requestAnimationFrame).then(() => document.getAnimations()
  .forEach(animation => animation.effect.getComputedTiming().endTime < Infinity && animation.finish()))"""
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
    return page.evaluate(RUN, [[*include], [".katex", *exclude], rules])
