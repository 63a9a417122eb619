"""scaling*.py와 ring_attention.py의 test. torchrun을 여러 번 부른다. 실행: pytest test_scaling.py"""

import json
import time

import pytest
import torch

import ring_attention
import scaling
import scaling_worker as worker

PARAMETERS = 8544  # 실습의 block
ROWS = worker.B * worker.T * worker.D_MODEL * 4  # 활성값 하나의 byte


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """rank 둘과 넷에서 돈 결과. checkpoint는 둘에서 남기고 넷에서 잇는다."""
    folder = tmp_path_factory.mktemp("checkpoint")
    two = scaling.launch(f"ddp,fsdp,tensor,ring,save={folder}", 2)
    return {2: two, 4: scaling.launch(f"ddp,fsdp,tensor,ring,load={folder}", 4)}


@pytest.mark.parametrize("world", [2, 4])
@pytest.mark.parametrize("job", ["ddp", "fsdp", "tensor", "ring"])
def test_every_split_equals_one_process(runs, world, job):
    ranks = runs[world][job]
    assert len(ranks) == world
    assert all(rank["output_gap"] < 1e-5 and rank["gradient_gap"] < 1e-5 for rank in ranks)


@pytest.mark.parametrize("world", [2, 4])
def test_traffic_is_what_the_formulas_say(runs, world):
    for rank in range(world):
        ddp, fsdp, tensor, ring = (runs[world][job][rank] for job in ("ddp", "fsdp", "tensor", "ring"))
        assert ddp["traffic"] == {"allreduce": [1, 4 * PARAMETERS]}
        assert fsdp["traffic"] == {"allgather_base": [1, 4 * PARAMETERS], "reduce_scatter_base": [1, 4 * PARAMETERS]}
        assert tensor["traffic"] == {"all_reduce": [6, 6 * ROWS]}
        sizes = {"world": world, "B": 2, "H": worker.HEADS, "T": worker.T, "Dh": 8}
        forward = ring_attention.ring_bytes(**sizes, backward=False)
        assert ring["forward"]["send"] == [3 * (world - 1), forward]
        assert ring["backward"]["send"] == [5 * world, ring_attention.ring_bytes(**sizes) - forward]


@pytest.mark.parametrize("world", [2, 4])
def test_ranks_hold_their_share(runs, world):
    held = {job: runs[world][job][0]["numbers"] for job in ("ddp", "fsdp", "tensor")}
    split = 4 * 32 * 32 + 2 * 32 * 64 + 3 * 32 + 64  # 나뉘는 것: 행렬 여섯과 열로 나눈 것의 bias
    assert held == {"ddp": PARAMETERS, "fsdp": PARAMETERS / world, "tensor": split / world + PARAMETERS - split}


def test_resume_on_another_number_of_ranks_gives_the_same_losses(runs):
    saved, resumed = runs[2]["save"][0]["losses"], runs[4]["load"][0]["losses"]
    assert resumed == pytest.approx(saved[3:], abs=1e-5)
    assert resumed != pytest.approx(saved[:3], abs=1e-3)  # 대조: 처음부터 다시 시작한 것이 아니다


def test_a_dead_rank_ends_the_run_with_its_name_and_leaves_no_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    start = time.monotonic()
    with pytest.raises(RuntimeError, match=r"rank 1의 .*exitcode 17\)"):
        scaling.launch("die", 2)
    assert time.monotonic() - start < 120
    assert not list(tmp_path.glob("torchelastic_*"))


def test_a_rank_that_does_not_answer_ends_the_run():
    start = time.monotonic()
    with pytest.raises(RuntimeError, match=r"rank 0의 .*exitcode 1\) .*[Tt]imed out"):
        scaling.launch("stall=3", 2)
    assert time.monotonic() - start < 120


def test_a_run_over_its_limit_is_ended():
    with pytest.raises(TimeoutError, match=r"0\.5초 안에"):
        scaling.launch("ddp", 2, limit=0.5)


def test_an_error_within_a_rank_is_told():
    with pytest.raises(RuntimeError, match=r"exitcode 1\) .*모르는 JOB \['nothing'\]"):
        scaling.launch("ddp,nothing", 2)


@pytest.mark.parametrize("world", [1, 2, 4, 8])
def test_balanced_order_is_a_permutation_with_equal_work(world):
    order = ring_attention.balanced_order(32, world)
    assert order.sort().values.tolist() == list(range(32))
    assert len(set(ring_attention.visible_pairs(order, world))) == 1
    plain = ring_attention.visible_pairs(torch.arange(32), world)
    assert (len(set(plain)) == 1) == (world == 1)  # 대조: 차례대로 자르면 고르지 않다


def test_lengths_that_do_not_divide_are_refused():
    with pytest.raises(ValueError, match="T=10"):
        ring_attention.balanced_order(10, 4)


def test_plan_splits_what_each_scheme_splits():
    T, L, D = 2**20, 32, 4096
    state, stored = scaling.STATE * scaling.parameters(L, D), scaling.activations(T, L, D)
    alone = scaling.plan(T, L, D, 1)
    assert {name: size for name, (size, _) in alone.items()} == dict.fromkeys(alone, state + stored)
    assert all(sent == 0 for name, (_, sent) in alone.items() if "ring" not in name)
    eight = {name: size for name, (size, _) in scaling.plan(T, L, D, 8).items()}
    assert eight["FSDP + ring"] == (state + stored) / 8
    inputs = L * T * D * 2  # 층마다 남기는 입력은 head와 FFN의 폭을 나누어도 통째다
    assert eight["tensor"] == (state + stored - inputs) / 8 + inputs < eight["FSDP"]
    assert eight["DDP"] > eight["FSDP"] > eight["FSDP + ring"] < eight["ring"] < eight["DDP"]


def test_state_is_that_of_adam_in_float32():
    block = worker.make_block("cpu")
    optimizer = torch.optim.AdamW(block.parameters())
    output = block(torch.zeros(1, 2, worker.D_MODEL))
    output.sum().backward()
    optimizer.step()
    kept = [t for p in block.parameters() for t in (p, p.grad, *optimizer.state[p].values()) if t.dim()]
    assert sum(t.numel() * t.element_size() for t in kept) == scaling.STATE * PARAMETERS


def test_results_are_plain_json(runs):
    assert json.loads(json.dumps(runs[2])) == runs[2]
