"""Remember what passed: a build of the same sources into the same site need not be made again.

The stamp holds a digest of everything the gate reads and of every byte of the site, so a change on either side, by
hand or by accident, makes the next build a real one.
"""

import hashlib
import sys
from pathlib import Path

from .labs_zip import last_commit

SOURCES = ["book", "labs", "extensions", "gate", "web/src", "web/python.txt", "web/package-lock.json", "tests/golden", "tests/facts.yml",
           "_config.yml", "_toc.yml", "requirements.txt", "requirements.in", "tests/requirements.txt", "web/package.json", "web/purgecss.config.mjs"]  # fmt: skip
WHEELS = Path(sys.prefix) / "pyodide"  # which may come late: the site has asked the CDN for them until then


def sources(book):
    """Digest of what the gate reads, of the wheels that are here, and of the commit that the download names."""
    wheels = sorted(path.name for path in WHEELS.glob("*"))
    return digest(book, [book.root / name for name in SOURCES], f"{sys.version} {wheels} {last_commit(book)}")


def site(book):
    return digest(book, [book.html], "")


def digest(book, parts, words):
    total = hashlib.sha256(words.encode())
    for part in parts:
        for path in [part] if part.is_file() else sorted(part.rglob("*")):
            hidden = any(folder.startswith(".") for folder in path.relative_to(part).parts[:-1])
            if path.is_file() and not hidden and "__pycache__" not in path.parts:
                total.update(f"{path.relative_to(book.root)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def stamp(book):
    return book.build / "passed"


def unchanged(book):
    """Whether this very state has passed. If not, the stamp goes: a build that is under way has not passed."""
    same = stamp(book).exists() and book.html.exists() and stamp(book).read_text() == f"{sources(book)} {site(book)}"
    if not same:
        stamp(book).unlink(missing_ok=True)
    return same


def remember(book, sources_before):
    """`sources_before` were read before the build: what was edited meanwhile may not be in the site."""
    stamp(book).write_text(f"{sources_before} {site(book)}")
