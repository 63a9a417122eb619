"""Find numbers that were typed into prose.

A number of two or more digits, or with a decimal point, in a page's text, formulas, captions or alt texts must be
glued from the run, stand in the page's own outputs, or be listed in `tests/facts.yml` with its source or its reason.
(Single digits are counts that a reader checks at a glance.)
"""

import re

from .book import Fault, read_yaml
from .inspect_site import parse

# Not within a name (float32) nor after the dot of another number (0.253, 2.13.0); a unit may follow at once (64MB).
# A minus belongs to a number if nothing stands before it: not in 3-5, 64-bit or GPT-2.
NUMBER = re.compile(r"(?:(?<![\w.)\]}])[-−])?(?<![A-Za-z_\d])(?<!\d\.)(?:\d+(?:,\d{3})*(?:\.\d+)?|(?<!\w)\.\d+)(?:[eE][-+]?\d+)?")
SKIPPED = ["pre", "code", "script", "style", "nav", "footer", "button", "annotation"]
# `from-file` marks what an extension took from a data file (an exercise's minutes).
SKIPPED_CLASSES = {"pasted-text", "from-file", "katex", "bookfig", "citation", "headerlink", "eqno", "caption-number", "cell_input"}
CODE = ["highlight-python", "highlight-ipython3", "highlight-bash", "literal-block-wrapper"]  # any other block plays an output
BLOCKS = ["p", "li", "td", "th", "dd", "dt", "figcaption", "caption", "summary", "h1", "h2", "h3", "h4", "h5", "h6"]


def typed_numbers(book):
    """Faults for typed numbers, and for entries of the list that match nothing."""
    path = book.root / "tests" / "facts.yml"
    listed = read_yaml(path.read_text("utf-8"), "tests/facts.yml") if path.exists() else {}
    faults = [Fault("number", "tests/facts.yml", f"{name}은 목차에 없는 쪽이다.") for name in listed if name not in book.pages]
    articles = {name: parse(book, name).select_one("article.bd-article") for name in book.pages}
    titles = {squeezed(title.get_text()) for article in articles.values() for title in article.find_all(["h1", "h2", "h3"])}
    for name, article in articles.items():
        faults += page_faults(book, name, article, titles, listed.get(name) or [])
    return faults


def page_faults(book, name, article, titles, entries):
    for entry in entries:
        if not (isinstance(entry, dict) and "number" in entry and isinstance(entry.get("near", ""), str)):
            return [Fault("number", "tests/facts.yml", f'{name}: {entry}는 {{number: "수", near: 말, source나 why: 말}}의 꼴이 아니다.')]
    source = book.page_source(name).read_text("utf-8")
    outputs = [text for text in article.find_all(string=NUMBER) if from_run(text) and not text.find_parent("svg")]  # ticks prove nothing
    printed = {plain(token) for text in outputs for token in NUMBER.findall(text)}
    printed |= {token.lstrip("-") for token in printed}  # what is printed as -7.5 may be told as 7.5 less
    faults, used = [], set()
    for number, block in numbers(article, titles):
        if not telling(number):
            continue
        matches = [i for i, e in enumerate(entries) if plain(str(e["number"])) == plain(number) and e.get("near", "") in block]
        used.update(matches)
        if not matches and plain(number) not in printed:
            text = f"글에 손으로 적은 수 {number}: “{around(block, number)}”. glue하거나 tests/facts.yml에 출처를 적는다."
            faults.append(Fault("number", f"book/{name}.md", text))
    for index, entry in enumerate(entries):
        what = f"{entry['number']} ({entry.get('near', '')})"
        if index not in used:
            faults.append(Fault("number", "tests/facts.yml", f"{name}: {what}이 쪽에 없다. near를 고치거나 항목을 지운다."))
        if "source" in entry and not re.search(rf"\{{cite[^}}]*\}}`[^`]*\b{re.escape(entry['source'])}\b", source):
            faults.append(Fault("number", "tests/facts.yml", f"{name}: {what}의 출처 {entry['source']}를 쪽이 인용하지 않는다."))
        if not ("source" in entry or "why" in entry):
            faults.append(Fault("number", "tests/facts.yml", f"{name}: {what}에 source나 why가 없다."))
    return faults


def numbers(article, titles):
    """Pairs of a number as written and the text of the block around it."""
    for text in article.find_all(string=NUMBER):
        if not is_prose(text) or is_generated_link(text, titles):
            continue
        block = block_of(text)
        content = str(text)
        if block.name == "h1" or squeezed(block.get_text()) in titles:
            content = re.sub(r"^\s*\d{1,2}\.\d{1,2}\s", "", content)  # a chapter's number is its name
        for number in NUMBER.findall(content):
            yield number, squeezed(block.get_text())
    for part in article.find_all(["mn", "mtext"]):
        if NUMBER.search(part.get_text()) and not from_run(part) and part.find_parent(class_="pasted-text") is None:
            block = block_of(part)
            for number in NUMBER.findall(part.get_text()):
                yield number, squeezed(block.get_text())
    for element in article.find_all(lambda element: "reference" not in element.get("class", [])):  # Sphinx's own tooltips
        for attribute in ("alt", "aria-label", "title"):
            for number in NUMBER.findall(element.get(attribute, "")):
                yield number, element[attribute]


def block_of(node):
    """What a number is read with: its paragraph or item, or the row of its table, whose first cell names it."""
    return node.find_parent("tr") or node.find_parent(BLOCKS) or node.parent


def from_run(node):
    """Whether the node stands in a cell's output. The caption below a figure is typed."""
    output = node.find_parent(class_="cell_output")
    return output is not None and node.find_parent("figcaption") is None


def is_prose(text):
    """Text that was typed as text. Code is not, unless it is a number alone or plays an output."""
    if from_run(text):
        return False
    for parent in text.parents:
        if parent.name == "figcaption":
            return True
        if parent.name == "code" and NUMBER.fullmatch(text.strip()):
            continue
        if parent.name == "pre" and not parent.find_parent(class_=CODE):
            continue
        if parent.name in SKIPPED or SKIPPED_CLASSES & set(parent.get("class", [])):
            return False
    return True


def is_generated_link(text, titles):
    """Text that Sphinx wrote: a citation, 'figure 3', an equation's number, or the title of what it links to."""
    link = text.find_parent("a", class_="reference")
    if link is None or "internal" not in link.get("class", []):
        return False
    if link.select_one(".std-numref") or re.fullmatch(r"\(\d+\)", link.get_text().strip()):
        return True
    if re.search(r"#id\d+$", link.get("href", "")):
        return True  # only citations have numbered anchors
    return squeezed(link.get_text()) in titles or bool(re.fullmatch(r"\d{1,2}(\.\d{1,2})*[장절]", squeezed(link.get_text())))


def plain(number):
    return number.replace("−", "-")


def telling(number):
    number = number.lstrip("-−")
    return "." in number or len(number.replace(",", "")) >= 2 or "e" in number.lower()


def around(block, number):
    place = block.find(number)
    return block[max(0, place - 25) : place + len(number) + 25]


def squeezed(text):
    return " ".join(text.replace("#", " ").split())
