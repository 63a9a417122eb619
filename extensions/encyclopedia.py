"""The encyclopedia: one page per term in one pattern, and what is made from the front matter of the pages.

The directive `{encyclopedia} view` writes the parts that would otherwise be written twice: `head` (definition, formula,
names), `related` and `taught` on the page of a term; `categories` and `alphabet` on the page that lists the terms. A
relation that is missing or one-sided, a name that two terms claim and a page that leaves the pattern fail the build.
"""

from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from terms import FOLDER, collation, initial, read_terms

SECTIONS = ["자세히", "실행 예", "현장 대화", "비교", "실무 조언", "주의할 점", "관련 용어", "더 읽을거리", "이 책에서"]
WITHOUT_KINDS = [title for title in SECTIONS if title != "비교"]  # a table only where there are kinds to compare


class Encyclopedia(SphinxDirective):
    required_arguments = 1

    def run(self):
        terms, categories = self.env.encyclopedia
        text = VIEWS[self.arguments[0]](terms, categories, self.env.docname.rpartition("/")[2])
        parsed = self.parse_text_to_nodes(text)
        if self.arguments[0] == "head":
            parsed[0]["classes"].append("definition")
            parsed[-1]["classes"] += ["names", "no-terms"]
        return parsed


def head(terms, _, id_):
    term = terms[id_]
    formula = f"\n\n$$\n{term.formula}\n$$" if term.formula else ""
    return f"{term.definition}{formula}\n\n갈래: {term.category}. 이렇게도 찾는다: {', '.join(term.aliases)}."


def related(terms, _, id_):
    return " · ".join(terms[other].link for other in terms[id_].related if other in terms)


def taught(terms, _, id_):
    return "\n".join(f"- {{ref}}`{anchor}`" for anchor in terms[id_].anchors)


def by_category(terms, categories, _):
    lines = []
    for category in categories:
        members = sorted((term for term in terms.values() if term.category == category), key=lambda term: term.korean)
        lines += [f"**{category}**", "", *(f"- {term.link}: {term.definition}" for term in members), ""]
    return "\n".join(lines)


def by_alphabet(terms, *_):
    named = [(name, term) for term in terms.values() for name in dict.fromkeys((term.korean, term.english))]
    groups = {}
    for name, term in sorted(named, key=lambda pair: collation(pair[0])):
        groups.setdefault(initial(name), []).append(f"[{name}](#{term.label})")
    return "\n\n".join(f"**{letter}** {' · '.join(links)}" for letter, links in groups.items())


VIEWS = {"head": head, "related": related, "taught": taught, "categories": by_category, "alphabet": by_alphabet}


def load(app, env, docnames):
    terms, categories, faults = read_terms(Path(app.srcdir, FOLDER))
    if faults:
        raise ExtensionError("\n".join(f"book/{FOLDER}/{id_}.md: {text}" for id_, text in faults))
    # A page that the table of contents leaves out is not published: nothing may lead to it.
    env.encyclopedia = {id_: term for id_, term in terms.items() if term.docname in env.found_docs}, categories


def check_pattern(app, doctree):
    """The page of a term is titled as its front matter says, and has the sections of the pattern, none empty."""
    terms, _ = app.env.encyclopedia
    term = next((term for term in terms.values() if term.docname == app.env.docname), None)
    if term is None:
        return
    page = doctree.next_node(nodes.section)
    parts = [child for child in page.children if isinstance(child, nodes.section)]
    seen, warn = [part[0].astext() for part in parts], logging.getLogger(__name__).warning
    if page[0].astext() != term.title:
        warn("제목은 머리말의 이름대로 %s여야 한다.", term.title, location=page)
    if seen not in (SECTIONS, WITHOUT_KINDS):
        warn("절의 제목과 순서가 %s여야 한다(비교는 뺄 수 있다).", ", ".join(SECTIONS), location=page)
    for part in parts:
        if all(isinstance(child, (nodes.title, nodes.comment, nodes.target)) for child in part):
            warn("빈 절이다: %s", part[0].astext(), location=part)


def setup(app):
    app.add_directive("encyclopedia", Encyclopedia)
    app.connect("env-before-read-docs", load)
    app.connect("doctree-read", check_pattern)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
