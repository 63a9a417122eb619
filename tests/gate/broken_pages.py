"""The broken pages: what each holds, and the kind and the words with which the gate must refuse it."""

from dataclasses import dataclass

from tests.gate import broken_site


@dataclass
class Page:
    name: str
    kind: str | None  # None: a right page that looks like a broken one
    says: str
    text: str
    head: str = ""
    fact: str = ""  # an entry of tests/facts.yml
    golden: str = ""  # what the page prints


def cell(code, options=""):
    return f"```{{code-cell}}\n{options}{code}\n```\n"


KERNEL_ONLY = "---\nkernelspec: {name: python3, display_name: Python 3}\n---\n\n"
ALLOWING = "---\nfile_format: mystnb\nkernelspec: {name: python3}\nmystnb: {execution_allow_errors: true}\n---\n\n"
DRAWING = "import bookfig\nimport matplotlib.pyplot as plt\n\nfig, ax = plt.subplots()\n"
ALT = "---\nmystnb:\n  image:\n    alt: 빈 그림이다.\n---\n"

RUNS = [
    Page("raising cell", "cell", "ZeroDivisionError", cell("print(1)\n1 / 0")),
    Page("allowed error", "cell", "ZeroDivisionError", cell("1 / 0"), head=ALLOWING),
    Page("syntax error", "cell", "SyntaxError", cell("for")),
    Page("failing assert", "cell", "AssertionError", cell("assert 1 == 2", ":tags: [remove-cell]\n\n")),
    Page("assert in a captured cell", "cell", "AssertionError", cell("%%capture\nassert 1 == 2", ":tags: [remove-cell]\n\n")),
    Page("error that IPython caught", "cell", "AssertionError", cell("get_ipython().run_cell('assert 1 == 2');")),
    Page("shell command", "cell", "shell 명령", cell("print(1)\n!false")),
    Page(
        "dead kernel",
        "cell",
        "(cell 2): kernel이 죽었다",
        cell("print(1)") + "\n" + cell("import os\nos._exit(1)") + "\n" + cell("print(2)"),
    ),
    Page("fence without cell", "notebook", "{code-cell}", "```python\nprint(2 + 2)  # 5\n```\n"),
    Page("block without cell", "notebook", "{code-cell}", "```{code-block} python\nprint(2 + 2)  # 5\n```\n"),
    Page("never executed", "notebook", "file_format: mystnb", cell("print(1)"), head=KERNEL_ONLY),
    Page("skipped cell", "notebook", "skip-execution", cell("print(1)", ":tags: [skip-execution]\n\n")),
    Page("expected error", "notebook", "raises-exception", cell("1 / 0", ":tags: [raises-exception]\n\n")),
    Page("warning in cell", "stderr", "느리다", cell("import warnings\nwarnings.warn('느리다')")),
    Page("old api", "stderr", "DeprecationWarning", cell("import warnings\nwarnings.warn('x', DeprecationWarning)")),
    Page("logged line", "stderr", "조심", cell("import logging\nlogging.warning('조심')")),
    Page(
        "hidden stderr",
        "stderr",
        "몰래",
        cell("import sys\nprint('몰래', file=sys.stderr)", ":tags: [remove-output]\n\n"),
    ),
    Page("tofu", "tofu", "missing from font", cell(DRAWING + "ax.set_title('\\ue123');", ALT)),
    Page("healthy run", None, "", cell("print(1)")),
    Page("healthy fence", None, "", "```bash\npython x.py\n```\n\n" + cell("%matplotlib inline\nx = (\n    10\n    % 3\n)\nprint(x)")),
]

SPHINX = [
    Page("missing key", "sphinx", "No key 'nothing' found", cell("x = 1") + "\n값은 {glue:text}`nothing:.2f`이다.\n"),
    Page("missing key elsewhere", "sphinx", "'nothing' not found in doc", "값은 {glue:text}`numbers.md::nothing:.2f`이다.\n"),
    Page(
        "unformattable", "sphinx", "float(값)을 넘긴다",
        cell("import numpy as np\nfrom myst_nb import glue\nglue('width', np.float64(2.5), display=False)")
        + "\n{glue:text}`width:.2f`\n",
    ),
    Page("lost reference", "sphinx", "nowhere", "{ref}`nowhere`를 본다.\n"),
    Page("lost figure", "sphinx", "nowhere", "{numref}`nowhere`를 본다.\n"),
    Page("lost equation", "sphinx", "nowhere", "{eq}`nowhere`를 본다.\n"),
    Page("lost anchor", "sphinx", "nowhere", "[여기](#nowhere)를 본다.\n"),
    Page("lost file", "sphinx", "nowhere.md", "[여기](nowhere.md)를 본다.\n"),
    Page("lost picture", "sphinx", "nowhere.png", "![빈 그림](nowhere.png)\n"),
    Page("lost citation", "sphinx", "lee1999", "{cite:p}`lee1999`를 본다.\n"),
    Page("no alt in cell", "sphinx", "그림에 alt가 없다", cell(DRAWING + "ax.plot([0, 1]);")),
    Page("no alt in image", "sphinx", "그림에 alt가 없다", "![](helpers/dot.svg)\n"),
    Page("no label", "sphinx", "(label)=이 없다", "## 이름 없는 절\n\n글.\n"),
    Page("korean label", "sphinx", "(label)=이 없다", "(이름)=\n## 한글 이름의 절\n\n글.\n"),
    Page("label twice", "sphinx", "duplicate label", "(home)=\n## 이미 있는 이름\n\n글.\n"),
    Page("cell in a box", "sphinx", "code-cell", f":::{{note}}\n{cell('print(1)')}:::\n", head=KERNEL_ONLY.replace("---\nk", "---\nfile_format: mystnb\nk")),
    Page("unknown directive", "sphinx", "Unknown directive", ":::{nothing}\n글.\n:::\n"),
    Page("healthy sphinx", None, "", "{ref}`home`과 {eq}`eq-mean`을 본다.\n"),
]  # fmt: skip

GROUPS = {"runs": RUNS, "sphinx": SPHINX, "site": [Page(**case) for case in broken_site.PAGES]}
