"""Find numbers that were typed into prose.

A number of two or more digits, or with a decimal point, in a page's text, formulas, captions or alt texts must be
glued from the run, stand in the page's own outputs, or be listed in `tests/facts.yml` with its source or its reason.
(Single digits are counts that a reader checks at a glance.)
"""

import re

import yaml

from .book import Fault
from .inspect_site import parse

NUMBER = re.compile(r"(?<![A-Za-z_\d.])\d+(?:,\d{3})*(?:\.\d+)?(?:[eE][-+]?\d+)?(?![A-Za-z_])|(?<![A-Za-z_\d.])\d+\.\d+")
SKIPPED = ["pre", "code", "script", "style", "svg", "nav", "footer", "button", "annotation"]
SKIPPED_CLASSES = {"pasted-text", "katex", "cell_output", "citation", "headerlink", "eqno", "caption-number", "cell_input"}
BLOCKS = ["p", "li", "td", "th", "dd", "dt", "figcaption", "caption", "summary", "h1", "h2", "h3", "h4", "h5", "h6"]


def typed_numbers(book):
    """Faults for typed numbers, and for entries of the list that match nothing."""
    path = book.root / "tests" / "facts.yml"
    listed = (yaml.safe_load(path.read_text("utf-8")) if path.exists() else None) or {}
    faults = [Fault("number", "tests/facts.yml", f"{name}은 목차에 없는 쪽이다.") for name in listed if name not in book.pages]
    for name in book.pages:
        entries = listed.get(name) or []
        faults += page_faults(book, name, entries)
    return faults


def page_faults(book, name, entries):
    article = parse(book, name).select_one("article.bd-article")
    source = book.page_source(name).read_text("utf-8")
    printed = {token for output in article.select(".cell_output") for token in NUMBER.findall(output.get_text(" "))}
    titles = {squeezed(heading.get_text()) for heading in article.find_all(["h1", "h2", "h3"])}
    faults, used = [], set()
    for number, block in numbers(article, titles):
        if not telling(number) or number in printed:
            continue
        matches = [i for i, e in enumerate(entries) if str(e["number"]) == number and e.get("near", "") in block]
        used.update(matches)
        if not matches:
            text = f"글에 손으로 적은 수 {number}: “{around(block, number)}”. glue하거나 tests/facts.yml에 출처를 적는다."
            faults.append(Fault("number", f"book/{name}.md", text))
    for index, entry in enumerate(entries):
        what = f"{entry['number']} ({entry.get('near', '')})"
        if index not in used:
            faults.append(Fault("number", "tests/facts.yml", f"{name}: {what}이 쪽에 없다. 항목을 지운다."))
        if "source" in entry and not re.search(rf"\{{cite[^}}]*\}}`[^`]*\b{re.escape(entry['source'])}\b", source):
            faults.append(Fault("number", "tests/facts.yml", f"{name}: {what}의 출처 {entry['source']}를 쪽이 인용하지 않는다."))
        if not ("source" in entry or "why" in entry):
            faults.append(Fault("number", "tests/facts.yml", f"{name}: {what}에 source나 why가 없다."))
    return faults


def numbers(article, titles):
    """Pairs of a number as written and the text of the block around it."""
    for text in article.find_all(string=True):
        if text.find_parent(SKIPPED) or any(SKIPPED_CLASSES & set(p.get("class", [])) for p in text.parents):
            continue
        if is_generated_link(text):
            continue
        block = text.find_parent(BLOCKS) or text.parent
        content = str(text)
        if block.name in {"h1", "h2", "h3"} or squeezed(block.get_text()) in titles:
            content = re.sub(r"^\s*\d+(\.\d+)*\.?\s", "", content)  # a section's number is its name
        for number in NUMBER.findall(content):
            yield number, squeezed(block.get_text())
    for number in article.find_all("mn"):
        if not any({"pasted-text"} & set(p.get("class", [])) for p in number.parents):
            block = number.find_parent(BLOCKS) or number.parent
            yield number.get_text(), squeezed(block.get_text())
    for element in article.find_all(["img", "svg"]):
        alt = element.get("alt") or element.get("aria-label") or ""
        for number in NUMBER.findall(alt):
            yield number, alt


def is_generated_link(text):
    """Text that Sphinx wrote: a citation, 'figure 3', an equation's number, or the title of what it links to."""
    link = text.find_parent("a", class_="reference")
    if link is None or "internal" not in link.get("class", []):
        return False
    if link.select_one(".std-numref") or re.fullmatch(r"\(\d+\)", link.get_text().strip()):
        return True
    href = link.get("href", "")
    target = link.find_parent("article").find(id=href[1:]) if href.startswith("#") else None
    if target is not None and "citation" in target.get("class", []):
        return True
    # A link to a numbered chapter: only its leading number is a name, digits after it are prose.
    return bool(re.fullmatch(r"\d+(\.\d+)*\s\D+", squeezed(link.get_text())))


def telling(number):
    return "." in number or len(number.replace(",", "")) >= 2 or "e" in number.lower()


def around(block, number):
    place = block.find(number)
    return block[max(0, place - 25) : place + len(number) + 25]


def squeezed(text):
    return " ".join(text.replace("#", " ").split())
