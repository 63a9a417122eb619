"""Where the parts of a book are, and what a fault is."""

import os
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
        return yaml.safe_load((self.root / "_config.yml").read_text("utf-8"))

    @cached_property
    def pages(self):
        """Document names in the order of the table of contents."""
        toc = yaml.safe_load((self.root / "_toc.yml").read_text("utf-8"))
        names = []

        def walk(entry):
            if isinstance(entry, dict):
                names.extend(entry[key] for key in ("root", "file") if key in entry)
                for value in entry.values():
                    walk(value)
            elif isinstance(entry, list):
                for value in entry:
                    walk(value)

        walk(toc)
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
            "BOOK_BUILD": "1",  # the labs' progress lines are for people
            "PYTHONWARNINGS": "default",
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "JUPYTER_PREFER_ENV_PATH": "1",
            "JUPYTER_PLATFORM_DIRS": "1",
            "MPLCONFIGDIR": str(self.build / "matplotlib"),
        }
