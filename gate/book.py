"""Where the parts of a book are, how its YAML is read, and what a fault is."""

import os
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import yaml

from .starters import LABS


@dataclass(frozen=True)
class Fault:
    """One reason why the book must not be published. `kind` is for tests, `text` is for people (Korean)."""

    kind: str
    where: str
    text: str

    def __str__(self):
        return f"[{self.kind}] {self.where}: {self.text}"


class Refused(Exception):
    """Ends the command with the fault that is its argument: nothing after it could be told."""


def read_yaml(text, where, above=0):
    """The mapping that is written in the file `where`, of which so many lines stand above the text."""
    try:
        data = yaml.safe_load(text) or {}
    except (yaml.YAMLError, ValueError) as error:  # ValueError: a date that is none
        mark = getattr(error, "problem_mark", None)
        place = f"{where}:{mark.line + above + 1}" if mark else where
        text = f"YAML을 읽을 수 없다({getattr(error, 'problem', error)}). 들여쓰기, 쌍점 뒤의 빈칸, 괄호와 따옴표의 짝을 고친다."
        raise Refused(Fault("yaml", place, text)) from None
    if not isinstance(data, dict):
        raise Refused(Fault("yaml", where, f"{type(data).__name__}이 적혀 있다. ‘이름: 값’의 줄로 적는다."))
    return data


def front_matter(text, where):
    """What the page `where` says above its text, and that text."""
    head = re.match(r"---\n(.*?)\n---\n", text, flags=re.S)
    return (read_yaml(head[1], where, above=1), text[head.end() :]) if head else ({}, text)


@dataclass(frozen=True)
class Book:
    """The folders of a book whose root holds `_config.yml`, `_toc.yml`, `book/` and `labs/`."""

    root: Path

    @property
    def source(self):
        return self.root / "book"

    @property
    def build(self):
        return self.root / "_build"

    @property
    def html(self):
        return self.build / "html"

    @property
    def cache(self):
        return self.build / ".jupyter_cache"

    @property
    def golden(self):
        return self.root / "tests" / "golden"

    @property
    def modules(self):
        """Folders from which pages import."""
        return [self.root / LABS, self.source / "helpers"]

    @cached_property
    def config(self):
        return read_yaml((self.root / "_config.yml").read_text("utf-8"), "_config.yml")

    @cached_property
    def toc(self):
        return read_yaml((self.root / "_toc.yml").read_text("utf-8"), "_toc.yml")

    @cached_property
    def pages(self):
        """Document names in the order of the table of contents."""
        names = []

        def walk(entry):
            if isinstance(entry, dict):
                names.extend(entry[key] for key in ("root", "file") if key in entry)
                for value in entry.values():
                    walk(value)
            elif isinstance(entry, list):
                for value in entry:
                    walk(value)

        walk(self.toc)
        return names

    def page_source(self, name):
        return self.source / f"{name}.md"

    def page_html(self, name):
        return self.html / f"{name}.html"

    def environment(self):
        """Variables under which pages run: their modules, one thread each, this environment's own kernel."""
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(str(folder) for folder in self.modules),
            "PYTHONHASHSEED": "0",
            "PYTHONOPTIMIZE": "",  # it would take the assertions out
            "PYTHONSTARTUP": "",
            "IPYTHONDIR": str(self.build / "ipython"),  # nobody's own startup files
            "BOOK_BUILD": "1",  # the labs' progress lines are for people
            "PYTHONWARNINGS": "default",
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "JUPYTER_PREFER_ENV_PATH": "1",
            "JUPYTER_PLATFORM_DIRS": "1",
            "MPLCONFIGDIR": str(self.build / "matplotlib"),
        }
