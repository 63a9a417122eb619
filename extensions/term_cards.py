"""The first mention of a term on a page links to its entry and brings its card (definition, formula, link) along.

Mentions are looked for in running text alone: not in titles, captions, code, formulas and links, nor on the
term's own page. The longest form wins, so that `self-attention` is never taken for `attention`. The cards wait in a
<template> at the end of the page, where nothing shows or reads them until `cards.js` takes them out.
"""

import re
from html import escape

from docutils import nodes
from sphinx.util import logging

from page_state import by_page
from terms import FOLDER, INDEX

INLINE = (nodes.strong, nodes.emphasis)
NOT_RUNNING = (nodes.figure, nodes.caption, nodes.footnote, nodes.citation, nodes.topic, nodes.Admonition)
CARD = """\
<div class="term-card" id="card-{id}" popover="manual">
<p class="term-card-title">{title}</p>
<div id="card-{id}-text">{definition}</div>
{formula}<p><a href="{uri}" tabindex="-1">{action}</a></p>
</div>
"""


class TermLink(nodes.reference):
    """A link that knows its card."""


def visit_term_link(self, node):
    name = {"aria-label": node["name"]} if "name" in node else {}
    self.body.append(self.starttag(node, "a", "", CLASS="term-link", href=node["refuri"], **{"data-card": node["term"]}, **name))


def depart_term_link(self, node):
    self.body.append("</a>")


def mention_pattern(terms):
    """One pattern for all forms, the longest first, and the term that each form belongs to."""
    owner = {form.lower(): term.id for term in terms.values() for form in (term.forms or (term.english, term.korean))}
    forms = "|".join(re.escape(form) for form in sorted(owner, key=len, reverse=True))
    # A form ends before a Korean particle, but not inside a longer Latin word; it starts at the start of a word.
    return re.compile(rf"(?<![\w-])(?:{forms})(?![A-Za-z0-9_]|-[A-Za-z0-9])", flags=re.I), owner


def is_running(text):
    node = text.parent
    while isinstance(node, INLINE):
        node = node.parent
    if not isinstance(node, nodes.paragraph):
        return False
    while node is not None:
        if isinstance(node, NOT_RUNNING) or "no-terms" in getattr(node, "attributes", {}).get("classes", []):
            return False
        node = node.parent
    return True


def link_first_mentions(app, doctree, docname):
    terms, _ = app.env.encyclopedia
    if not terms or docname == INDEX:
        return
    pattern, owner = mention_pattern(terms)
    linked = []
    for text in list(doctree.findall(nodes.Text)):
        if not is_running(text):
            continue
        source, parts, end = text.astext(), [], 0
        for match in pattern.finditer(source):
            term = terms[owner[match[0].lower()]]
            if term.id in linked or term.docname == docname:
                continue
            linked.append(term.id)
            uri = app.builder.get_relative_uri(docname, term.docname)
            link = TermLink("", match[0], refuri=uri, internal=True, term=term.id)
            parts += [nodes.Text(source[end : match.start()]), link]
            end = match.end()
        if parts:
            text.parent.replace(text, [part for part in [*parts, nodes.Text(source[end:])] if part.astext()])
    app.env.term_cards[docname] = linked


def keep_definition(app, doctree):
    """Set aside the definition and the formula as they were read, before links are added to them."""
    terms, _ = app.env.encyclopedia
    term = next((term for term in terms.values() if term.docname == app.env.docname), None)
    definition = next((node for node in doctree.findall(nodes.paragraph) if "definition" in node["classes"]), None)
    if term is None or definition is None:
        return
    plain = (nodes.Text, nodes.math, nodes.literal, *INLINE)
    if not all(isinstance(node, plain) for node in definition.findall(include_self=False)):
        logging.getLogger(__name__).warning("definition에는 글, 강조, 수식, code만 쓴다. 카드에도 실린다.", location=definition)
    formula = [nodes.math_block(term.formula, term.formula, nowrap=False, number=None)] if term.formula else []
    app.env.term_definitions[term.docname] = [definition.deepcopy(), *formula]


def add_cards(app, pagename, templatename, context, doctree):
    linked = app.env.term_cards.get(pagename, [])
    if linked:
        add_to_page(app, context, [card(app, pagename, id_) for id_ in linked])
    if pagename.startswith(f"{FOLDER}/"):
        app.add_css_file("encyclopedia.css")


def add_to_page(app, context, cards):
    context["body"] += f'<template class="term-cards">{"".join(cards)}</template>\n'
    app.add_css_file("encyclopedia.css")
    app.add_js_file("cards.js", loading_method="defer")


def card(app, pagename, id_):
    terms, _ = app.env.encyclopedia
    definition, *formula = (
        app.builder.render_partial(node.deepcopy())["fragment"] for node in app.env.term_definitions[terms[id_].docname]
    )
    uri = app.builder.get_relative_uri(pagename, terms[id_].docname)
    return CARD.format(id=id_, title=escape(terms[id_].title), definition=definition, formula="".join(formula), uri=uri, action="항목 읽기")


def setup(app):
    app.setup_extension("encyclopedia")
    app.add_node(TermLink, html=(visit_term_link, depart_term_link))
    by_page(app, "term_cards", "term_definitions")
    app.connect("doctree-read", keep_definition)
    app.connect("doctree-resolved", link_first_mentions)
    app.connect("html-page-context", add_cards)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}
