"""`python -m gate changes`: which pages a change alters, with their lines and figures before and after.

The last commit is built in a clean clone and its pages are laid beside the built site: `_build/changes.html`.
"""

import difflib
import html
import subprocess
import sys
import tempfile
from pathlib import Path

from bs4 import BeautifulSoup

from .reproducible import build, clone

HEAD = """<!doctype html><html lang="ko"><meta charset="utf-8"><title>달라진 쪽</title><style>
body { font: 16px/1.6 sans-serif; max-width: 75rem; margin: auto; padding: 1rem; word-break: keep-all; color: #222; background: #fff; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; } td, th { border: 1px solid #999; padding: .4rem; vertical-align: top; }
del { background: #fdd; } ins { background: #dfd; } svg, img { max-width: 100%; height: auto; } pre { white-space: pre-wrap; }
</style><h1>달라진 쪽</h1>"""


def read(path):
    """The lines of a page's text and its figures by name, or nothing where there is no page."""
    if not path.exists():
        return [], {}
    article = BeautifulSoup(path.read_text("utf-8"), "lxml").select_one("article.bd-article")
    figures = {}
    for number, figure in enumerate(article.select("figure, svg.bookfig"), start=1):
        if figure.find_parent("figure") is None:
            figures[figure.get("id") or f"그림 {number}"] = str(figure)
    for figure in article.select("svg, .katex-html"):
        figure.decompose()
    return [line for line in (" ".join(line.split()) for line in article.get_text().splitlines()) if line], figures


def compare(before, after):
    """A section of the report for a page that differs, else nothing."""
    (old, old_figures), (new, new_figures) = read(before), read(after)
    lines = [line for line in difflib.ndiff(old, new) if line[0] in "+-"]
    names = [name for name in {**old_figures, **new_figures} if old_figures.get(name) != new_figures.get(name)]
    if not lines and not names:
        return ""
    marks = {"+": "ins", "-": "del"}
    rows = "".join(f"<{marks[line[0]]}>{html.escape(line)}</{marks[line[0]]}>\n" for line in lines)
    pictures = "".join(
        f"<tr><th colspan=2>{html.escape(name)}</th></tr><tr><td>{old_figures.get(name, '없다')}</td><td>{new_figures.get(name, '없다')}</td></tr>"
        for name in names
    )
    return f"<pre>{rows}</pre>" + (f"<table><tr><th>앞</th><th>뒤</th></tr>{pictures}</table>" if pictures else "")


def report(book, before):
    """Write the report. Returns the names of the pages that differ."""
    names = sorted({path.relative_to(site).as_posix() for site in (before, book.html) for path in site.rglob("*.html")})
    parts = {name: compare(before / name, book.html / name) for name in names if name not in {"genindex.html", "search.html"}}
    changed = {name: part for name, part in parts.items() if part}
    body = "".join(f"<h2>{name}</h2>{part}" for name, part in changed.items()) or "<p>달라진 쪽이 없다.</p>"
    (book.build / "changes.html").write_text(HEAD + body + "</html>", "utf-8")
    return list(changed)


def changes(book):
    if subprocess.run(["git", "rev-parse", "HEAD"], cwd=book.root, capture_output=True).returncode:
        sys.exit("git의 commit이 없어 견줄 것이 없다.")
    with tempfile.TemporaryDirectory() as temporary:
        clone(Path(temporary, "before"), book.root)
        print("지난 commit의 책을 만든다.", flush=True)
        names = report(book, build(Path(temporary, "before"), {}))
    for name in names:
        print(name)
    print(f"{len(names)}쪽이 달라졌다: {book.build / 'changes.html'}")
