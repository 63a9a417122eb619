"""Generate faults: each is one small change that a person could make by mistake, drawn from the project's own files.

A kind is a function of the project's root and a random generator that yields changes: (file, old text, new text). The
decorator says which check must notice it: the build, or the tests that are named.
"""

import ast
import re
from dataclasses import dataclass

LABS = "labs/architectures/transformers"
BUILD = "build"
KINDS = {}


@dataclass(frozen=True)
class Fault:
    kind: str
    file: str
    old: str
    new: str
    checks: tuple  # BUILD, or what pytest is to run

    @property
    def name(self):
        shown = " ".join(f"{self.old.strip()[:40]} → {self.new.strip()[:40]}".split())
        return f"{self.kind}: {self.file}: {shown}"


def kind(*checks, certain=False):
    """`certain`: every fault of this kind is one. Other kinds may draw a change that alters nothing (a sign before a zero)."""

    def register(function):
        KINDS[function.__name__.replace("_", " ")] = function, checks, certain
        return function

    return register


def generate(root, rng, each, certain=False):
    """At most `each` faults of every kind, or of every certain kind."""
    faults = []
    for name, (function, checks, _) in KINDS.items():
        if certain and not KINDS[name][2]:
            continue
        found = sorted(set(function(root)))
        for file, old, new in rng.sample(found, min(each, len(found))):
            faults.append(Fault(name, file, old, new, checks))
    return faults


def pages(root, pattern="**/*.md"):
    for path in sorted((root / "book").glob(pattern)):
        yield path.relative_to(root).as_posix(), path.read_text("utf-8")


def unique(file, text, found, new):
    """The change as whole lines, if they occur once in the file: it can then be made and taken back."""
    start = text.rfind("\n", 0, found.start()) + 1
    end = text.find("\n", found.end())
    line = text[start : end if end >= 0 else len(text)]
    changed = line[: found.start() - start] + new + line[found.end() - start :]
    if text.count(line) == 1 and changed != line:
        yield file, line, changed


def everywhere(root, pattern, new, where="**/*.md", flags=re.M):
    for file, text in pages(root, where):
        for found in re.finditer(pattern, text, flags):
            yield from unique(file, text, found, found.expand(new) if isinstance(new, str) else new(found))


def cells(text):
    """The code of a page's cells with their place."""
    return re.finditer(r"^```\{code-cell\}\n(?P<code>.*?)^```$", text, re.M | re.S)


@kind(BUILD, certain=True)
def a_number_typed_for_a_glued_one(root):
    return everywhere(root, r"\{glue:text\}`[\w-]+:\.[123]f`", "0.37")


@kind(BUILD)
def another_value_glued(root):
    for file, text in pages(root):
        keys = sorted(set(re.findall(r"\{glue:text\}`([\w-]+):", text)))
        for found in re.finditer(r"(?<=\{glue:text\}`)[\w-]+(?=:)", text):
            other = keys[(keys.index(found[0]) + 1) % len(keys)]
            yield from unique(file, text, found, other)


@kind(BUILD, certain=True)
def a_digit_of_a_cited_number(root):
    return everywhere(root, r"(?<=[가-힣 (])\d(?=\d+[가-힣%])", lambda found: str((int(found[0]) + 1) % 10), "encyclopedia/*.md")


@kind(BUILD)
def a_sign_in_a_cell(root):
    for file, text in pages(root):
        for cell in cells(text):
            for found in re.finditer(r"(?<=[\w)\]]) [-+] (?=[\w(])", cell["code"]):
                place = cell.start("code") + found.start()
                yield from unique(file, text, re.compile(re.escape(found[0])).match(text, place), {" - ": " + ", " + ": " - "}[found[0]])


@kind(BUILD, certain=True)
def a_claim_turned_round(root):
    return everywhere(root, r"(?<=^assert )(?=[\w(])(.*)$", r"not (\1)")


@kind(BUILD, certain=True)
def a_seed_changed(root):
    return everywhere(root, r"(default_rng|manual_seed)\(0\)", r"\1(1)")


@kind(BUILD, certain=True)
def a_cell_dropped(root):
    for file, text in pages(root):
        for cell in cells(text):
            if text.count(cell[0]) == 1 and "print(" in cell["code"]:
                yield file, cell[0], ""


@kind(BUILD, certain=True)
def a_label_renamed(root):
    return everywhere(root, r"^\((\w[\w-]*)\)=$", r"(\1-x)", "transformers/*.md")


@kind(BUILD, certain=True)
def a_link_to_nowhere(root):
    return everywhere(root, r"\]\(#([\w-]+)\)", r"](#\1-gone)")


@kind(BUILD, certain=True)
def an_alt_text_deleted(root):
    return everywhere(root, r"^ *alt: .*$", "", "transformers/*.md")


@kind(BUILD)
def a_plotted_value_changed(root):
    return everywhere(root, r"(?<=\.plot\()([\w.]+), ([\w.\[\]]+)", r"\1, 1.7 * \2")


@kind(BUILD, certain=True)
def a_citation_misspelt(root):
    return everywhere(root, r"(?<=\{cite:[tp]\}`)([\w-]+)", r"\1x")


@kind(BUILD)
def a_term_in_another_form(root):
    return everywhere(
        root,
        r"(?<= )(softmax|token|mask)(?=[를을는은이가]? [가-힣])",
        lambda found: {"softmax": "소프트맥스", "token": "토큰", "mask": "마스크"}[found[1]],
    )


@kind(BUILD, certain=True)
def a_picture_from_another_host(root):
    return everywhere(root, r"^(\(\w[\w-]*\)=)$", "![그림](https://host.test/x.png)\\n\\n\\1", "prerequisites/*.md")


@kind(BUILD, certain=True)
def a_page_left_out(root):
    text = (root / "_toc.yml").read_text("utf-8")
    for found in re.finditer(r"^ *- file: (?:exercises|prerequisites|encyclopedia)/[\w-]+\n", text, re.M):
        yield "_toc.yml", found[0], ""


@kind(BUILD, certain=True)
def a_golden_digit(root):
    for path in sorted((root / "tests" / "golden").rglob("*.txt")):
        text = path.read_text("utf-8")
        for found in re.finditer(r"\d(?=\d)", text):
            yield from unique(path.relative_to(root).as_posix(), text, found, str((int(found[0]) + 1) % 10))


@kind(BUILD, certain=True)
def a_relation_told_by_one_side(root):
    return everywhere(root, r"(?<=^related: \[)[\w-]+, ", "", "encyclopedia/*.md")


def mutants(root, file):
    """Changes of one operator, comparison, axis or constant in a module's functions."""
    text = (root / file).read_text("utf-8")
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def span(node):
        def place(row, column):
            return starts[row - 1] + len(lines[row - 1].encode()[:column].decode())

        return place(node.lineno, node.col_offset), place(node.end_lineno, node.end_col_offset)

    swaps = {ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "/"), ast.Div: ("/", "*"), ast.BitAnd: ("&", "|")}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.BinOp) and type(node.op) in swaps:
            begin, end = span(node.left)[1], span(node.right)[0]
            new = text[begin:end].replace(*swaps[type(node.op)])  # brackets may stand between
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            (begin, end), new = span(node), f"-{node.operand.value + 1}"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
            (begin, end), new = (span(node)[0], span(node.operand)[0]), ""
        else:
            continue
        found = re.compile(r"[\s\S]*").match(text, begin, end)
        yield from unique(file, text, found, new)


@kind(BUILD, "tests/test_numpy_attention.py", "tests/test_numpy_heads.py", "tests/test_attention_cost.py")
def the_numpy_code_changed(root):
    for name in ("numpy_attention", "positions", "attention_cost"):
        yield from mutants(root, f"{LABS}/{name}.py")


@kind(f"{LABS}/test_attention_block.py", f"{LABS}/test_attention_block_matrix.py", f"{LABS}/test_attention_block_pytorch.py")
def the_lab_changed(root):
    return mutants(root, f"{LABS}/attention_block.py")


@kind("tests/test_exercises.py")
def a_grader_that_checks_less(root):
    for path in sorted((root / LABS / "exercises").glob("*/test_*.py")):
        text = path.read_text("utf-8")
        for found in re.finditer(r"^( +)(?:grade|check|check_dtype)\w*\(.*\)$", text, re.M):
            yield from unique(path.relative_to(root).as_posix(), text, found, f"{found[1]}pass")


@kind("tests/test_exercises.py")
def a_solution_changed(root):
    for path in sorted((root / LABS / "solutions").glob("*/solution.py")):
        yield from mutants(root, path.relative_to(root).as_posix())


@kind("tests/browser/test_widget_parity.py", "tests/browser/test_widgets_in_chapter.py")
def a_widget_formula_changed(root):
    for path in sorted((root / "web" / "src" / "widgets").glob("*.js")):
        text = path.read_text("utf-8")
        for found in re.finditer(r"(?<=[\w)\]]) [*/] (?=[\w(])", text):
            yield from unique(path.relative_to(root).as_posix(), text, found, {" * ": " / ", " / ": " * "}[found[0]])


@kind("tests/test_environment.py", certain=True)
def a_requirement_bumped(root):
    for file in ("requirements.txt", "tests/requirements.txt"):
        text = (root / file).read_text("utf-8")
        for found in re.finditer(r"(?<===)\d+(?=\.)", text):
            yield from unique(file, text, found, str(int(found[0]) + 1))
