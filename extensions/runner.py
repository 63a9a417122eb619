"""Python in the page: marks the cells that can run, and writes each page's plan, which the browser asks for on the first click.

The plan (`_static/runner/plans/<page>.json`) holds the page's cells in order, hidden ones as well, the book's modules that
they import, and the exercise with the files of its grader. A page where nothing runs gets nothing.
"""

import json
from pathlib import Path

from docutils import nodes

from cell_kinds import LOCAL, RUNS, cell_kinds
from gate.book import Book
from gate.execute import plain_python, read_page, used_files
from gate.starters import LABS
from page_state import by_page


def mark_cells(app, doctree):
    """Give each cell that the page shows its kind as a class."""
    book, name = Book(Path(app.srcdir).parent), app.env.docname
    notebook, _ = read_page(book, name)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"] if notebook else []
    if not cells:
        return
    sources = [plain_python(cell.source) for cell in cells]
    for path in used_files(book, sources, book.page_source(name).parent):
        app.env.note_dependency(str(path))  # the preview reads the page again when what it shows was made anew
    paths = [path for folder in book.modules for path in folder.glob("*.py")]
    kinds = cell_kinds(sources, {path.stem: path.read_text("utf-8") for path in paths})
    tags = [set(cell.metadata.get("tags", [])) for cell in cells]
    plan = [{"code": source, "kind": kind, "hidden": "remove-cell" in tag} for source, kind, tag in zip(sources, kinds, tags, strict=True)]
    if not any(kind == RUNS and not tag & {"remove-cell", "remove-input"} for kind, tag in zip(kinds, tags, strict=True)):
        return
    shown = [cell for cell in plan if not cell["hidden"]]
    for container, cell in zip(cell_containers(doctree), shown, strict=True):
        container["classes"].append(cell["kind"])
    used = used_files(book, [cell["code"] for cell in plan if cell["kind"] != LOCAL])
    used.add(book.source / "helpers" / "bookfig.py")  # the reader's own figures have the book's style and letters
    files = {path.name: path.read_text("utf-8") for path in sorted(used) if path in paths}
    files["myst_nb.py"] = '"""glue leaves values for the printed page; here there is none."""\n\n\ndef glue(*_, **__):\n    pass\n'
    app.env.plans.setdefault(name, {}).update(cells=plan, files=files)


def cell_containers(doctree):
    return [node for node in doctree.findall(nodes.container) if node.get("nb_element") == "cell_code"]


def add_exercise(env, name):
    """Called by the directive of an exercise page."""
    folder = Path(env.srcdir).parent / LABS / "exercises"
    grader = next((folder / name).glob("test_*.py"))
    files = {path.name: path.read_text("utf-8") for path in (grader, *sorted(folder.glob("*.py")))}
    code = (folder / name / "exercise.py").read_text("utf-8")
    exercise = {"name": name, "code": code, "grader": grader.name, "files": files}
    env.plans.setdefault(env.docname, {}).update(exercise=exercise)


def add_to_page(app, pagename, templatename, context, doctree):
    plan = app.env.plans.get(pagename)
    if plan is None:
        return
    target = Path(app.outdir, "_static", "runner", "plans", f"{pagename}.json")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(plan, ensure_ascii=False), "utf-8")
    local = app.builder.get_relative_uri(pagename, "index") + "#run-locally"
    data = {"data-plan": f"runner/plans/{pagename}.json", "data-local": local, "data-exercise": plan.get("exercise", {}).get("name", "")}
    app.add_css_file("runner.css")
    app.add_js_file("runner.js", loading_method="defer", **data)


def setup(app):
    by_page(app, "plans")
    app.connect("doctree-read", mark_cells)
    app.connect("html-page-context", add_to_page)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
