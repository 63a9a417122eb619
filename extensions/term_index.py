"""The index (genindex) in Korean order: every name of every term, and the sections of the book that teach it.

Sphinx files Hangul under combining letters and after the Latin ones. Here a name stands under its first consonant,
가나다 before ABC; a name leads to its entry and, below it, to the sections that the entry names.
"""

from terms import collation, initial


def fill_index(app, env):
    """Add the terms to what Sphinx will list. The labels of all pages are known by now."""
    terms, _ = env.encyclopedia
    labels, entries = env.get_domain("std").labels, env.get_domain("index").entries
    for term in terms.values():
        for name in (term.korean, term.english, *term.aliases):
            entries.setdefault(term.docname, []).append(("single", name, term.label, "main", initial(name)))
        for name in (term.korean, term.english):
            for anchor in term.anchors:
                docname, section, title = labels.get(anchor, (None, None, None))
                if docname:
                    entries.setdefault(docname, []).append(("single", f"{name}; {title}", section, "", initial(name)))


def sort_index(app, pagename, templatename, context, doctree):
    if pagename == "genindex":
        context["genindexentries"].sort(key=lambda group: collation(group[0]))
        for _, names in context["genindexentries"]:
            names.sort(key=lambda entry: collation(entry[0]))


def setup(app):
    app.setup_extension("encyclopedia")
    app.connect("env-check-consistency", fill_index)
    app.connect("html-page-context", sort_index)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
