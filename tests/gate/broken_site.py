"""Pages that run and typeset, but would mislead a reader or call another host. Fields as in `broken_pages.Page`."""

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9pt" height="9pt" viewBox="0 0 9 9"><path d="M 1 2 L 3 4"/></svg>'
FIGURE = """\
```{code-cell}
---
mystnb:
  figure:
    name: fig-%s
    caption: %s
  image:
    alt: %s
---
from IPython.display import SVG

SVG('%s')
```
"""
TICKED = SVG.replace("<path", "<text>128</text><path")
FOLDED = "```{code-cell}\n:tags: [hide-output]\n\nprint('분산', 2.5)\n```\n"
SHOWN = '```{code-cell}\nfrom IPython.display import HTML\n\nHTML(\'<img src="%s" alt="점">\')\n```\n'
DRAWN = "그림: \n모양: 선 1.0 3.0 / 2.0 4.0"
NOT_RUN = "---\nfile_format: mystnb\nkernelspec: {name: python3, language: python}\nmystnb: {execution_mode: 'off'}\n---\n\n"


ROWS = "| 모델 | 걸음 |\n|---|---|\n| 첫째 | 777 |\n| 둘째 | 5 |\n"


def case(name, kind, says, text, **more):
    return {"name": name, "kind": kind, "says": says, "text": text, **more}


def origin(name, html, says="host.test"):
    return case(name, "origin", says, f"{html}\n\n글.\n")


def number(name, says, text, **more):
    return case(name, "number", f"손으로 적은 수 {says}", text, **more)


ORIGIN = [
    origin("script elsewhere", '<script src="https://host.test/a.js"></script>'),
    origin("script without scheme", '<script src="//host.test/a.js"></script>'),
    origin("style sheet elsewhere", '<link rel="stylesheet" href="HTTPS://host.test/a.css">'),
    origin("picture set", '<img src="_static/file.png" srcset="_static/file.png 1x, https://host.test/b.png 2x" alt="점">'),
    origin("picture elsewhere", '<img src="https://host.test/a.png" alt="점">'),
    origin("distant markdown picture", "![점](https://host.test/a.png)"),
    origin("frame", '<iframe src="https://host.test/"></iframe>'),
    origin("imported style", '<style>@import "https://host.test/a.css";</style>'),
    origin("font in style", "<style>@font-face { font-family: x; src: url(https://host.test/a.woff2); }</style>"),
    origin("style attribute", "<p style=\"background: url('//host.test/a.png')\">글</p>"),
    origin("picture set in style", "<p style=\"background: image-set('https://host.test/a.png' 1x)\">글</p>"),
    origin("import call", '<script type="module">import("https://host.test/a.js")</script>'),
    origin("import statement", '<script type="module">import {a} from "https://host.test/a.js"; a()</script>'),
    origin("fetch call", "<script>fetch(`https://host.test/a.json`)</script>"),
    origin("assigned source", "<script>document.createElement('img').src = 'https://host.test/a.png'</script>"),
    origin("socket", "<script>new WebSocket('wss://host.test/')</script>"),
    origin("event attribute", "<button onclick=\"fetch('https://host.test/')\">눌러 본다</button>"),
    origin("image element", '<svg role="img" aria-label="점"><image xlink:href="https://host.test/a.png"/></svg>'),
    origin("base", '<div><base href="https://host.test/"></div>'),
    origin("refresh", '<meta http-equiv="refresh" content="9; url=https://host.test/">'),
    case("link to another host", None, "", "[논문](https://host.test/paper)과 <https://host.test/>를 읽는다.\n"),
    case("name space", None, "", "<script>document.createElementNS('http://www.w3.org/2000/svg', 'g')</script>\n\n글.\n"),
]

LINKS = [
    case("dead raw link", "link", "nowhere.html", '<a href="nowhere.html">여기</a>를 본다.\n'),
    case("dead raw anchor", "link", "index.html#nowhere", '<a href="index.html#nowhere">여기</a>를 본다.\n'),
    case("dead own anchor", "link", "#nowhere", '<a href="#nowhere">여기</a>를 본다.\n'),
    case("link out of the site", "link", "/etc/hostname", '<a href="/etc/hostname">여기</a>를 본다.\n'),
    case("link above the site", "link", "../../_config.yml", '<a href="../../_config.yml">여기</a>를 본다.\n'),
    case("dead raw picture", "link", "nowhere.png", '<img src="nowhere.png" alt="점">\n\n글.\n'),
    case("dead raw script", "link", "nowhere.js", '<script src="nowhere.js"></script>\n\n글.\n'),
    case("living raw link", None, "", '<a href="numbers.html#formula">여기</a>를 본다.\n'),
]

MARKUP = [
    case("literal stars", "bold", "**토큰(token)**은", "**토큰(token)**은 별표로 찍힌다.\n"),
    case("literal role", "markup", "{glue:text}", "평균은 {glue:text} `mean:.1f`이다.\n"),
    case(
        "unrecorded paste",
        "glue",
        "{glue}",
        "```{code-cell}\n:tags: [remove-cell]\nfrom myst_nb import glue\n\nglue('five', 5, display=False)\n```\n\n```{glue} five\n```\n",
    ),
    case("picture without alt", "alt", "alt가 없다", '<img src="_static/file.png">\n\n글.\n'),
    case("drawing without label", "alt", "alt가 없다", '<svg width="1"><path d="M 0 0"/></svg>\n\n글.\n'),
    case("cells not run", "outputs", "출력이 있는 cell", "```{code-cell}\nprint('찍는다')\n```\n", head=NOT_RUN),
    case("numbered label", "anchor", "순번이다: '글'", "(id7)=\n## 글\n\n글.\n"),
    case("raw heading", "anchor", "순번이다: '글'", "<h2>글</h2>\n\n글.\n"),
    case("boxed heading", "anchor", "순번이다: '글'", ":::{note}\n## 글\n:::\n"),
    case("stars in code", None, "", "`a ** b`와 $a^{*} * b$와 **굵은** 글씨.\n"),
]

NUMBERS = [
    number("in prose", "537.2", "분산은 537.2 정도다.\n"),
    number("before a particle", "537.2", "분산은537.2가 된다.\n"),
    number("before a unit", "64", "줄은 모두 64x이고 64MB다.\n"),
    number("without zero", ".253", "가중치는 .253이다.\n"),
    number("after a full stop", "537", "글이 끝난다.537은 분산이다.\n"),
    number("with exponent", "1e-5", "차이는 1e-5보다 작다.\n"),
    number("in a formula", "537.2", "분산은 $v = 537.2$이다.\n"),
    number("in display math", "537", "$$\nv = 537\n$$\n"),
    number("in math text", "537", "분산은 $\\text{약 537배}$이다.\n"),
    number("in a heading", "537.2", "(section-in-heading)=\n## 537.2 정도의 분산\n\n글.\n"),
    number("in a table", "537.2", "| 폭 | 분산 |\n|---|---|\n| 크다 | 537.2 |\n"),
    number("in a link", "512", "[512 차원의 분산](numbers.md)을 본다.\n"),
    number("in a figure caption", "537.2", ":::{figure} helpers/dot.svg\n:alt: 점\n\n분산은 537.2이다.\n:::\n"),
    number("in a cell caption", "537.2", FIGURE % ("cell-caption", "분산은 537.2이다.", "점", SVG), golden=DRAWN),
    number("in alt text", "537.2", "![분산이 537.2인 그림](helpers/dot.svg)\n"),
    number("in a cell alt", "537.2", FIGURE % ("cell-alt", "선 하나다.", "분산이 537.2인 선", SVG), golden=DRAWN),
    number("in a tooltip", "537.2", '<span title="분산은 537.2이다">여기</span>를 본다.\n'),
    number("in a drawing", "537.2", '<svg role="img" aria-label="값"><text>537.2</text></svg>\n\n글.\n'),
    number("in inline code", "537.2", "분산은 `537.2`이다.\n"),
    number("in faked output", "537.2", "```text\n분산 537.2\n```\n"),
    number("in a bare block", "537.2", "```\n분산 537.2\n```\n"),
    number("in a console", "537.2", "```console\n분산 537.2\n```\n"),
    number("with another sign", "-537.2", "합은 -537.2다.\n\n```{code-cell}\nprint(537.2)\n```\n", golden="537.2"),
    number("on a tick alone", "128", "폭은 128이다.\n\n" + FIGURE % ("tick", "선 하나다.", "점", TICKED), golden=f"그림: 128{DRAWN[4:]}"),
    number("in an admonition title", "537.2", ":::{admonition} 분산은 537.2\n글.\n:::\n"),
    number("near another text", "10000", "밑은 10000이다.\n", fact='{number: "10000", near: 다른 글, why: "정의다"}'),
    case("fact not used", "number", "777", "글.\n", fact='{number: "777", why: "정의다"}'),
    case("fact without number", "number", "꼴이 아니다", "글.\n", fact='{near: 글, why: "정의다"}'),
    case("fact without reason", "number", "source나 why가 없다", "값은 777이다.\n", fact='{number: "777"}'),
    case("fact not cited", "number", "인용하지 않는다", "값은 777이다.\n", fact='{number: "777", source: kim2020}'),
    case("fact with reason", None, "", "값은 777이다.\n", fact='{number: "777", near: 값은, why: "정의다"}'),
    case("fact in a row", None, "", ROWS, fact='{number: "777", near: 첫째, why: "정의다"}'),
    case("fact in another row", "number", "777", ROWS, fact='{number: "777", near: 둘째, why: "정의다"}'),
    case("fact also printed", None, "", "값은 777이다.\n\n```{code-cell}\nprint(777)\n```\n", golden="777", fact='{number: "777", near: 값은, why: "정의다"}'),
    case("printed number", None, "", "분산은 537.2이다.\n\n```{code-cell}\nprint(537.2)\n```\n", golden="537.2"),
    case("printed sign", None, "", "합은 −537.2이고 537.2만큼 준다.\n\n```{code-cell}\nprint(-537.2)\n```\n", golden="-537.2"),
    case("names and counts", None, "", "{ref}`numbers`에 float32와 D2의 3개, `x[10]`이 있다.\n"),
]  # fmt: skip

OUTPUTS = [
    case("folded output", None, "", FOLDED, golden="분산 2.5"),
    case("fold of another value", "golden", "+분산 2.5", FOLDED, golden="분산 9.9"),
    case(
        "shown from elsewhere", "origin", "host.test", SHOWN % "https://host.test/a.png",
        golden="그림 파일: 점\n그림이 있어야 할 곳: https://host.test/a.png",
    ),
]  # fmt: skip

PAGES = ORIGIN + LINKS + MARKUP + NUMBERS + OUTPUTS
