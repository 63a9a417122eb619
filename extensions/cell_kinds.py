"""Which cells of a page run in the browser: told from what they import and whose values they use."""

import ast
import functools
import re
import symtable
import sys

RUNS, LOCAL, AFTER = "runs", "runs-locally", "runs-after"
PRESENT = set(sys.stdlib_module_names) | {"numpy", "matplotlib", "myst_nb"}  # beside the book's own modules


def cell_kinds(sources, modules):
    """One kind for each cell. `modules` maps the book's own module names to their sources."""
    present = present_modules(modules)
    away = modules.keys() - present
    kinds, lost = [], set()  # lost: names whose values were made by a cell that does not run in the browser
    for source in sources:
        tree = ast.parse(source)
        read, stored = names(tree)
        kind = LOCAL if asks_for(tree, present, away) else AFTER if read & lost else RUNS
        lost = lost - stored if kind == RUNS else lost | stored
        kinds.append(kind)
    return kinds


def present_modules(modules):
    """What a cell can import in the browser: no module of the book that needs something else, directly or through another."""
    needs = {name: imported_by(source) for name, source in modules.items()}
    present = PRESENT | needs.keys() | {"matplotlib_inline", "koreanize_matplotlib"}  # two that only bookfig asks for
    while lost := {name for name in needs if name in present and needs[name] - present}:
        present -= lost
    return present


@functools.cache
def imported_by(source):
    """Every page asks it of every module."""
    return imported(ast.parse(source))


def imported(tree):
    nodes = list(ast.walk(tree))
    found = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    found += [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    return {name.partition(".")[0] for name in found}


def asks_for(tree, present, away):
    """Whether a cell needs what is not there: by an import, or by name, as in runpy.run_module("attention_block")."""
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    named = set(re.findall(r"\w+", " ".join(texts))) if imported(tree) & {"runpy", "importlib"} else set()
    return bool(imported(tree) - present or named & away)


def names(tree):
    """Global names that a cell reads before it binds them itself, and those that it binds."""
    tree = Reading().visit(tree)
    bound_at_all = set().union(*(bound(statement) for statement in tree.body))
    read, so_far = set(), set()

    def follow(statements):
        for statement in statements:
            if isinstance(statement, ast.FunctionDef):  # its body runs later
                read.update(free(statement) - bound_at_all)
            elif isinstance(statement, ast.For | ast.While | ast.If | ast.With):
                head = [getattr(statement, field) for field in ("iter", "test") if hasattr(statement, field)]
                head += [item.context_expr for item in getattr(statement, "items", [])]
                read.update(set().union(*map(free, head)) - so_far)
                so_far.update(bound_by_head(statement))
                follow(statement.body)
                follow(getattr(statement, "orelse", []))
            else:
                read.update(free(statement) - so_far)
            so_far.update(bound(statement))

    follow(tree.body)
    return read, bound_at_all


class Reading(ast.NodeTransformer):
    """`x += 1` reads `x`, which a table of symbols does not say of it."""

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return node
        value = ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value)
        return ast.copy_location(ast.Assign([node.target], value), node)


def free(node):
    """Global names that this piece reads, in functions and comprehensions as well."""
    waiting, found = [symtable.symtable(ast.unparse(node), "cell", "exec")], set()
    while waiting:
        table = waiting.pop()
        found |= {s.get_name() for s in table.get_symbols() if s.is_referenced() and (s.is_global() or table.get_type() == "module")}
        waiting += table.get_children()
    return found


def bound(node):
    table = symtable.symtable(ast.unparse(node), "cell", "exec")
    return {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()}


def bound_by_head(node):
    targets = [node.target] if isinstance(node, ast.For) else [item.optional_vars for item in getattr(node, "items", [])]
    return {name.id for target in targets if target for name in ast.walk(target) if isinstance(name, ast.Name)}
