"""The directive `{term-map}`: every term of the encyclopedia as a link, joined by arcs to its related terms.

One column of names, so that it reads at 360 pixels as on a wide screen. A term under the pointer or in focus shows its
own arcs. Screen readers meet a list of links; the relations stand in words on each page.
"""

from html import escape

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

WIDTH, ROW, NAMES = 360, 25, 172  # a name ends at NAMES, its arcs lie right of it
ALT = "용어를 갈래별로 세로로 늘어놓고 서로 관련된 용어를 곡선으로 이은 지도. 이름은 그 항목으로 가는 링크다."


class TermMap(SphinxDirective):
    def run(self):
        terms, categories = self.env.encyclopedia
        depth = self.env.docname.count("/")
        svg = draw(terms, categories, lambda term: "../" * depth + self.env.app.builder.get_target_uri(term.docname))
        return [nodes.raw("", svg, format="html")]


def draw(terms, categories, uri):
    """The picture as an <svg> element. `uri` tells where a term's link goes."""
    rows, headings, y = {}, [], 4
    for category in categories:
        y += ROW + 6
        headings.append(f'<text class="category" x="{NAMES}" y="{y - 8}">{escape(category)}</text>')
        for term in sorted((term for term in terms.values() if term.category == category), key=lambda term: term.english.lower()):
            rows[term.id] = y + ROW / 2
            y += ROW
    pairs = {tuple(sorted((term.id, other), key=rows.get)) for term in terms.values() for other in term.related}
    arcs = {pair: arc(rows[pair[0]], rows[pair[1]], y) for pair in sorted(pairs)}
    inner = {pair for pair in pairs if terms[pair[0]].category == terms[pair[1]].category}
    drawn = "".join(f'<path class="{"inner" if pair in inner else "outer"}" d="{path}"/>' for pair, path in arcs.items())
    links = "".join(
        f'<a href="{escape(uri(terms[id_]))}"><title>{escape(terms[id_].title)}</title>'
        f'<text x="{NAMES}" y="{middle + 4:g}">{escape(terms[id_].english)}</text>'
        f'<circle cx="{NAMES + 9}" cy="{middle:g}" r="3.5"/>'
        f'<g aria-hidden="true">{"".join(f"""<path d="{path}"/>""" for pair, path in arcs.items() if id_ in pair)}</g></a>'
        for id_, middle in rows.items()
    )
    return (
        f'<svg class="bookfig term-map" viewBox="0 0 {WIDTH} {y + 8:g}" style="max-width: 34rem" role="group" aria-label="{ALT}">'
        f'<g aria-hidden="true">{"".join(headings)}{drawn}</g>{links}</svg>'
    )


def arc(top, bottom, height):
    """A bow to the right, wider for terms that stand farther apart."""
    left = NAMES + 14
    reach = left + 26 + (WIDTH - left - 36) * 4 / 3 * ((bottom - top) / height) ** 0.7
    return f"M{left} {top:g}C{reach:.0f} {top:g} {reach:.0f} {bottom:g} {left} {bottom:g}"


def setup(app):
    app.add_directive("term-map", TermMap)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
