"""Run the pages, in parallel, and keep their outputs in the cache that Sphinx reads.

jupyter-cache knows a page by its code cells alone. Here a record also carries a key over everything else a page's
output depends on (imported modules, data, pins, Python, how pages run); a record with another key is executed anew.
"""

import ast
import contextlib
import hashlib
import os
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import cache as remembered
from pathlib import Path

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook
from myst_parser.config.main import MdParserConfig
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from .book import Fault

TIMEOUT = 300  # seconds for one cell
FORBIDDEN_TAGS = {"skip-execution", "raises-exception"}
NOT_USED = {".md", ".bib", ".css", ".js", ".yml"}  # no cell reads them unless it names them beside the modules
LOOKS_RUN = re.compile(r"^ *[`~:]{3,} *(?:\{code(?:-block)?\} *)?(?:i?python3?|py)\b", re.MULTILINE)
SHELL = re.compile(r"^ *(?:\w+ *= *)?(?:!|%sx|%system|%%sx|%%system|%%!)", re.MULTILINE)


def execute(book, say=print):
    """Run each page whose record is missing or outdated. Returns the faults."""
    os.environ.update(book.environment())  # kernels inherit it
    cache = get_cache(str(book.cache))
    faults, waiting, known = wrong_settings(book), [], {}
    for name in book.pages:
        if not book.page_source(name).exists():
            faults.append(Fault("toc", "_toc.yml", f"{name}.md가 book/에 없다. 목차에서 빼거나 쪽을 만든다."))
            continue
        notebook, page_faults = read_page(book, name)
        faults += page_faults
        if notebook is None or page_faults:
            continue
        key = page_key(book, name, notebook)
        twin, its_key = known.setdefault(tuple(cell.source for cell in notebook.cells if cell.cell_type == "code"), (name, key))
        if its_key != key:
            faults.append(
                Fault("notebook", where(book, name), f"폴더가 다른 {twin}과 cell이 모두 같아 출력이 섞인다. 한쪽의 cell을 고친다.")
            )
            continue
        record = matching_record(cache, notebook)
        if record is not None and record.data.get("key") == key:
            say(page_line(name, notebook, record.data["execution_seconds"], "그대로"))
        else:
            waiting.append((name, notebook, key))
    waiting.sort(key=lambda page: -code_length(page[1]))  # a long page that starts last would run alone
    with workers() as pool:
        running = {pool.submit(run, book, name, notebook): (name, notebook, key) for name, notebook, key in waiting}
        for future in as_completed(running):
            name, notebook, key = running[future]
            seconds, page_faults = future.result()
            if not page_faults and page_key(book, name, notebook) != key:
                page_faults = [Fault("cell", where(book, name), "실행하는 동안 이 쪽이 쓰는 파일이 바뀌었다. 다시 make book을 돌린다.")]
            faults += page_faults
            if not page_faults:
                data = {"execution_seconds": seconds, "key": key}
                bundle = CacheBundleIn(notebook, str(book.page_source(name)), data=data)
                cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
                say(page_line(name, notebook, seconds, ""))
    return faults


@contextlib.contextmanager
def workers():
    """A thread for each core. On Ctrl-C what has not begun is given up; a pool alone would go through all of it first."""
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def code_length(notebook):
    return sum(len(cell.source) for cell in notebook.cells if cell.cell_type == "code")


def wrong_settings(book):
    """Sphinx must take outputs from this run: `off` drops them, other modes run pages a second time, unchecked."""
    mode = (book.config.get("execute") or {}).get("execute_notebooks")
    if mode == "cache":
        return []
    return [Fault("config", "_config.yml", f"execute_notebooks는 cache여야 한다. {mode!r}이다.")]


def page_line(name, notebook, seconds, note):
    cells = sum(cell.cell_type == "code" for cell in notebook.cells)
    return f"  {name:<44} cell {cells:>3}개 {seconds:>6.1f}초 {note}".rstrip()


def read_page(book, name):
    """Return the page as a notebook (None if it has no code) and the faults of its form."""
    path = book.page_source(name)
    text = path.read_text("utf-8")
    has_cells = "{code-cell}" in text
    if looks_run := LOOKS_RUN.search(text):
        line = text.count("\n", 0, looks_run.start()) + 1
        told = "실행되지 않는 Python이 cell처럼 보인다. {code-cell}로 쓰거나, 파일에 있는 것이면 {literalinclude}로 보인다."
        return None, [Fault("notebook", f"{where(book, name)}:{line}", told)]
    if not is_myst_markdown_notebook(text):
        if not has_cells:
            return None, []
        return None, [Fault("notebook", where(book, name), "cell이 있는데 실행되지 않는다. 머리말에 file_format: mystnb가 필요하다.")]
    syntax = MdParserConfig(enable_extensions=set((book.config.get("parse") or {}).get("myst_enable_extensions") or []))
    notebook = read_myst_markdown_notebook(text, config=syntax, add_source_map=True, path=str(path))
    faults = [
        Fault("notebook", where(book, name, notebook, index), f"tag {tag}는 cell을 검증에서 뺀다. 쓰지 않는다.")
        for index, cell in enumerate(notebook.cells)
        for tag in FORBIDDEN_TAGS & set(cell.metadata.get("tags", []))
    ]
    for index, cell in enumerate(notebook.cells):
        if cell.cell_type == "code" and (told := not_python(cell.source)):
            faults.append(Fault("cell", where(book, name, notebook, index), told))
    return notebook, faults


def not_python(source):
    """Why a cell can't be read as Python with IPython's magics, or nothing: its claims and names must be seen."""
    if plain_python(source) != source and SHELL.search(source):
        return "shell 명령의 실패는 아무도 보지 않는다. subprocess.run(..., check=True)로 쓴다."
    try:
        ast.parse(plain_python(source))
    except SyntaxError as error:
        return f"SyntaxError: {error.msg} <- {(error.text or '').strip()}"
    return ""


def run(book, name, notebook):
    """Execute one notebook in place. Returns the seconds taken and the faults."""
    start, begun = time.monotonic(), [0]
    resources = {"metadata": {"path": str(book.page_source(name).parent)}}
    try:
        NotebookClient(
            notebook,
            timeout=TIMEOUT,
            kernel_name="python3",
            resources=resources,
            record_timing=False,  # the cache would take the times for part of the page
            coalesce_streams=True,  # a busy machine may hand over one line in two pieces
            extra_arguments=["--log-level=ERROR"],  # not its warning that local sockets are not encrypted
            on_cell_execute=lambda cell, cell_index: begun.append(cell_index),
        ).execute()
    except CellExecutionError as error:
        text = f"{error.ename}: {error.evalue} <- {failed_line(error.traceback)}"
        return 0, [Fault("cell", where(book, name, notebook, begun[-1]), text)]
    except CellTimeoutError:
        return 0, [Fault("cell", where(book, name, notebook, begun[-1]), f"{TIMEOUT}초 안에 끝나지 않았다.")]
    except DeadKernelError:
        return 0, [Fault("cell", where(book, name, notebook, begun[-1]), "kernel이 죽었다(메모리를 확인한다).")]
    return time.monotonic() - start, output_faults(book, name, notebook)


def output_faults(book, name, notebook):
    """A page may not print warnings: a reader would see them, or see what they warn of. Nor errors that a magic has caught."""
    faults = []
    for index, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                faults.append(Fault("cell", where(book, name, notebook, index), f"{output.ename}: {output.evalue}"))
            if output.get("name") == "stderr":
                kind = "tofu" if "missing from font" in output.text else "stderr"
                text = re.sub(r"\S*ipykernel_\d+\S*\.py:(\d+)", r"\1번째 줄", " ".join(output.text.split()))
                faults.append(Fault(kind, where(book, name, notebook, index), text[:300]))
    return list(dict.fromkeys(faults))


def failed_line(traceback):
    """The line of the cell at which it stopped, as IPython marks it."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", traceback)
    marked = re.findall(r"^-+> \d+ (.*)$", plain, flags=re.M)
    return marked[0].strip() if marked else "?"


def where(book, name, notebook=None, index=None):
    """`book/page.md:줄` and the number of the code cell, as an editor and a person find it."""
    path = book.page_source(name).relative_to(book.root).as_posix()
    if notebook is None:
        return path
    ordinal = sum(cell.cell_type == "code" for cell in notebook.cells[: index + 1])
    return f"{path}:{notebook.metadata['source_map'][index] + 1} (cell {ordinal})"


def matching_record(cache, notebook):
    try:
        return cache.match_cache_notebook(notebook)
    except KeyError:
        return None


def page_key(book, name, notebook):
    """Digest of what the page's output depends on besides its own cells: its folder, in which it runs, the files that it uses."""
    folder = book.page_source(name).parent
    digest = hashlib.sha256(sys.version.encode() + Path(__file__).read_bytes() + Path(__file__).with_name("book.py").read_bytes())
    digest.update(folder.relative_to(book.root).as_posix().encode())
    code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    files = used_files(book, code, folder) | {path for path in [book.root / "requirements.txt"] if path.exists()}
    for path in sorted(files):
        digest.update(path.relative_to(book.root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def used_files(book, sources, beside=None):
    """The book's own files whose names, or folders' names, stand in these sources or in the modules so found.

    Names rather than parsed imports: a page also uses modules by %run, importlib, pytest and open. Data beside the
    modules always counts, as its names may be composed. Files beside the page (in the folder `beside`) answer to their names there.
    """
    # Later folders decide: the page's lies in the source, and so do the helpers.
    folders = [book.source, *([beside] if beside else []), *book.modules]
    candidates = {path: names_on_path(path, folder) for folder in folders for path in own_files(folder, folder in book.modules)}
    data = {path for path in candidates if path.suffix != ".py" and path.suffix not in NOT_USED}
    found = {path for path in data if any(map(path.is_relative_to, book.modules))}
    waiting = list(sources)
    while waiting:
        words = words_of(waiting.pop())
        new = {path for path, names in candidates.items() if names & words} - found
        found |= new
        waiting += [path.read_text("utf-8") for path in new if path.suffix == ".py"]
    return found


def own_files(folder, modules=False):
    """Files that a page can use: no pages, nothing hidden or made by Python."""
    for path in folder.rglob("*"):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith((".", "__pycache__")) for part in parts)
        if path.is_file() and (modules or path.suffix not in NOT_USED) and not hidden:
            yield path


@remembered
def words_of(text):
    return set(re.findall(r"\w+", text))


@remembered
def names_on_path(path, folder):
    """`exercises/masks/test_masks.py` answers to exercises alone: who uses it names the folder on the path that holds it.

    Were masks enough, nearly every page would depend on every exercise, as their folders are called what pages speak of.
    """
    top = path.relative_to(folder).with_suffix("").parts[0]
    return {top, *re.findall(r"\w+", top)}


def plain_python(source):
    """A cell without IPython's magics. One without magics stays as it is: a line of it may begin with the operator %."""
    with contextlib.suppress(SyntaxError):
        ast.parse(source)
        return source
    return "\n".join("" if line.lstrip().startswith(("%", "!")) else line for line in source.splitlines())


def executed(book, name):
    """The executed notebook of a page from the cache, or None for a page without code."""
    notebook, _ = read_page(book, name)
    if notebook is None:
        return None
    cache = get_cache(str(book.cache))
    return nbformat.from_dict(cache.merge_match_into_notebook(notebook)[1])
