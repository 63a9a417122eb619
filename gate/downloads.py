"""What readers download of each page, under `downloads/` of the site: a notebook, its executed form, plain Markdown.

A notebook stands alone: its first cell writes the book's own modules that the page uses, and hidden cells stay as
collapsed cells, so that the claims are checked wherever it runs. The text comes from `_build/plain/`, which
`extensions/plain_markdown.py` writes.
"""

import ast
import json
import re
from functools import cache

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from .book import Fault, Refused
from .execute import executed, own_files, plain_python

GLUE = '''"""책을 만들 때 글에 값을 넣는 함수. 여기서는 하는 일이 없다."""


def glue(name, variable, display=True):
    pass
'''
SETUP = """\
# @title 준비: 이 쪽이 쓰는 파일을 이 폴더에 둔다. 이미 있는 파일은 건드리지 않는다.
def prepare(files, packages):
    from importlib.util import find_spec
    from pathlib import Path

    for name, text in files.items():
        path = Path(name)
        if not path.exists() and (name != "myst_nb.py" or find_spec("myst_nb") is None):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    missing = [package for package in packages if find_spec(package.replace("-", "_")) is None]
    if missing:
        get_ipython().run_line_magic("pip", "install -q " + " ".join(missing))


files = {{}}
{files}
prepare(files, {packages})
"""
CLAIMS = "# @title 글의 주장을 확인하는 cell\n"
CLOSING = "---\n\n{title}의 한 쪽이다. 글 속의 수는 책을 만들 때 실행한 값이다. code는 MIT, 글과 그림은 CC BY 4.0이다."


def write_downloads(book):
    """Write the files of every page into the site."""
    for name in book.pages:
        parts = json.loads((book.build / "plain" / f"{name}.json").read_text("utf-8"))
        target = book.html / "downloads" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        notebook = executed(book, name)
        cells = notebook.cells if notebook else []
        target.with_suffix(".md").write_text(markdown(parts, cells), "utf-8")
        if notebook:
            ran = standalone(book, parts, cells)
            write(target.with_suffix(".executed.ipynb"), ran)
            write(target.with_suffix(".ipynb"), without_outputs(ran))


def standalone(book, parts, cells):
    """The page as a notebook that needs nothing of this repository."""
    made = [setup_cell(book, [cell.source for cell in cells if cell.cell_type == "code"])]
    for part in by_cell(parts, cells):
        made.append(new_markdown_cell(part) if isinstance(part, str) else code_cell(cells[part]))
    made.append(new_markdown_cell(CLOSING.format(title=book.config["title"])))
    if isinstance(parts[0], str):
        made[:2] = made[1::-1]  # the page's title comes first
    for number, cell in enumerate(made):
        cell.id = f"cell-{number}"  # the library's own are drawn at random
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}, "language_info": {"name": "python"}}
    return new_notebook(cells=made, metadata=metadata)


def by_cell(parts, cells):
    """The parts of the page with its hidden cells: each after the shown cell that it follows in the source."""
    shown = [part for part in parts if isinstance(part, int)]
    groups, current = {part: [] for part in shown or [None]}, (shown or [None])[0]
    for index in (index for index, cell in enumerate(cells) if cell.cell_type == "code"):
        current = index if index in groups else current
        groups[current].append(index)
    for part in parts:
        yield from groups[part] if isinstance(part, int) else [part]
    yield from groups.get(None, [])


def code_cell(cell):
    """A cell as it ran. What the page hides is folded; values that were handed to the text are no output."""
    tags = set(cell.metadata.get("tags", []))
    folded = tags & {"remove-cell", "remove-input", "hide-input", "hide-cell"}
    outputs = [output for output in cell.outputs if not any("papermill" in kind for kind in output.get("data", {}))]
    made = new_code_cell(cell.source, execution_count=cell.execution_count, outputs=outputs)
    if tags:
        made.metadata.tags = sorted(tags)
    if folded:
        made.metadata.jupyter = {"source_hidden": True}
    if "remove-cell" in tags:
        made.source = CLAIMS + cell.source
        made.metadata.cellView = "form"  # how Colab folds
    return made


def setup_cell(book, sources):
    """The cell that writes the book's own files that these sources use, and installs what only they need."""
    files = carried(book, sources)
    words = set(re.findall(r"\w+", "\n".join([*sources, *files.values()])))
    required = re.findall(r"^([\w-]+)==", (book.root / "requirements.in").read_text("utf-8"), flags=re.M)
    packages = [name for name in required if name.replace("-", "_") in words and name != "myst-nb"]
    if "myst_nb" in words:
        files["myst_nb.py"] = GLUE
    lines = "\n".join(f"files[{name!r}] = {literal(text)}" for name, text in files.items())
    cell = new_code_cell(SETUP.format(files=lines, packages=packages))
    cell.metadata = {"jupyter": {"source_hidden": True}, "cellView": "form"}
    return cell


def carried(book, sources):
    """From the path in the reader's folder to the text of each of the book's own files that these sources use."""
    files, waiting = {}, list(sources)
    folders = [book.source, *book.modules]
    candidates = {path: path.relative_to(folder) for folder in folders for path in sorted(own_files(folder))}
    while waiting:
        named = names_used(waiting.pop())
        for path in [path for path, place in candidates.items() if named & {*place.parts, place.stem}]:
            place = candidates.pop(path)
            try:
                files[place.as_posix()] = path.read_text("utf-8")
            except UnicodeDecodeError:
                text = "쪽이 쓰는데 UTF-8로 적은 글이 아니어서 내려받는 notebook에 실을 수 없다. 글(CSV 등)로 바꾸어 둔다."
                raise Refused(Fault("download", path.relative_to(book.root).as_posix(), text)) from None
            waiting += [files[place.as_posix()]] if path.suffix == ".py" else []
    return dict(sorted(files.items()))


@cache
def names_used(source):
    """Names that a source imports, and the parts of what could be a path or a module's name in a string."""
    names = set()
    for node in ast.walk(ast.parse(plain_python(source))):
        if isinstance(node, ast.Import):
            names |= {part for alias in node.names for part in alias.name.split(".")}
        elif isinstance(node, ast.ImportFrom):
            names |= {part for name in [node.module or "", *(alias.name for alias in node.names)] for part in name.split(".")}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not re.search(r"\s", node.value):
            names |= set(node.value.split("/"))
    return names


def literal(text):
    """A file's text as a person would quote it in Python."""
    plain = f"r'''{text}'''"
    return plain if "'''" not in text and text.endswith("\n") and "\r" not in text else repr(text)


def without_outputs(notebook):
    """The same cells, not yet run."""
    clean = nbformat.from_dict(notebook)
    for cell in clean.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return clean


def markdown(parts, cells):
    """The page as one text: its code and what it printed as code blocks, of figures the words."""
    return "\n\n".join(part if isinstance(part, str) else "\n\n".join(cell_blocks(cells[part])) for part in parts) + "\n"


def cell_blocks(cell):
    if "remove-input" not in cell.metadata.get("tags", []):
        yield f"```python\n{cell.source.strip()}\n```"
    for output in [] if "remove-output" in cell.metadata.get("tags", []) else cell.outputs:
        data = output.get("data", {})
        if output.output_type == "stream":
            yield f"```text\n{output.text.rstrip()}\n```"
        elif "image/svg+xml" in data or "image/png" in data:
            yield f"*그림: {cell.metadata['mystnb']['image']['alt']}*"
        elif "text/html" in data:
            yield data["text/html"]
        elif "text/plain" in data:
            yield f"```text\n{data['text/plain'].rstrip()}\n```"


def write(path, notebook):
    nbformat.validate(notebook)
    path.write_text(nbformat.writes(notebook) + "\n", "utf-8")
