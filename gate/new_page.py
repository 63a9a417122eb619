"""Start a page of the book: `make new-page NAME=my-page`. Standard library only.

Writes the page in the pattern of the chapters and lists it in the table of contents. It runs and builds as it is, once
its printed figures are recorded; every part is there to be replaced.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # run as a file, before there is an environment
from scaffold import checked, start

ROOT = Path(__file__).resolve().parent.parent
PAGE = """\
---
file_format: mystnb
kernelspec:
  name: python3
  display_name: Python 3
---

({name})=
# 이 쪽이 답하는 물음

왜 이 물음이 나오는지를 한 문단으로 적는다. 이 쪽을 마치면 무엇을 할 수 있는지를 적는다.

({name}-experiment)=
## 재기 전에 짐작하고, 재어 본다

평균 0, 분산(variance) 1인 수 $N$개의 합은 얼마나 퍼지는가. 먼저 짐작한다.

```{{code-cell}}
import numpy as np

rng = np.random.default_rng(0)
N = 64
sums = rng.standard_normal((1000, N)).sum(axis=1)  # (1000,)
print(f"합의 분산: {{sums.var():.1f}}")
```

```{{code-cell}}
:tags: [remove-cell]
from myst_nb import glue

glue("{name}-n", N, display=False)
glue("{name}-variance", float(sums.var()), display=False)
assert abs(sums.var() / N - 1) < 0.2  # what the text says
```

서로 독립인 수 {{glue:text}}`{name}-n`개를 더하면 분산은 그 개수만큼 는다. 여기서는 {{glue:text}}`{name}-variance:.1f`였다.

({name}-limits)=
## 어디서 틀리는가

언제 이 결과가 성립하지 않는지, 무엇을 재지 않았는지를 적는다.
"""


def new_page(root, name):
    """Write the page and its line in the table of contents. Returns what was written."""
    page = PAGE.format(name=checked(name, "make new-page NAME=long-context"))
    return start(root, {f"book/transformers/{name}.md": page}, f"transformers/{name}", "transformers/")


if __name__ == "__main__":
    for path in new_page(ROOT, sys.argv[1] if len(sys.argv) > 1 else ""):
        print(f"썼다: {path.relative_to(ROOT)}")
    print("쪽을 고쳐 쓰고 확인한다: make book(찍힌 값을 보이고 멈춘다), make golden, make book")
