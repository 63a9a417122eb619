"""The menu `내려받기` in the header of a page: the files that `gate/downloads.py` writes, and where to run them.

Colab opens notebooks of a public repository alone. CI puts them on its branch `notebooks`; the link appears once
`repository: url` in `_config.yml` says where that is.
"""

import re
from pathlib import Path

NOTEBOOK = [(".ipynb", "빈 notebook (.ipynb)"), (".executed.ipynb", "실행한 notebook (.ipynb)")]
TEXT = [(".md", "글과 code (.md)")]
BOOK = [("downloads/attention-transformer.epub", "책 전체 (.epub)"), ("labs.zip", "실습 묶음 (.zip)")]
BRANCH = "notebooks"


def add_menu(app, pagename, templatename, context, doctree):
    if pagename not in app.env.found_docs:
        return
    has_cells = pagename in app.env.nb_metadata and bool(app.env.nb_metadata[pagename].get("exec_data"))
    path = f"downloads/{pagename}"
    link = lambda name: context["pathto"](name, 1)  # noqa: E731
    context["downloads"] = {
        "page": [(link(f"{path}{ending}"), text) for ending, text in [*(NOTEBOOK if has_cells else []), *TEXT]],
        "book": [(link(path), text) for path, text in BOOK],
        "colab": colab(app.config.html_theme_options.get("repository_url", ""), path) if has_cells else None,
    }


def colab(repository, path):
    """The address at which Colab opens a notebook of this repository, or None."""
    match = re.fullmatch(r"https://github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?", repository or "")
    return f"https://colab.research.google.com/github/{match[1]}/blob/{BRANCH}/{path.removeprefix('downloads/')}.ipynb" if match else None


def use_template(app, config):
    config.templates_path.append(str(Path(__file__).with_name("templates")))


def setup(app):
    app.connect("config-inited", use_template)
    app.connect("html-page-context", add_menu)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
