"""The first use of a symbol leads to the notation table and shows what the table says of it.

Only on pages whose front matter has `symbols: true`: elsewhere the same letter may mean another thing (m is a position
in one chapter and a maximum in another). The table is the one at `notation-symbols`; a cell may hold several symbols.
"""

from docutils import nodes

from page_state import by_page
from term_cards import CARD, TermLink, add_to_page, is_running

PAGE, SECTION = "notation", "notation-symbols"


def read_symbols(doctree):
    """From a symbol's LaTeX to the cell that says what it means."""
    section = next((part for part in doctree.findall(nodes.section) if SECTION in part["ids"]), None)
    symbols = {}
    for body in section.findall(nodes.tbody) if section else []:
        for row in body:
            for formula in row[0].findall(nodes.math):
                symbols |= dict.fromkeys(formula.astext().split(", "), row[-1])
    return symbols


def link_symbols(app, doctree, docname):
    if str(app.env.metadata[docname].get("symbols", "")).lower() != "true" or PAGE not in app.env.found_docs:
        return
    symbols = read_symbols(app.env.get_doctree(PAGE))
    uri = f"{app.builder.get_relative_uri(docname, PAGE)}#{SECTION}"
    used = []
    for formula in list(doctree.findall(nodes.math)):
        symbol = formula.astext()
        if symbol not in symbols or symbol in [known for known, _ in used] or not is_running(formula):
            continue
        name = f"기호 {symbol.replace(chr(92), '')}"  # a formula alone gives a link no name
        link = TermLink("", "", refuri=uri, internal=True, term=f"symbol-{len(used)}", classes=["symbol"], name=name)
        formula.replace_self(link)
        link += formula
        used.append((symbol, symbols[symbol]))
    app.env.symbol_cards[docname] = uri, used


def add_cards(app, pagename, templatename, context, doctree):
    uri, used = app.env.symbol_cards.get(pagename, ("", []))
    cards = []
    for number, (symbol, meaning) in enumerate(used):
        title, definition = (
            app.builder.render_partial(node)["fragment"] for node in (nodes.math(symbol, symbol), nodes.container("", *meaning.deepcopy()))
        )
        cards.append(CARD.format(id=f"symbol-{number}", title=title, definition=definition, formula="", uri=uri, action="표기 보기"))
    if cards:
        add_to_page(app, context, cards)


def setup(app):
    app.setup_extension("term_cards")
    by_page(app, "symbol_cards")
    app.connect("doctree-resolved", link_symbols, priority=600)  # after the terms
    app.connect("html-page-context", add_cards)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}
