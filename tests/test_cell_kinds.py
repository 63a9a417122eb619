"""Which cells run in the browser, told from their code."""

import pytest

from cell_kinds import AFTER, LOCAL, RUNS, cell_kinds

MODULES = {"block": "from torch import nn\n", "uses_block": "import block\n", "plain": "import numpy as np\n"}
TORCH = "import torch\nT, x = 3, torch.ones(3)\ndef close(a):\n    return a\n"


def kinds(*sources):
    return cell_kinds(sources, MODULES)


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("import numpy as np\nx = np.ones(3)\n", RUNS),
        ("import torch\n", LOCAL),
        ("import torch.nn.functional as F\n", LOCAL),
        ("from torch import nn\n", LOCAL),
        ("def f():\n    import torch\n", LOCAL),
        ("import scipy.stats\n", LOCAL),
        ("import matplotlib.pyplot as plt\nfrom myst_nb import glue\nimport json\n", RUNS),
        ("import block\n", LOCAL),
        ("from uses_block import y\n", LOCAL),
        ("from plain import y\n", RUNS),
        ('import runpy\nrunpy.run_module("block")\n', LOCAL),
        ('print("torch의 block")\n', RUNS),
    ],
)
def test_imports_decide(source, kind):
    assert kinds(source) == [kind]


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("print(x)\n", AFTER),
        ("close(1)\n", AFTER),
        ("def g():\n    return x\n", AFTER),
        ("y = [x for _ in range(3)]\n", AFTER),
        ("for i in range(T):\n    pass\n", AFTER),
        ("if True:\n    print(T)\n", AFTER),
        ("T = T + 1\n", AFTER),
        ("T += 1\n", AFTER),
        ("for i in range(3):\n    T += i\n", AFTER),
        ("class A:\n    y = x\n\n\nx = 1\n", AFTER),
        ("def g():\n    T = 0\n    T += 1\n", RUNS),
        ("class A:\n    def g(self, x):\n        return x\n", RUNS),
        ("print(other)\n", RUNS),
        ("T = 4\nprint(T)\n", RUNS),
        ("for T in range(3):\n    print(T)\n", RUNS),
        ("with open('f') as x:\n    print(x)\n", RUNS),
        ("def g(x):\n    return x\n", RUNS),
        ("y = [x for x in range(3)]\n", RUNS),
        ("def close():\n    pass\n\n\nclose()\n", RUNS),
        ("import plain as x\nx.y\n", RUNS),
        ("print(a.x, f(T=1))\n", RUNS),
    ],
)
def test_values_of_a_cell_that_does_not_run_are_missed(source, kind):
    assert kinds(TORCH, source) == [LOCAL, kind]
    assert kinds("T, x, close = 3, 4, len\n", source) == [RUNS, RUNS], "control: the same cell without the torch cell"


def test_loss_spreads_and_ends():
    assert kinds(TORCH, "y = x\n", "print(y)\n") == [LOCAL, AFTER, AFTER]
    assert kinds(TORCH, "x = 1\n", "print(x)\n") == [LOCAL, RUNS, RUNS]
