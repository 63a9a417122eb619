"""The queries of `search.tsv`, the built pages that are right answers to them, and how good a list of answers is."""

import csv
from functools import cache
from pathlib import Path

from bs4 import BeautifulSoup

from gate.book import Book

ROOT = Path(__file__).resolve().parents[1]
BOOK = Book(ROOT)


@cache
def queries():
    """From a query to the words of a right page, each as its possible forms."""
    rows = csv.reader((ROOT / "tests" / "search.tsv").read_text("utf-8").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return {row[0]: [word.lower().split("|") for word in row[1:]] for row in rows if not row[0].startswith("#")}


@cache
def page_texts():
    """What readers see of each page, in small letters."""
    texts = {}
    for name in BOOK.pages:
        article = BeautifulSoup(BOOK.page_html(name).read_text("utf-8"), "lxml").select_one("article.bd-article")
        for part in article.select("svg, script, style, template, annotation, .katex-display, .katex-html, .headerlink, .sd-d-none"):
            part.decompose()
        texts[name] = " ".join(article.get_text().split()).lower()
    return texts


def right_pages(query):
    return {name for name, text in page_texts().items() if all(any(form in text for form in word) for word in queries()[query])}


def measure(answers):
    """`answers`: from a query to page names, the best first. Every measure is a mean over the queries."""
    rows = []
    for query, found in answers.items():
        pages, right = list(dict.fromkeys(found)), right_pages(query)
        first = [page in right for page in pages[:3]]
        rows.append((bool(right & set(pages)), len(right & set(pages)) / len(right), sum(first) / max(len(first), 1), any(first)))
    names = ("answered", "recall", "precision at 3", "right in first 3")
    return dict(zip(names, (sum(column) / len(rows) for column in zip(*rows, strict=True)), strict=True))
