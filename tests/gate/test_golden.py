"""What a golden file says of a page's code."""

from nbformat.v4 import new_code_cell, new_notebook

from gate import golden

CODE = "%matplotlib inline\nrng = np.random.default_rng(0)\nassert rng.random() < 1\ntorch.manual_seed(3)"


def lines(monkeypatch, code):
    monkeypatch.setattr(golden, "executed", lambda book, name: new_notebook(cells=[new_code_cell(code)]))
    return golden.code_lines(None, "page")


def test_claims_and_seeds_are_recorded(monkeypatch):
    told = lines(monkeypatch, CODE)
    assert told == ["확인한 주장(assert): 1개", "난수의 씨앗: np.random.default_rng(0), torch.manual_seed(3)"]
    other = lines(monkeypatch, CODE.replace("rng(0)", "rng(1)"))
    assert golden.same(told[0], other[0]) and not golden.same(told[1], other[1])
    assert lines(monkeypatch, "print(1)") == []
