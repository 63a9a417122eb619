"""Hold the pages to the table of terms in `book/notation.md`: one form for each term, the other in brackets at first.

What is read is the source of a page: running text without code, formulas, roles, front matter and what directives make; of
code its comments, for the forms alone.
"""

import re

from extensions.terms import FOLDER, read_terms

from .book import Fault, front_matter

TABLE = "(notation-terms)="
# Forms that are also everyday words or parts of such: no rule could tell them from the word.
EVERYDAY = {"키", "값", "기울기", "weight", "score", "local", "sparse", "training", "loss", "rotation", "observation"}
NOT_PROSE = [
    (r"<!--.*?-->|^\$\$.*?^\$\$", ""),
    (r"^(`{3,}|~{3,})\{?(?:code|math|bibliography|encyclopedia|exercise|literalinclude|list-table|raw|toctree).*?^\1 *$", ""),
    (r"^(`{3,})[^{\n]*\n.*?^\1 *$", ""),
    (r"^\([\w-]+\)=$|^% .*$|^:\w[\w-]*:.*$", ""),
    (r"\{[\w:]+\}`[^`]*`", "·"),  # roles
    (r"`[^`]*`|\$[^$]*\$|\[[^\]]*\]\([^)\s]*\)|<[^>]+>", "·"),
    (r"^\#+ .*$|^\|.*$|^>.*$|^\*\*[^*]+\*\*$", ""),  # titles, tables and talks mention terms without introducing them
]


def terms(book):
    """From the form that the book uses to the other forms, the first of which stands in brackets at the first mention."""
    text = book.page_source("notation").read_text("utf-8")
    rows = [line.strip("|").split("|") for line in text[text.index(TABLE) :].splitlines() if line.startswith("|")][2:]
    return {row[0].strip(): [form.strip() for form in row[1].split(",")] for row in rows}


def read(source, where):
    """The running text, and the names that a page's title gives. The definition of a term stands in the front matter."""
    matter, text = front_matter(source, where)
    for pattern, put in NOT_PROSE:
        text = re.sub(pattern, put, text, flags=re.M | re.S if ".*?" in pattern else re.M)
    return f"{matter.get('definition', '')}\n{text}", f"{matter.get('english', '')} {matter.get('korean', '')}"


def comments(source):
    """What the cells say in words."""
    cells = re.findall(r"^```\{code-cell\}\n(.*?)^```$", source, flags=re.M | re.S)
    return "\n".join(re.findall(r"(?<![\w\"'])#(.*)$", "\n".join(cells), flags=re.M))


def entries(book):
    """What is wrong with the heads of the encyclopedia's entries."""
    faults = read_terms(book.source / FOLDER)[-1]
    return [Fault("term", f"book/{FOLDER}/{name}.md", fault) for name, fault in faults]


def terminology(book):
    if "notation" not in book.pages:
        return []
    if TABLE not in book.page_source("notation").read_text("utf-8"):
        return [Fault("term", "book/notation.md", f"용어 표를 찾지 못했다. 표 위에 {TABLE}을 둔다.")]
    known, faults = terms(book), []
    for name in book.pages:
        if name != "notation" and book.page_source(name).exists():  # one that does not is told by the execution
            source = book.page_source(name).read_text("utf-8")
            text, title = read(source, f"book/{name}.md")
            news = {form: others for form, others in known.items() if not any(word in title for word in (form, *others))}
            faults += [
                Fault("term", f"book/{name}.md", fault)
                for fault in wrong_forms(text, known) + wrong_forms(comments(source), known) + unexplained(text, news)
            ]
    return faults


def wrong_forms(text, known):
    """Other forms in place of the book's own, outside the brackets that introduce them."""
    faults = []
    for form, others in known.items():
        for other in others:
            if other in EVERYDAY or len(other) < 2:
                continue
            for found in re.finditer(rf"(?<![\w가-힣]){re.escape(other)}", outside_brackets(text)):
                faults.append(f"이 책의 표기는 {form}인데 {other}: “{around(outside_brackets(text), found)}”")
    return faults


def unexplained(text, known):
    """Terms whose first mention is not followed by their other form in brackets. Longer terms first: they hold shorter ones."""
    faults, outside = [], re.sub(r"\([^()]*\)", lambda found: "(" + " " * (len(found[0]) - 2) + ")", text)
    for form, others in sorted(known.items(), key=lambda term: -len(term[0])):
        mention = rf"(?<![\w가-힣·-])\**{re.escape(form)}(?![A-Za-z0-9_-])"
        found = re.search(mention, outside)
        if found and not re.match(rf"\**\([^()\n]{{0,20}}?{re.escape(others[0])}", text[found.end() :]):
            faults.append(f"첫 언급에 다른 꼴을 붙인다, {form}({others[0]}): “{around(text, found)}”")
        outside = re.sub(mention, lambda found: "·" * len(found[0]), outside)
    return faults


def outside_brackets(text):
    return re.sub(r"\([^()]*\)", "()", text)


def around(text, found):
    return " ".join(text[max(0, found.start() - 15) : found.end() + 15].split())
