"""The reader's cells in one namespace: what they print, draw and raise. Runs inside Pyodide."""

import ast
import builtins
import importlib
import importlib.abc
import importlib.machinery
import io
import linecache
import re
import sys
import time
import traceback
import types

from pyodide.code import eval_code

LIMIT = 100_000  # characters of one run that are shown
LARGEST = 2_000_000  # characters of a figure; beyond, what is drawn comes as an image between its axes
FIGURES = ("matplotlib", "matplotlib_inline", "bookfig", "diagrams")
HERE = "이 쪽의 Python에는 표준 library, NumPy, matplotlib, 이 책의 module만 있다."

namespace = {"__name__": "__main__"}
count = 0


def no_input(prompt=""):
    raise RuntimeError("이 쪽에서는 input으로 물을 수 없다. 값을 code에 적는다.")


builtins.input = no_input


class Pipe(io.TextIOBase):
    """Hands on what is printed, in pieces, up to LIMIT."""

    def __init__(self, send):
        self.send, self.left, self.waiting, self.sent = send, LIMIT, [], time.monotonic()

    def write(self, text):
        shown = text[: self.left]
        self.left -= len(shown)
        self.waiting.append(shown)
        if shown and not self.left:
            self.waiting.append(f"\n… 출력이 {LIMIT}자를 넘어 여기서 자른다. 찍는 횟수를 줄인다.\n")
        if time.monotonic() - self.sent > 0.1:
            self.flush()
        return len(text)

    def flush(self):
        if text := "".join(self.waiting):
            self.send(text)
        self.waiting, self.sent = [], time.monotonic()


class redirected:
    """Both streams into one pipe."""

    def __init__(self, send):
        self.pipe = Pipe(send)

    def __enter__(self):
        self.before = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = self.pipe
        return self.pipe

    def __exit__(self, *_):
        sys.stdout, sys.stderr = self.before
        self.pipe.flush()


def run(code, name, send):
    """Run one cell. Returns its figures (SVG) and, if it failed, what happened."""
    global count
    count += 1
    result = {"figures": [], "error": None}
    linecache.cache[name] = len(code), None, [f"{line}\n" for line in code.split("\n")], name
    with redirected(send):
        try:
            value = eval_code(code, namespace, filename=name)
            if value is not None and not is_artist(value):
                print(repr(value))
            result["figures"] = figures()
        except BaseException as error:  # sys.exit and KeyboardInterrupt end the cell, not the page
            result["error"] = told(error, name)
            close_figures()
    return result


def is_artist(value):
    return type(value).__module__.startswith("matplotlib.")


def told(error, name):
    """The line of the reader's code at which it stopped, and the error in its own words."""
    kind = type(error).__name__
    try:
        text = str(error)
    except Exception:  # the reader's own class may fail to speak
        text = ""
    if isinstance(error, SyntaxError):
        line, place, source = error.lineno, name, (error.text or "").rstrip()
    else:
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith("code ")]
        line, place, source = (frames[-1].lineno, frames[-1].filename, frames[-1].line) if frames else (None, name, "")
    if isinstance(error, ModuleNotFoundError):
        text += f". {HERE}"
    where = f"{line}행" if place == name else f"{place}의 {line}행"
    return f"{where}에서 오류가 났다: {source.strip()}\n{kind}: {text}" if line else f"{kind}: {text}"


# Figures: matplotlib is large, and the first cell of a page imports it long before one draws.


class Later(types.ModuleType):
    """Stands for a module that is fetched when a cell uses it."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if finder in sys.meta_path:
            raise ImportError(f"{self.__name__}을 아직 받지 않았다. 이 cell에 import {self.__name__}을 적고 다시 실행한다.")
        return getattr(importlib.import_module(self.__name__), name)


class LaterFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in FIGURES:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return Later(spec.name)

    def exec_module(self, module):
        pass


finder = LaterFinder()
sys.meta_path.insert(0, finder)


def wants_figures(code):
    """Whether this code uses, and does not merely import, a module that draws."""
    try:
        nodes = list(ast.walk(ast.parse(code)))
    except SyntaxError:
        return False
    used = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    bound = {name for name, value in namespace.items() if isinstance(value, Later)}
    for node in nodes:
        if isinstance(node, ast.Import):
            modules = [(alias.name, alias.asname or alias.name.partition(".")[0]) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [(node.module or "", alias.asname or alias.name) for alias in node.names]
        else:
            continue
        bound |= {name for module, name in modules if module.partition(".")[0] in FIGURES}
    return bool(used & bound)


def use_figures():
    """From now on the real modules: matplotlib has been installed."""
    sys.meta_path.remove(finder)
    waiting = [name for name, module in sys.modules.items() if isinstance(module, Later)]
    for name in waiting:
        del sys.modules[name]
    importlib.invalidate_caches()
    inline = types.ModuleType("matplotlib_inline.backend_inline")  # the book's figures ask the notebook for SVG; here all are
    inline.set_matplotlib_formats = lambda *formats, **options: None
    sys.modules |= {"matplotlib_inline": types.ModuleType("matplotlib_inline"), inline.__name__: inline}
    importlib.import_module("matplotlib").use("svg")
    importlib.import_module("matplotlib.pyplot").show = lambda *_, **__: None  # figures come at the end of a cell
    for name in (*waiting, "bookfig"):
        importlib.import_module(name)  # bookfig sets the book's style when it is imported


def figures():
    """What has been drawn, as SVG for the page: the book's colours follow the theme, names are this run's own."""
    plt = sys.modules.get("matplotlib.pyplot")
    if plt is None or isinstance(plt, Later):
        return []
    palette = getattr(sys.modules.get("bookfig"), "PALETTE", {})
    plt.rcParams["svg.hashsalt"] = f"run {count}"
    drawn = []
    for number in plt.get_fignums():
        svg = as_svg(plt.figure(number))
        for parts in (drawn_in, lambda axes: [axes]):  # what is drawn, or if that is not enough words and axes as well
            if len(svg) > LARGEST:
                for axes in all_axes(plt.figure(number)):
                    for artist in parts(axes):
                        artist.set_rasterized(True)
                svg = as_svg(plt.figure(number))
        for name, colour in palette.items():
            svg = svg.replace(colour, f"var(--fig-{name}, {colour})")
        drawn.append(svg)
    close_figures()
    return drawn


def all_axes(figure):
    """With those inside others."""
    found = list(figure.axes)
    for axes in found:
        found += axes.child_axes
    return found


def drawn_in(axes):
    return *axes.lines, *axes.collections, *axes.patches


def as_svg(figure):
    file = io.StringIO()
    figure.savefig(file, format="svg", dpi=144, metadata={"Date": None, "Creator": None})
    return re.sub(r"^.*?(?=<svg)|<metadata>.*?</metadata>|<style .*?</style>", "", file.getvalue(), flags=re.DOTALL)


def close_figures():
    """One that cannot be drawn must not come again with the next cell."""
    if hasattr(sys.modules.get("matplotlib._pylab_helpers"), "Gcf"):
        sys.modules["matplotlib._pylab_helpers"].Gcf.destroy_all()
