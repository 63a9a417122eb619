"""`positions.py`: what each method does to scores under shifts and permutations, the layouts of RoPE, and the small model."""

import numpy as np
import pytest
import torch

import numpy_attention as na
import positions as pos
import progress
from position_model import METHODS, OneLayer, accuracy_by_place, previous_token

T, D_MODEL, H = 9, 16, 4
rng = np.random.default_rng(0)
X = rng.normal(size=(T, D_MODEL))
W = rng.normal(size=(2, D_MODEL, D_MODEL)) / 4
PLACES = np.arange(T)
SCHEMES = {
    "none": pos.NoPosition(),
    "sinusoidal": pos.Sinusoidal(),
    "learned": pos.Learned(rng.normal(size=(2 * T, D_MODEL))),
    "relative": pos.RelativeBias(rng.normal(size=(H, 7))),
    "alibi": pos.Alibi(H),
    "rope": pos.Rope(),
    "rope_half": pos.Rope("half"),
}


def scores(scheme, positions, X=X):
    return pos.position_scores(X, *W, H, scheme, positions)


@pytest.mark.parametrize("name", SCHEMES)
def test_shift_changes_only_absolute_positions(name):
    same = np.allclose(scores(SCHEMES[name], PLACES), scores(SCHEMES[name], PLACES + 5))
    assert same == (name not in ("sinusoidal", "learned"))


@pytest.mark.parametrize("name", SCHEMES)
def test_rows_and_positions_permute_together(name):
    order = np.random.default_rng(1).permutation(T)
    before, moved = scores(SCHEMES[name], PLACES), scores(SCHEMES[name], PLACES[order], X[order])
    assert np.allclose(moved, before[:, order][:, :, order])
    left = scores(SCHEMES[name], PLACES, X[order])
    assert np.allclose(left, before[:, order][:, :, order]) == (name == "none"), "positions left behind break the symmetry"


@pytest.mark.parametrize("layout", ["interleaved", "half"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_turning_keeps_lengths_and_dtype(layout, dtype):
    Q = rng.normal(size=(2, 3, T, 8)).astype(dtype)
    turned = pos.Rope(layout).turn(Q, PLACES * 1.7)
    assert turned.dtype == dtype and np.allclose(np.linalg.norm(turned, axis=-1), np.linalg.norm(Q, axis=-1), rtol=1e-5)
    assert not np.allclose(turned, Q, atol=0.1)


@pytest.mark.parametrize("D", [2, 4, 6, 10])
def test_the_order_links_the_layouts(D):
    Q, order = rng.normal(size=(3, T, D)), pos.half_order(D)
    assert np.allclose(pos.rope_half(Q[..., order], PLACES), na.rope(Q, PLACES)[..., order])
    assert np.allclose(na.rope(Q[..., np.argsort(order)], PLACES), pos.rope_half(Q, PLACES)[..., np.argsort(order)])
    assert D == 2 or not np.allclose(pos.rope_half(Q, PLACES), na.rope(Q, PLACES), atol=0.1), "control: half code on interleaved weights"


def test_coordinates_see_shifts_but_not_rotations():
    points, Q = rng.normal(size=(T, 2)), rng.normal(size=(2, T, 8))
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])

    def products(points):
        return pos.rope_coordinates(Q[0], points) @ pos.rope_coordinates(Q[1], points).T

    assert np.allclose(products(points), products(points + [3.0, -2.0]))
    assert not np.allclose(products(points), products(points @ turn), atol=0.1)
    assert np.allclose(pos.rope_coordinates(Q[0], points[:, :1]), na.rope(Q[0], points[:, 0], 100.0))


def test_far_distances_share_the_last_cell():
    bias = SCHEMES["relative"].bias(PLACES, PLACES)
    assert bias.shape == (H, T, T) and (bias[:, 8, 0] == bias[:, 8, 5]).all() and (bias[:, 8, 0] != bias[:, 8, 6]).all()
    assert (bias[:, 3, 5] == bias[:, 0, 2]).all() and (bias[:, 3, 5] != bias[:, 5, 3]).all()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: SCHEMES["learned"].add(X, PLACES + 10), "10부터 18까지"),
        (lambda: SCHEMES["learned"].add(X, PLACES / 2), "float64"),
        (lambda: SCHEMES["learned"].add(X, PLACES - 1), "-1부터"),
        (lambda: SCHEMES["relative"].bias(PLACES / 2, PLACES), "정수여야"),
        (lambda: pos.Rope("halves"), "layout='halves'"),
        (lambda: pos.rope_coordinates(np.ones((3, 6)), np.ones((3, 2))), "4의 배수"),
    ],
)
def test_refusals_name_the_value(call, says):
    with pytest.raises(ValueError, match=says):
        call()


@pytest.mark.parametrize("method", METHODS)
def test_the_model_uses_the_numpy_method(method):
    """What the layer adds, turns and biases by is what the method does to arrays."""
    torch.manual_seed(0)
    model, places = OneLayer(method, 12), np.arange(7)
    torch.nn.init.normal_(model.table)
    added, turning, bias = (part.detach().numpy() for part in model.position_parts(7))
    scheme = type(model.scheme)(model.table.detach().numpy()) if model.table.numel() else model.scheme
    rows, heads = rng.normal(size=(7, 32)), rng.normal(size=(4, 7, 8))
    assert np.allclose(rows + added, scheme.add(rows, places), atol=1e-6)
    assert np.allclose(np.einsum("hti,tij->htj", heads, turning), scheme.turn(heads, places), atol=1e-6)
    assert np.allclose(bias, scheme.bias(places, places), atol=1e-6)
    used = [np.abs(added).max() > 0, not np.allclose(turning, np.eye(8)), np.abs(bias).max() > 0]
    assert sum(used) == (method != "없음"), "each method uses one of the three places"


def test_the_answer_is_the_token_before():
    tokens, answers = previous_token(3, 6, torch.Generator().manual_seed(0))
    assert torch.equal(answers[:, 1:], tokens[:, :-1]) and (answers[:, 0] == -100).all()


@pytest.mark.parametrize("method", METHODS)
def test_no_model_sees_the_future(method):
    torch.manual_seed(0)
    model, (tokens, _) = OneLayer(method, 8), previous_token(2, 8, torch.Generator().manual_seed(0))
    changed = tokens.clone()
    changed[:, 5] = (changed[:, 5] + 1) % 8
    difference = (model(tokens) - model(changed)).abs().amax(dim=(0, 2))
    assert (difference[:5] == 0).all() and difference[5] > 0
    assert accuracy_by_place(model, 8).shape == (7,)


def test_progress_speaks_only_to_a_person(monkeypatch, capsys):
    monkeypatch.delenv("BOOK_BUILD", raising=False)
    assert list(progress.progress([5, 6], "학습")) == [5, 6] and capsys.readouterr().err == ""
    monkeypatch.setattr(progress.sys.stderr, "isatty", lambda: True, raising=False)
    assert list(progress.progress([5, 6], "학습")) == [5, 6] and "학습 2/2" in capsys.readouterr().err
    monkeypatch.setenv("BOOK_BUILD", "1")
    list(progress.progress([5, 6], "학습"))
    assert capsys.readouterr().err == ""
