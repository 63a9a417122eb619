"""How long an author waits for the book: `make bench-build`.

In a clean clone of the last commit, with this environment: from nothing, unchanged, and after an edit of prose, of a cell and
of a helper. Each is told beside the sum of the cells' own time, as the build prints it (with the start of each page's
kernel). What an author sees on saving is the preview of `make watch`; the verified site is always typeset from nothing.
"""

import contextlib
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

from gate.reproducible import clone

PAGE, SENTENCE = "prerequisites/axes", "축약 두 번이다."
CORES = os.cpu_count()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("build") / "book"
    clone(folder)
    return folder


def build(folder):
    """Seconds, those of the executed cells, and the names of the pages that were executed."""
    start = time.monotonic()
    done = subprocess.run([sys.executable, "-m", "gate", "build"], cwd=folder, capture_output=True, text=True)
    seconds = time.monotonic() - start
    assert done.returncode == 0, done.stdout + done.stderr
    lines = re.findall(r"^  (\S+) +cell +\d+개 +([\d.]+)초( 그대로)?$", done.stdout, re.M)
    executed = {name: float(own) for name, own, kept in lines if not kept}
    return seconds, sum(executed.values()), set(executed)


def edit(folder, name, old, new):
    path = folder / name
    text = path.read_text("utf-8")
    assert text.count(old) >= 1, name
    path.write_text(text.replace(old, new, 1), "utf-8")


def users(folder, module):
    """Pages whose cells import a module by name."""
    pages = folder / "book"
    return {
        path.relative_to(pages).with_suffix("").as_posix()
        for path in pages.rglob("*.md")
        if f"import {module}\n" in path.read_text("utf-8")
    }


def ask(port, path):
    with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}", timeout=5) as answer:
        return answer.read().decode()


def wait_for(port, path, words, limit):
    start = time.monotonic()
    while words not in (ask(port, path) or ""):
        assert time.monotonic() - start < limit, f"{words!r} has not come"
        time.sleep(0.05)
    return time.monotonic() - start


def preview(folder):
    """Seconds from saving a page to the new version that the browser is told to load."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    watching = subprocess.Popen([sys.executable, "-m", "gate", "watch", "--port", str(port)], cwd=folder, stdout=subprocess.DEVNULL)
    try:
        wait_for(port, "__version", "1", 300)
        edit(folder, f"book/{PAGE}.md", SENTENCE, f"{SENTENCE} 미리 보기에 보일 문장이다.")
        seconds = wait_for(port, "__version", "2", 60)
        assert "미리 보기에 보일 문장이다." in ask(port, f"{PAGE}.html")
        return seconds
    finally:
        watching.terminate()
        watching.wait()


def test_build(folder, capsys):
    rows = {}
    rows["cold"] = cold, cells, _ = build(folder)
    rows["unchanged"] = build(folder)
    edit(folder, f"book/{PAGE}.md", SENTENCE, f"{SENTENCE} 한 문장을 더한다.")
    rows["prose, verified"] = build(folder)
    edit(folder, f"book/{PAGE}.md", "```{code-cell}\n", "```{code-cell}\n# One more comment.\n")
    rows["one cell, verified"] = build(folder)
    edit(folder, "book/helpers/bookfig.py", "\n\n", "\n\n# One more comment.\n")
    rows["helper, verified"] = build(folder)
    seen = preview(folder)
    with capsys.disabled():
        print(f"\n{'':<22}{'seconds':>9}{'cells':>9}{'of all cells':>14}{'pages run':>11}")
        for name, (seconds, own, executed) in rows.items():
            print(f"{name:<22}{seconds:>9.1f}{own:>9.1f}{seconds / cells:>14.2f}{len(executed):>11}")
        print(f"{'prose, preview':<22}{seen:>9.1f}")
        print(f"cold at most: {1.3 * cells / CORES + 10:.0f}")
    assert rows["unchanged"][2] == rows["prose, verified"][2] == set()
    assert rows["one cell, verified"][2] == {PAGE}
    assert rows["helper, verified"][2] == users(folder, "bookfig")
    assert rows["unchanged"][0] < 4 and seen < 4
    assert cold <= 1.3 * cells / CORES + 10
