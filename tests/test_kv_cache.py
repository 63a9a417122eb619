"""`kv_cache.py`: the cache against the full computation, GQA against PyTorch, MLA against its unfolded keys, bytes against arrays."""

import math

import numpy as np
import pytest
import torch

import attention_cost as cost
import efficient_attention as ea
import kv_cache as kc
import numpy_attention as na

H, G, D = 6, 2, 4


def draw(T, seed=0):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=(heads, T, D)) for heads in (H, G, G)]


def rotated(Q, K, positions):
    return na.rope(Q, positions), na.rope(K, positions)


def stream(parts, chunks, cache, restart=False):
    """Feed the parts chunk by chunk. restart: the mistake of counting positions from 0 in each call."""
    outputs, start = [], 0
    for n in chunks:
        Q, K, V = (part[:, start : start + n] for part in parts)
        Q, K = rotated(Q, K, np.arange(n) if restart else cache.next_positions(n))
        outputs.append(cache.attend(Q, K, V))
        start += n
    return np.concatenate(outputs, axis=1)


def whole(parts, window=None):
    Q, K, V = parts
    places = np.arange(Q.shape[1])
    return kc.grouped_attention(*rotated(Q, K, places), V, ea.band(places, places, True, window))


CHUNKS = [[12], [1] * 12, [5, 4, 3], [7, 1, 1, 1, 1, 1]]


@pytest.mark.parametrize("chunks", CHUNKS, ids=str)
def test_chunks_equal_the_full_computation(chunks):
    parts = draw(12)
    assert np.allclose(stream(parts, chunks, kc.KVCache(G, D, 12)), whole(parts), atol=1e-12)


@pytest.mark.parametrize("window", [1, 3, 5])
@pytest.mark.parametrize("chunks", [[1] * 12, [3, 3, 3, 3], [2, 3, 1, 3, 3]], ids=str)
def test_a_ring_equals_the_window(chunks, window):
    parts = draw(12)
    cache = kc.KVCache(G, D, window + max(chunks) - 1, window)
    assert np.allclose(stream(parts, chunks, cache), whole(parts, window), atol=1e-12)
    assert cache.length == 12 and cache.K.shape[1] < 12, "it did overwrite"
    assert not np.allclose(whole(parts, window), whole(parts, window + 1), atol=1e-3), "control: one key too wide shows"


def test_restarted_positions_are_noticed():
    parts = draw(12)
    wrong = stream(parts, [7, 1, 1, 1, 1, 1], kc.KVCache(G, D, 12), restart=True)
    assert np.allclose(wrong[:, :7], whole(parts)[:, :7]) and not np.allclose(wrong[:, 7:], whole(parts)[:, 7:], atol=1e-3)


def test_a_pointer_that_stops_at_the_end_is_noticed(monkeypatch):
    """Control: without the return to slot 0 an overflow is an error, not a wrong answer."""
    cache = kc.KVCache(G, D, 3, window=3)
    cache.capacity = 100  # the slot is position % capacity
    with pytest.raises(IndexError):
        stream(draw(12), [1] * 12, cache)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: kc.KVCache(G, D, 2, window=3), "칸이 2개인데 window=3"),
        (lambda: kc.KVCache(G, D, 2, window=0), "칸이 2개인데 window=0"),
        (lambda: stream(draw(5), [5], kc.KVCache(G, D, 4)), "칸 4개에 0개"),
        (lambda: stream(draw(5), [3], kc.KVCache(G, D, 4, window=3)), "칸이 5개 필요한데 4개"),
        (lambda: kc.grouped_attention(np.ones((5, 2, D)), np.ones((2, 2, D)), np.ones((2, 2, D))), "head 5개를"),
    ],
)
def test_refusals_name_the_numbers(make, says):
    with pytest.raises(ValueError, match=says):
        make()


def test_a_window_of_one_chunk_may_be_written_at_once():
    parts = draw(6)
    assert np.allclose(stream(parts, [6], kc.KVCache(G, D, 8, window=3)), whole(parts, 3), atol=1e-12)


def test_grouping_is_that_of_pytorch():
    Q, K, V = draw(7)
    ours = kc.grouped_attention(Q, K, V, na.causal_mask(7))
    tensors = [torch.from_numpy(part) for part in (Q, K, V)]
    theirs = torch.nn.functional.scaled_dot_product_attention(*tensors, is_causal=True, enable_gqa=True)
    repeated = [part.repeat_interleave(H // G, dim=0) for part in tensors[1:]]
    by_hand = torch.nn.functional.scaled_dot_product_attention(tensors[0], *repeated, is_causal=True)
    tiled = na.attention(Q, np.tile(K, (H // G, 1, 1)), np.tile(V, (H // G, 1, 1)), na.causal_mask(7))[0]
    assert np.allclose(ours, theirs.numpy()) and torch.equal(theirs, by_hand)
    assert not np.allclose(ours, tiled, atol=0.01), "control: tiled heads pair otherwise"


def test_absorbed_and_unfolded_latents_agree():
    rng = np.random.default_rng(0)
    R, Dv, T, S = 5, 3, 6, 8
    Q, latent = rng.normal(size=(H, T, D)), rng.normal(size=(S, R))
    W_uk, W_uv = rng.normal(size=(H, R, D)), rng.normal(size=(H, R, Dv))
    mask = na.causal_mask(T, S)
    absorbed, unfolded = (kc.latent_attention(Q, latent, W_uk, W_uv, mask, way) for way in (True, False))
    assert np.allclose(absorbed, unfolded) and absorbed.shape == (H, T, Dv)
    assert not np.allclose(absorbed, kc.latent_attention(Q * math.sqrt(D / R), latent, W_uk, W_uv, mask), atol=0.01)


def test_bytes_are_those_of_the_arrays():
    cache = kc.KVCache(G, D, 12, dtype=np.float32)
    assert cache.nbytes == cost.kv_cache_bytes(12, 1, G, D, dtype="float32")
    assert cost.latent_cache_bytes(7, 3, 5, 2, batch=2, dtype="float32") == np.zeros((2, 3, 7, 5 + 2), np.float32).nbytes


def test_generation_without_a_cache_counts_every_prefix():
    steps = [cost.projection_flops(t, 8) + cost.attention_flops(t, 8) for t in (1, 2, 3)]
    assert cost.generation_flops(3, 8, cached=False) == sum(steps)
    cached = [cost.projection_flops(1, 8) + cost.attention_flops(1, 8, S=t) for t in (1, 2, 3)]
    assert cost.generation_flops(3, 8, cached=True) == sum(cached)


def test_linear_flops_are_the_two_products():
    from torch.utils.flop_counter import FlopCounterMode

    phi, V = torch.ones(3, 7, 5), torch.ones(3, 7, 4)
    with FlopCounterMode(display=False) as counter:
        phi @ (phi.mT @ V)
    assert counter.get_total_flops() == cost.linear_attention_flops(7, n_heads=3, n_features=5, value_dim=4)
