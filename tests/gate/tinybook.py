"""One healthy tiny book, and the means to break and build copies of it."""

import fcntl
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
LABS = "labs/architectures/transformers"
NOTEBOOK = "---\nfile_format: mystnb\nkernelspec: {name: python3, display_name: Python 3}\n---\n\n"

FILES = {
    "_toc.yml": """\
format: jb-book
root: index
chapters:
- file: numbers
- file: figures
- file: other
""",
    "book/index.md": "(home)=\n# 작은 책\n\n시작하는 쪽이다.\n",
    "book/references.bib": """\
@article{kim2020, author = {Kim, Minsu}, title = {On means}, journal = {Journal of Means}, year = {2020}}
""",
    "book/numbers.md": NOTEBOOK
    + """\
(numbers)=
# 7.3 수와 식

```{code-cell}
from tiny import mean

values = [1.25, 2.5, 3.75]
print("평균", mean(values))
print("합", -7.5, "개수", 1024)
```

```{code-cell}
:tags: [remove-cell]
from myst_nb import glue

glue("mean", float(mean(values)), display=False)
```

(formula)=
## 왜 더한 뒤에 나누는가

평균은 {glue:text}`mean:.1f`이다. 개수는 1024개다. 밑은 10000이다 {cite:p}`kim2020`.

```{math}
:label: eq-mean
m = \\frac{1}{n} \\sum_t x_t
```

{eq}`eq-mean`에서 $n = 3$이다. **평균**은 [앞](#numbers)과 {ref}`home`에서 본다.

```{bibliography}
```
""",
    "book/figures.md": NOTEBOOK
    + """\
(figures)=
# 그림

```{code-cell}
import bookfig
import matplotlib.pyplot as plt
import numpy as np
from myst_nb import glue

glue("height", 9.0, display=False)
```

```{code-cell}
---
tags: [hide-input]
mystnb:
  figure:
    name: fig-line
    caption: 선은 {glue:text}`height:.1f`까지 오른다.
  image:
    alt: 선 하나가 오른쪽 위로 오른다.
---
fig, ax = plt.subplots()
ax.plot(range(40), np.arange(40) ** 2, label="길이")
ax.set_title("가나다")
ax.legend();
```

```{code-cell}
---
mystnb:
  image:
    alt: 여섯 줄 여섯 칸의 밝기 그림이다.
---
fig, ax = plt.subplots(figsize=(3, 3))
cells = np.arange(36).reshape(6, 6)
ax.imshow(cells, cmap="coolwarm");
```

{numref}`fig-line`을 본다.
""",
    "book/other.md": "(other)=\n# 다른 쪽\n\n앞 쪽의 평균은 {glue:text}`numbers.md::mean:.2f`이다.\n",
    f"{LABS}/tiny.py": "from summing import total\n\n\ndef mean(values):\n    return total(values) / len(values)\n",
    f"{LABS}/summing.py": "def total(values):\n    return sum(values)\n",
    "book/helpers/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M 1 2 L 3 4"/></svg>\n',
    "tests/facts.yml": 'numbers:\n  - {number: "10000", near: 밑은, source: kim2020}\n',
}


def write_healthy(root):
    """Write the tiny book; its configuration, extensions and figure helper are the project's own."""
    for name in ("book/helpers", "book/assets"):
        shutil.copytree(PROJECT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    (root / "extensions").symlink_to(PROJECT / "extensions")
    for name in ("_config.yml", "requirements.in", "requirements.txt"):
        shutil.copy(PROJECT / name, root)
    write(root, FILES)


def write(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def edit(root, name, old, new):
    """Replace the one place of `old`: a change that changes nothing would prove nothing."""
    text = (root / name).read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
    (root / name).write_text(text.replace(old, new), "utf-8")


@dataclass
class Result:
    code: int
    output: str

    @property
    def faults(self):
        """Each refusal as (kind, rest of its text), in order."""
        parts = re.split(r"^실패 \[(\w+)\] ", self.output, flags=re.M)[1:]
        return list(zip(parts[::2], parts[1::2], strict=True))

    @property
    def kinds(self):
        return {kind for kind, _ in self.faults}


def gate(root, command="build", *options):
    """Run the gate as `make` does, on another book."""
    done = subprocess.run(
        [sys.executable, "-m", "gate", command, "--root", str(root), *options],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    return Result(done.returncode, done.stdout + done.stderr)


def refused(result, kind, *texts):
    """The book is refused for this reason and for no other."""
    assert result.code == 1, result.output
    assert result.kinds == {kind}, result.output
    for text in texts:
        assert any(text in rest for _, rest in result.faults), f"{text!r} is not said:\n{result.output}"
    return True


def once(folder, name, make):
    """Make `folder/name` once for all test processes; return its path."""
    target = folder / name
    with open(folder / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (target / "made").exists():
            shutil.rmtree(target, ignore_errors=True)
            target.mkdir()
            make(target)
            (target / "made").touch()
    return target


def copy(source, target):
    """A book of its own: the same pages, golden files and execution cache, without the site that is made anew."""
    ignore = shutil.ignore_patterns("html", ".doctrees", "jupyter_execute", "made")
    shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True, ignore=ignore)
    return target
