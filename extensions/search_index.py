"""The index of the search: the text of every section as readers see it, and the names that mean the same.

Sphinx indexes the words of whole pages and cuts Korean at spaces alone, so that 마스크 is not found where the text says
마스크를; its results know no sections and no sentences. A book is small enough to keep the text itself: the script of
`web/src/search/` looks in it for whatever is typed. The index is a script, so that it also loads from a disk, and a page
asks for it when its search is first used. Sphinx's own index and scripts, which every page loaded, go (`gate/lighten.py`).
"""

import json
from pathlib import Path

from sphinx import addnodes

from page_state import by_page
from page_text import read_page
from search_names import all_names

TEMPLATES = Path(__file__).with_name("templates")


def collect(app, pagename, templatename, context, doctree):
    if doctree is not None:
        app.env.search_pages[pagename] = read_page(context["body"])


def order(env):
    """The pages in the order of the table of contents, and those of its first part, which is the main text."""
    toctrees = list(env.get_doctree(env.config.root_doc).findall(addnodes.toctree))
    names, main = [env.config.root_doc], []
    for part, toctree in enumerate(toctrees):
        queue = list(toctree["includefiles"])
        while queue:
            name = queue.pop(0)
            names.append(name)
            queue[:0] = env.toctree_includes.get(name, [])
            if part == 0:
                main.append(name)
    return names, main


def write_index(app, error):
    if error or app.builder.format != "html":
        return
    names, main = order(app.env)
    if not app.env.search_pages.keys() >= set(names):
        return  # a preview writes the pages that changed; the index of its first run, which wrote all, stays
    names = [name for name in dict.fromkeys(names) if app.env.search_pages.get(name)]
    pages = [[app.builder.get_target_uri(name), app.env.search_pages[name][0][1], name in main] for name in names]
    sections = [[number, *section] for number, name in enumerate(names) for section in app.env.search_pages[name]]
    places = {anchor: number for number, (_, anchor, _, _) in enumerate(sections)}
    groups = [[places.get(label, -1), same, further] for label, same, further in all_names(app.env)]
    index = json.dumps({"pages": pages, "sections": sections, "names": groups}, ensure_ascii=False, separators=(",", ":"))
    Path(app.outdir, "_static", "search-index.js").write_text(f"globalThis.searchIndex={index};\n", "utf-8")


def use_templates(app, config):
    config.templates_path.append(str(TEMPLATES))


def setup(app):
    app.setup_extension("encyclopedia")
    app.connect("config-inited", use_templates)
    app.add_js_file("search.js", loading_method="defer")
    by_page(app, "search_pages")
    app.connect("html-page-context", collect, priority=400)  # before cards are added to the body
    app.connect("build-finished", write_index)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}
