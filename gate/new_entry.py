"""Start an entry of the encyclopedia: `make new-entry NAME=layer-scale`. Standard library only.

Writes the page in the pattern of all entries and lists it in the table of contents. The page does not build until its
front matter and its sections are filled in: the build says what is missing.
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
korean:
english: {english}
# index.md의 categories 가운데 하나
category:
# 한두 문장. 카드에도 실리므로 링크와 인용을 넣지 않는다.
definition: >-
# LaTeX 한 줄. 없으면 지운다.
formula:
# 사람들이 치는 다른 이름, 한글과 로마자 모두
aliases: []
# 글에서 이 용어로 볼 꼴. 두 이름 그대로이면 지운다.
forms: []
# 다른 항목의 파일 이름. 그쪽에도 이 이름을 적는다.
related: []
# 이 용어를 가르치는 절의 label
anchors: []
---

(term-{name})=
# 한글 이름(영어 이름)

```{{encyclopedia}} head
```

(term-{name}-detail)=
## 자세히

% 왜 있는지, 어떻게 하는지, 어디서 틀리는지. 문단 셋쯤.

(term-{name}-example)=
## 실행 예

% 짧은 cell 하나와 그 주장을 assert로 확인하는 숨은 cell(remove-cell). 되도록 NumPy로 쓴다.

(term-{name}-talk)=
## 현장 대화

% 굵은 글씨의 장면과 인용 블록의 대화를 셋. 여기만 입말로 쓴다.

(term-{name}-kinds)=
## 비교

% 갈래가 있으면 표로 비교한다. 없으면 이 절을 label까지 지운다.

(term-{name}-tip)=
## 실무 조언

(term-{name}-caution)=
## 주의할 점

(term-{name}-related)=
## 관련 용어

```{{encyclopedia}} related
```

(term-{name}-reading)=
## 더 읽을거리

% 무엇을 얻으려고 읽는지 적는다. 인용의 이름 앞에 {name}-를 붙인다: {{cite:t}}`{name}-vaswani2017`.

```{{bibliography}}
:filter: docname in docnames
:keyprefix: {name}-
```

(term-{name}-book)=
## 이 책에서

```{{encyclopedia}} taught
```
"""


def new_entry(root, name):
    """Write the page and its line in the table of contents. Returns what was written."""
    page = PAGE.format(name=checked(name, "make new-entry NAME=layer-scale"), english=name.replace("-", " "))
    return start(root, {f"book/encyclopedia/{name}.md": page}, f"encyclopedia/{name}", "encyclopedia/(?!index$)")


if __name__ == "__main__":
    for path in new_entry(ROOT, sys.argv[1] if len(sys.argv) > 1 else ""):
        print(f"썼다: {path.relative_to(ROOT)}")
    print("머리말과 절을 채우고 make book을 돌린다. 빠진 것은 build가 알려 준다.")
