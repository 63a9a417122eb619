"""A heading's anchor is its label.

Docutils makes ids from the Latin letters of a title, so that a Korean title becomes `id2` or `d`, which moves when the
page changes and breaks readers' bookmarks. Each h1-h3 carries an ASCII label instead, or the build fails.
"""

import re

from docutils import nodes
from sphinx.util import logging


def use_labels(app, doctree):
    # Of a Korean label docutils keeps the Latin letters alone, as of a title.
    explicit = {name for name, is_explicit in doctree.nametypes.items() if is_explicit and doctree.nameids[name] == name}
    for section in doctree.findall(nodes.section):
        labels = [name for name in section["ids"] if name in explicit and re.fullmatch(r"[a-z][a-z0-9-]*", name)]
        if labels:
            section["ids"] = labels
        elif depth(section) <= 3:
            title = section.next_node(nodes.title).astext()
            logging.getLogger(__name__).warning("제목 앞에 ASCII (label)=이 없다: %s", title, location=section)


def depth(section):
    level = 0
    while isinstance(section, nodes.section):
        section, level = section.parent, level + 1
    return level


def setup(app):
    app.connect("doctree-read", use_labels, priority=100)  # before the table of contents collects the ids
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
