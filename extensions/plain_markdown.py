"""Each page as plain Markdown, for the files that readers download.

What MyST, Sphinx and the book's own directives resolve (numbers, citations, pasted values, exercises, terms) is read
from the finished document, so nothing of their syntax is left. `_build/plain/<page>.json` holds the parts in order:
text, or the index of a code cell of the page's notebook. A kind of node that is not known here fails the build.
"""

import json
import re
from pathlib import Path
from urllib.parse import urljoin

from docutils import nodes
from lxml import html
from sphinx import addnodes
from sphinx.errors import ExtensionError
from sphinx.locale import admonitionlabels

from strict_katex import MACROS

UNSEEN = (nodes.comment, nodes.target, nodes.substitution_definition, nodes.system_message, addnodes.index, addnodes.toctree)

LANGUAGES = {"none": "", "default": "python", "ipython3": "python"}


class Writer:
    """Turns the nodes of one page into Markdown; `number` gives the number of a figure, a listing or a formula."""

    def __init__(self, doctree, number, address):
        self.number, self.address = number, address
        self.linked = {node["refid"] for node in doctree.findall(nodes.reference) if node.get("refid")}
        self.parts, self.depth = [], 0
        self.section_children(doctree)

    def section_children(self, parent):
        """Text grows in one part until a cell interrupts it; a heading of a section begins a part."""
        for node in parent.children:
            if isinstance(node, nodes.section):
                self.depth += 1
                self.parts.append("")
                self.section_children(node)
                self.depth -= 1
            elif isinstance(node, nodes.container) and "cell_index" in node:
                captions = [self.block(figure) for figure in node.findall(nodes.figure)]
                self.parts += [node["cell_index"], *captions]
            elif text := self.block(node):
                if not self.parts or isinstance(self.parts[-1], int):
                    self.parts.append("")
                self.parts[-1] = f"{self.parts[-1]}\n\n{text}".strip()

    # Blocks

    def block(self, node):
        if isinstance(node, UNSEEN):
            return ""
        if isinstance(node, nodes.Admonition):
            return self.admonition(node)
        kind = type(node).__name__
        method = getattr(self, f"block_{kind}", None)
        if method is None:
            raise ExtensionError(f"{node.source}:{node.line}: {kind}을 Markdown으로 옮길 줄 모른다(extensions/plain_markdown.py).")
        return method(node)

    def blocks(self, parent, gap="\n\n"):
        return gap.join(filter(None, map(self.block, parent.children)))

    block_container = block_compound = blocks

    def block_title(self, node):
        anchors = "".join(f'<a id="{id_}"></a>' for id_ in node.parent["ids"] if id_ in self.linked)
        heading = f"{'#' * self.depth} {self.inlines(node)}"
        return f"{anchors}\n\n{heading}" if anchors else heading

    def block_paragraph(self, node):
        return re.sub(r"^(\d+(?=[.)] )|[-+#>](?= ))", r"\\\1" if not node.astext()[:1].isdigit() else r"\1\\", self.inlines(node))

    block_rubric = block_paragraph

    def block_caption(self, node):
        number = self.number(node.parent)
        return f"**{number}** {self.inlines(node)}" if number else f"**{self.inlines(node)}**"

    def block_figure(self, node):
        return "\n\n".join(self.block(child) for child in node if isinstance(child, (nodes.caption, nodes.legend)))

    def block_image(self, node):
        return f"*{escaped(node['alt'])}*" if node.get("alt") else ""

    def block_bullet_list(self, node):
        return "\n".join(self.item("- ", item) for item in node)

    def block_enumerated_list(self, node):
        return "\n".join(self.item(f"{n}. ", item) for n, item in enumerate(node, start=node.get("start", 1)))

    def item(self, marker, item):
        return marker + self.blocks(item).replace("\n", "\n" + " " * len(marker))

    def block_definition_list(self, node):
        return "\n".join(f"- {self.inlines(item[0])}: {indented(self.blocks(item[-1]))}" for item in node)

    def block_block_quote(self, node):
        return quoted(self.blocks(node))

    def block_literal_block(self, node):
        language = LANGUAGES.get(node.get("language"), node.get("language"))
        fence = "`" * max(3, 1 + max(map(len, re.findall(r"`+", node.astext())), default=0))
        return f"{fence}{language}\n{node.astext().rstrip()}\n{fence}"

    def block_math_block(self, node):
        number = self.number(node)
        tag = rf" \tag{{{number}}}" if number else ""
        return f"$$\n{plain_latex(node.astext().strip())}{tag}\n$$"

    def block_transition(self, node):
        return "---"

    def block_table(self, node):
        rows = [[self.cell(entry) for entry in row] for row in node.findall(nodes.row)]
        rule = ["---"] * len(rows[0])
        title = "".join(f"{self.block_caption(child)}\n\n" for child in node if isinstance(child, nodes.title))
        return title + "\n".join(f"| {' | '.join(row)} |" for row in [rows[0], rule, *rows[1:]])

    def cell(self, entry):
        """A bar would end the cell: in a formula it is written as a word."""
        for formula in list(entry.findall(nodes.math)):
            formula.replace_self(nodes.math("", formula.astext().replace("|", r"\vert ")))
        return "<br>".join(self.blocks(entry).split("\n\n")).replace("\n", " ").replace("|", r"\|")

    def block_citation(self, node):
        label, *rest = node.children
        return f"- [{label.astext()}] {indented(' '.join(map(self.block, rest)))}"

    def block_dropdown_main(self, node):
        title, *rest = node.children
        body = "\n\n".join(map(self.block, rest))
        return f"<details>\n<summary>{title.astext().strip()}</summary>\n\n{body}\n\n</details>"

    def admonition(self, node):
        label = None if isinstance(node, nodes.admonition) else admonitionlabels[node.tagname]
        title = f"**{label}**\n\n" if label else ""
        return quoted(title + "\n\n".join(f"**{self.inlines(c)}**" if isinstance(c, nodes.title) else self.block(c) for c in node))

    def block_raw(self, node):
        """Of a widget or a picture that only a browser shows: the words that stand for it."""
        if node.get("format") != "html" or not node.astext().strip():
            return ""
        root = html.fragment_fromstring(node.astext(), create_parent="div")
        words = [" ".join(part.text_content().split()) for part in root.iter("p")]
        words = words or [f"*{part.get('aria-label')}*" for part in root.xpath("//*[@aria-label]")[:1]]
        return "\n\n".join(words)

    # Inlines

    def inlines(self, node):
        return "".join(map(self.inline, node.children))

    def inline(self, node):
        if isinstance(node, nodes.Text):
            return escaped(node.astext().replace("\n", " "))
        if isinstance(node, nodes.strong):
            return f"**{self.inlines(node)}**"
        if isinstance(node, nodes.emphasis):
            return f"*{self.inlines(node)}*"
        if isinstance(node, nodes.math):
            return f"${plain_latex(node.astext())}$"
        if isinstance(node, nodes.literal):
            return code(node.astext())
        if isinstance(node, nodes.reference):
            return self.link(node)
        if isinstance(node, nodes.raw):
            return ""
        if isinstance(node, nodes.image):
            return self.block_image(node)
        if isinstance(node, (nodes.inline, addnodes.number_reference, addnodes.download_reference)):
            return self.inlines(node)
        if isinstance(node, UNSEEN):
            return ""
        raise ExtensionError(f"{node.source}:{node.line}: {type(node).__name__}을 Markdown으로 옮길 줄 모른다.")

    def link(self, node):
        """A link that works in a file on its own; of others only the words."""
        text, target = self.inlines(node), self.address(node)
        return f"[{text}]({target})" if target else text


def plain_latex(latex):
    """The book's own macros written out; trailing punctuation stays."""
    return re.sub(r"\\[A-Za-z]+", lambda match: MACROS.get(match[0], match[0]), latex)


def code(text):
    fence = "`" * (1 + max(map(len, re.findall(r"`+", text)), default=0))
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{text}{space}{fence}"


def escaped(text):
    return re.sub(r"[\\`*<$]|(?<!\w)_|_(?!\w)", r"\\\g<0>", text)


def indented(text):
    return text.replace("\n", "\n  ")


def quoted(text):
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def write(app, doctree, docname):
    """Called for each page when all its references are resolved."""
    numbers, config = app.env.toc_fignumbers.get(docname, {}), app.config

    def number(node):
        for kind, found in numbers.items():
            for id_ in set(node["ids"]) & set(found):
                digits = ".".join(map(str, found[id_]))
                return digits if kind == "displaymath" else config.numfig_format[kind] % digits
        return ""

    def address(node):
        if not node.get("internal"):
            return node.get("refuri")
        if node.get("refid") in sections:
            return f"#{node['refid']}"
        return urljoin(config.html_baseurl, node["refuri"]) if config.html_baseurl and node.get("refuri") else None

    sections = {id_ for section in doctree.findall(nodes.section) for id_ in section["ids"]}
    target = Path(app.doctreedir).parent / "plain" / f"{docname}.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    parts = Writer(doctree.deepcopy(), number, address).parts
    target.write_text(json.dumps(parts, ensure_ascii=False, indent=1), "utf-8")


def setup(app):
    app.connect("doctree-resolved", write, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
