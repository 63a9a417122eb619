"""What an extension knows of each page, kept with Sphinx's own records: a preview reads only the pages that have changed."""


def by_page(app, *names):
    """Give the environment a dict under each name. What it holds of a page goes when the page is read anew or removed."""

    def prepare(app):
        for name in names:
            if not hasattr(app.env, name):
                setattr(app.env, name, {})

    def forget(app, env, docname):
        for name in names:
            getattr(env, name).pop(docname, None)

    app.connect("builder-inited", prepare)
    app.connect("env-purge-doc", forget)
