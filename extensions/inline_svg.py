"""Figures drawn by executed cells become part of the page.

Inside the page their text is real text, and their colours follow the light and the dark theme.
Only the colours of `bookfig.PALETTE` are made to follow; a figure without alt text fails the build.
"""

import re
from pathlib import Path

from docutils import nodes
from lxml import etree
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from bookfig import PALETTE

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"


class InlineSvg(SphinxPostTransform):
    default_priority = 900
    formats = ("html",)

    def run(self, **kwargs):
        for number, image in enumerate(list(self.document.findall(nodes.image)), start=1):
            uri = image["uri"]
            if not image.get("alt", "").strip():
                logging.getLogger(__name__).warning("그림에 alt가 없다: %s", uri, location=image)
            if uri.endswith(".svg") and "jupyter_execute" in uri:
                path = Path(self.env.srcdir, uri)
                svg = inline(path.read_bytes(), image.get("alt", ""), f"f{number}-")
                image.replace_self(nodes.raw("", svg, format="html"))


def inline(source, alt, prefix):
    """Return `source` (bytes of an SVG file) as an <svg> element that can stand in a page beside others."""
    root = etree.fromstring(source, etree.XMLParser(remove_comments=True, remove_blank_text=True))
    for tag in ("metadata", "title", f"defs/{SVG}style"):
        for element in root.findall(f".//{SVG}{tag}"):
            element.getparent().remove(element)
    used = set(re.findall(r"#([\w.-]+)", etree.tostring(root, encoding="unicode")))
    for element in root.iter():
        if (name := element.attrib.pop("id", None)) in used:
            element.set("id", prefix + name)
        if XLINK in element.attrib:
            element.set("href", element.attrib.pop(XLINK).replace("#", f"#{prefix}", 1))
        for key in ("style", "clip-path"):
            if key in element.attrib:
                element.set(key, follow_theme(element.get(key)).replace("url(#", f"url(#{prefix}"))
    width = root.attrib.pop("width")
    root.attrib.pop("height")
    root.attrib.pop("version", None)
    root.set("role", "img")
    root.set("aria-label", alt)
    root.set("class", "bookfig")
    root.set("style", f"max-width: {width}")
    etree.cleanup_namespaces(root)
    return etree.tostring(root, encoding="unicode")


def follow_theme(style):
    """Replace each colour of the palette by the page's variable of the same name."""
    for name, colour in PALETTE.items():
        style = style.replace(colour, f"var(--fig-{name}, {colour})")
    return style


def setup(app):
    app.add_post_transform(InlineSvg)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
