"""Each downloaded notebook runs from top to bottom in an empty folder, without the book, and prints what the page prints.

Slow (a kernel for each page), so it belongs to `make test-slow`.
"""

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from gate.book import Book
from tests.browser.chrome import ROOT, SITE

FOLDER = SITE / "downloads"
NAMES = [name for name in Book(ROOT).pages if (FOLDER / f"{name}.ipynb").exists()]
# Where a reader is, the book's tools are not installed: only what lies in the reader's own folder bears their names.
WITHOUT_TOOLS = """\
import sys
from importlib.machinery import PathFinder


class Hiding(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return PathFinder.find_spec(name, [""] if name in {"myst_nb", "jupyter_book", "sphinx"} else path, target)


sys.meta_path[sys.meta_path.index(PathFinder)] = Hiding
"""


@pytest.fixture
def empty(tmp_path, monkeypatch):
    """An empty folder, with a space and Hangul in its path, for a kernel that knows nothing of the book."""
    (tmp_path / "sitecustomize.py").write_text(WITHOUT_TOOLS, "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    folder = tmp_path / "빈 폴더"
    folder.mkdir()
    return folder


def run(notebook, folder):
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=300, resources=resources, coalesce_streams=True, extra_arguments=["--log-level=ERROR"]).execute()


def printed(notebook):
    """What each cell printed, without those whose output the book calls measured."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code" and "measured" not in cell.metadata.get("tags", [])]
    return [[output.text for output in cell.outputs if output.get("name") == "stdout"] for cell in cells]


@pytest.mark.parametrize("name", NAMES)
def test_notebook_runs_on_its_own(name, empty):
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    run(notebook, empty)
    assert printed(notebook) == printed(nbformat.read(FOLDER / f"{name}.executed.ipynb", as_version=4))


@pytest.mark.parametrize(("name", "missing"), [("prerequisites/convexity", "numpy_attention"), ("transformers/lab", "bookfig")])
def test_without_its_first_cell_it_does_not(name, missing, empty):
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    notebook.cells = [cell for cell in notebook.cells if "prepare(files" not in cell.source]
    with pytest.raises(CellExecutionError, match=missing):
        run(notebook, empty)


def test_a_wrong_claim_stops_a_notebook(empty):
    notebook = nbformat.read(FOLDER / "prerequisites/convexity.ipynb", as_version=4)
    claims = next(cell for cell in notebook.cells if cell.source.startswith("# @title 글의 주장"))
    claims.source += "\nassert 1 == 2"
    with pytest.raises(CellExecutionError, match="AssertionError"):
        run(notebook, empty)
