"""Take off the finished pages what they load and do not use, and ask early for what they do.

The theme serves every site: 400 kB of style rules, an icon script of 1.5 MB, whole fonts. What stays is found in the
pages themselves, so a page added later needs no list here: PurgeCSS keeps the rules whose names occur in a page or a
script, a font keeps the characters that are shown in it, and a page keeps the files whose marks it bears.
"""

import base64
import os
import re
import subprocess
from urllib.parse import quote

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from lxml import html

# The file (as the end of its path) and what a page that uses it bears. Never wanted are the
# icon script, as the icon font draws, and Sphinx's search, as extensions/search_index.py has the book's own.
NEEDS = {
    r"scripts/fontawesome\.js": r"(?!)",
    r"(searchtools|language_data|searchindex)\.js": r"(?!)",
    r"(clipboard\.min|copybutton)\.(js|css)": r'class="highlight',
    r"togglebutton\.(js|css)": r'class="[^"]*\b(dropdown|toggle)\b',
    r"sphinx-design\.min\.css": r'class="[^"]*\bsd-',
    r"design-tabs\.js": r'class="[^"]*\bsd-tab-',
    r"mystnb\.\w+\.css": r'class="[^"]*\bcell\b',
    r"katex/katex\.min\.css|katex-math\.css": r'class="katex',
}
# The theme learns late whether the device is dark; until then its colours, and the borders made of them, are unknown.
THEME = 'localStorage.getItem("theme") || "auto"'
THEME_AT_ONCE = """["light", "dark"].find(theme => theme === document.documentElement.dataset.mode)
      ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")"""
TAG = r"[ \t]*<(?:script|link)\b[^>]*?(?:src|href)=\"[^\"]*?(?:{file})(?:\?[^\"]*)?\"[^>]*>(?:</script>)?\n?"
# KaTeX's fonts, each asked for with the page that has something set in it: a formula whose font comes late moves the page.
PRELOADED = {
    "KaTeX_Main-Regular": r'class="katex',
    "KaTeX_Math-Italic": r'class="mord mathnormal',
    "KaTeX_Main-Bold": r'class="mord (mathbf|textbf)',
    "KaTeX_AMS-Regular": r'class="(mord mathbb|m\w+ amsrm)',
    "KaTeX_SansSerif-Regular": r'class="mord (mathsf|textsf)',
    "KaTeX_Size1-Regular": r'class="(delimsizing size1|mop op-symbol small-op)',
    "KaTeX_Size2-Regular": r'class="(delimsizing size2|mop op-symbol large-op)',
}
PRELOAD = '  <link rel="preload" as="font" type="font/woff2" crossorigin href="{folder}fonts/{font}.woff2">\n'


def lighten(site, web):
    """Write the pages, styles and fonts of the folder `site` anew, without what is not used."""
    static, formulas = site / "_static", ""
    for path in [*static.glob("*.html"), *static.rglob("*.map"), *site.glob(".buildinfo*")]:
        path.unlink()  # the theme's templates, what its developers debug it with, and what Sphinx would go on from
    for path in sorted(site.rglob("*.html")):
        text = with_icon(asked_early(without_unused(path.read_text("utf-8"))), path)
        path.write_text(text, "utf-8")
        formulas += "".join(part.text_content() for part in html.fromstring(text).find_class("katex-html"))
    without_other_formats(static / "styles")
    purge(site, web)
    sweep(static)
    subset(static / "katex" / "fonts", formulas)
    styles = "".join(path.read_text("utf-8") for path in (static / "styles").glob("*.css"))
    subset(static / "vendor", "".join(chr(int(code, 16)) for code in re.findall(r'content:"\\([0-9a-f]{4})', styles)))
    take_in_fonts(static / "styles")


def without_unused(text):
    """The page without the tags of files that it makes no use of."""
    for file, mark in NEEDS.items():
        if not re.search(mark, text):
            text = re.sub(TAG.format(file=file), "", text)
    return text


def asked_early(text):
    """The page with its colours and links to its other fonts at once, and a link to the next page for when it is idle."""
    for folder in re.findall(r'href="([^"]*)katex\.min\.css', text):
        fonts = [font for font, mark in PRELOADED.items() if re.search(mark, text)]
        text = text.replace("</head>", "".join(PRELOAD.format(folder=folder, font=font) for font in fonts) + "</head>", 1)
    text = text.replace(THEME, THEME_AT_ONCE)
    return re.sub(r'<link rel="next"[^>]*? href="([^"]+)"[^>]*>', r'\g<0>\n    <link rel="prefetch" href="\1">', text)


def with_icon(text, path):
    """The page with its icon inside: browsers ask for icons past the service worker, so a book that is kept would lack it."""

    def inside(found):
        return f'href="data:image/svg+xml,{quote((path.parent / found[1]).read_text("utf-8"), safe=" =:/")}"'

    return re.sub(r'(?<=<link rel="icon" )href="([^":]+\.svg)"', inside, text)


def without_other_formats(styles):
    """Every browser that runs this site reads WOFF2."""
    for path in styles.glob("*.css"):
        text = re.sub(r",url\([^)]*\.ttf\) format\(\"truetype\"\)", "", path.read_text("utf-8"))
        path.write_text(re.sub(r"/\*# sourceMappingURL=.*?\*/", "", text), "utf-8")


def purge(site, web):
    """Drop the style rules whose names occur neither in a page nor in a script of the site."""
    program = web / "node_modules" / "purgecss" / "bin" / "purgecss.js"
    command = ["node", program, "--config", web / "purgecss.config.mjs", "--output", ".", "--preserve-paths"]
    # The options of KaTeX's server would end this Node before it has begun.
    subprocess.run(command, cwd=site, env={**os.environ, "NODE_OPTIONS": ""}, check=True)


def sweep(static):
    """Delete the theme's files that no page, style or other script of the site names."""
    texts = {path: path.read_text("utf-8") for kind in ("html", "css", "js") for path in static.parent.rglob(f"*.{kind}")}
    for folder in ("scripts", "styles", "vendor"):
        for path in (static / folder).rglob("*"):
            if path.is_file() and not any(path.name in text for other, text in texts.items() if other != path):
                path.unlink()


def subset(folder, characters):
    """Leave only these characters in the fonts of a folder."""
    for path in sorted(folder.rglob("*.woff2")):
        with TTFont(path, recalcTimestamp=False) as font:
            subsetter = Subsetter(Options(layout_features=["*"]))
            subsetter.populate(text=characters)
            subsetter.subset(font)
            font.flavor = "woff2"
            font.save(path)


def take_in_fonts(styles):
    """Put the icons, which are few by now, into the styles that name them: icons that come late move the text beside them."""

    def inside(found):
        path = (styles / found[1]).resolve()
        data = base64.b64encode(path.read_bytes()).decode()
        path.unlink()
        return f"url(data:font/woff2;base64,{data})"

    for path in sorted(styles.glob("*.css")):
        path.write_text(re.sub(r"url\((\.\./vendor/[^)]+\.woff2)\)", inside, path.read_text("utf-8")), "utf-8")
