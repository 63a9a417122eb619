"""The directive `{exercise} name`: what every exercise page shows in the same way.

From `solutions/<name>/meta.yml` and `solution.py` it writes difficulty and minutes, the files to download, the starter,
the command that grades, the hints (folded) and the solution with its explanation (folded).
"""

from pathlib import Path

from sphinx.util.docutils import SphinxDirective

from gate.book import read_yaml
from gate.starters import LABS
from runner import add_exercise

PAGE = """\
**난이도** {stars} · **시간** [{minutes}]{{.from-file}}분쯤

- 고칠 파일: {{download}}`exercise.py <{up}/exercises/{name}/exercise.py>`
- 채점기: {{download}}`{grader} <{up}/exercises/{name}/{grader}>`, {{download}}`grading.py <{up}/exercises/grading.py>`, \
{{download}}`reference.py <{up}/exercises/reference.py>`

이 쪽에서 바로 고치고 채점하거나, 네 파일을 한 폴더에 두고 채점한다. 쪽에서 고친 code는 이 browser에 남는다. 모든 실습이 든 묶음은 [labs.zip](#download-labs)에 있다.

```bash
python -m pytest -x {grader}
```

:::{{container}} exercise-code
```{{literalinclude}} {up}/exercises/{name}/exercise.py
:language: python
:caption: exercise.py
```
:::

{hints}
::::{{dropdown}} 해답과 설명
:class-container: solution

```python
{solution}
```

{explanation}
::::
"""

HINT = """\
:::{{dropdown}} 힌트 {number}
{text}
:::

"""


class Exercise(SphinxDirective):
    required_arguments = 1

    def run(self):
        name = self.arguments[0]
        root = Path(self.env.srcdir).parent / LABS
        solutions, folder = root / "solutions" / name, root / "exercises" / name
        meta = read_yaml((solutions / "meta.yml").read_text("utf-8"), f"{LABS}/solutions/{name}/meta.yml")
        source = (solutions / "solution.py").read_text("utf-8")
        for path in (solutions / "meta.yml", solutions / "solution.py", *folder.glob("*.py")):
            self.env.note_dependency(str(path))
        add_exercise(self.env, name)
        depth = len(Path(self.env.docname).parts)
        text = PAGE.format(
            name=name,
            up="/".join([".."] * depth + [LABS]),
            stars="★" * meta["difficulty"] + "☆" * (5 - meta["difficulty"]),
            minutes=meta["minutes"],
            grader=next(path.name for path in folder.glob("test_*.py")),
            hints="".join(HINT.format(number=n, text=hint) for n, hint in enumerate(meta["hints"], start=1)),
            solution=without_markers(source),
            explanation=meta["explanation"],
        )
        return self.parse_text_to_nodes(text)


def without_markers(source):
    """The solution as a reader should see it: without the lines that mark what the starter leaves out."""
    lines = source.splitlines()
    return "\n".join(line for line in lines if not line.strip().startswith(("# REGION", "# END"))).strip()


def setup(app):
    app.setup_extension("runner")
    app.add_directive("exercise", Exercise)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
