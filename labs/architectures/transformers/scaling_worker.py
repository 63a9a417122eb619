"""`torchrun --standalone --nproc-per-node P scaling_worker.py JOB`로 도는 일. GPU가 있으면 nccl, 없으면 gloo를 쓴다.

JOB: ddp, fsdp, tensor, ring, save=폴더, load=폴더, die, stall=초. 쉼표로 이으면 차례로 돈다. rank 0이 결과를 JSON 한 줄로 찍는다.
"""

import json
import os
import sys
import time
from datetime import timedelta

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.state_dict import get_state_dict, set_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module
from torch.nn.functional import scaled_dot_product_attention
from torch.nn.parallel import DistributedDataParallel
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from attention_block import AttentionBlock, causal_mask
from ring_attention import balanced_order, ring_attention

B, T, D_MODEL, HEADS, D_FF = 4, 16, 32, 4, 64
COUNTED = {"allreduce", "all_reduce", "allgather_base", "reduce_scatter_base", "send"}
TIMEOUT = timedelta(seconds=30)  # 이 시간 안에 답하지 않는 rank가 있으면 멈춘다


class Traffic(TorchDispatchMode):
    """이 안에서 부른 통신을 이름마다 (횟수, byte)로 센다. 모으고 나누는 통신은 모은 쪽의 크기를 센다."""

    def __init__(self):
        super().__init__()
        self.seen = {}

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        name = function._schema.name.partition("::")[2].strip("_")
        if function.namespace in ("c10d", "_c10d_functional") and name in COUNTED:
            sizes = [t.numel() * t.element_size() for t in tree_leaves(args) if isinstance(t, torch.Tensor)]
            calls, total = self.seen.get(name, (0, 0))
            self.seen[name] = calls + 1, total + max(sizes)
        return function(*args, **(kwargs or {}))


def setup():
    """process group을 열고 이 rank의 device를 고른다."""
    on_gpu = torch.cuda.is_available()
    if on_gpu:
        torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("nccl" if on_gpu else "gloo", timeout=TIMEOUT)
    return torch.device("cuda", torch.cuda.current_device()) if on_gpu else torch.device("cpu")


def make_block(device, seed=0):
    """모든 rank에서 같은 block."""
    torch.manual_seed(seed)
    return AttentionBlock(D_MODEL, HEADS, D_FF).to(device)


def make_batch(device, seed=1):
    """모든 rank에서 같은 입력과 목표, 각각 (B, T, D_MODEL)."""
    x, y = torch.randn(2, B, T, D_MODEL, generator=torch.Generator().manual_seed(seed))
    return x.to(device), y.to(device)


def squared_error(output, target):
    return (output - target).square().mean()


def whole(tensor):
    """나뉜 텐서를 모은다. 나뉘지 않았으면 그대로다."""
    return tensor.full_tensor() if isinstance(tensor, DTensor) else tensor


def alone(device):
    """process 하나로 셈한 출력과 gradient: 나눈 것이 같아야 할 값."""
    block, (x, y) = make_block(device), make_batch(device)
    output = block(x, causal_mask(T, device))
    squared_error(output, y).backward()
    return output.detach(), {name: p.grad for name, p in block.named_parameters()}


def largest_gaps(output, expected_output, module, expected):
    """출력과 gradient에서 가장 큰 차이. 이름 앞의 module.은 DDP가 붙인 것이다."""
    gradients = {name.removeprefix("module."): whole(p.grad) for name, p in module.named_parameters()}
    gap = max((gradients[name] - expected[name]).abs().max().item() for name in expected)
    return {"output_gap": (output - expected_output).abs().max().item(), "gradient_gap": gap}


def local_numbers(module):
    """이 rank가 들고 있는 파라미터의 수."""
    return sum((p.to_local() if isinstance(p, DTensor) else p).numel() for p in module.parameters())


def split_batch(device):
    """이 rank가 맡은 문장: 입력과 목표, 그리고 그 자리."""
    rows = torch.arange(B).chunk(dist.get_world_size())[dist.get_rank()]
    x, y = make_batch(device)
    return x[rows], y[rows], rows


def ddp(device):
    """파라미터를 모두 갖고 문장만 나눈다. gradient를 all-reduce로 평균한다."""
    expected_output, expected = alone(device)
    model = DistributedDataParallel(make_block(device))
    x, y, rows = split_batch(device)
    with Traffic() as traffic:
        output = model(x, causal_mask(T, device))
        squared_error(output, y).backward()
    return {**largest_gaps(output, expected_output[rows], model, expected), "numbers": local_numbers(model), "traffic": traffic.seen}


def fsdp(device):
    """파라미터, gradient, optimizer의 상태를 나눈다. 쓸 때 all-gather로 모으고 gradient를 reduce-scatter로 나눈다."""
    expected_output, expected = alone(device)
    model = fully_shard(make_block(device), mesh=init_device_mesh(device.type, (dist.get_world_size(),)))
    x, y, rows = split_batch(device)
    with Traffic() as traffic:
        output = model(x, causal_mask(T, device))
        squared_error(output, y).backward()
    return {**largest_gaps(output, expected_output[rows], model, expected), "numbers": local_numbers(model), "traffic": traffic.seen}


def tensor(device):
    """head와 FFN의 폭을 나눈다. 나눈 것은 출력 사영에서 all-reduce로 더한다."""
    expected_output, expected = alone(device)
    mesh = init_device_mesh(device.type, (dist.get_world_size(),))
    block = make_block(device)
    columns = {f"attention.{name}": ColwiseParallel() for name in ("query", "key", "value")} | {"expand": ColwiseParallel()}
    rows = {"attention.output": RowwiseParallel(), "contract": RowwiseParallel()}
    parallelize_module(block, mesh, columns | rows)
    block.attention.n_heads //= dist.get_world_size()  # 이 rank가 맡은 head
    x, y = make_batch(device)
    x.requires_grad_()
    with Traffic() as traffic:
        output = block(x, causal_mask(T, device))
        squared_error(output, y).backward()
    return {**largest_gaps(output, expected_output, block, expected), "numbers": local_numbers(block), "traffic": traffic.seen}


def ring(device):
    """길이를 나눈다. key와 value가 고리를 돈다. 보낸 byte를 세어 함께 낸다."""
    rank, world = dist.get_rank(), dist.get_world_size()
    Q, K, V, grad = torch.randn(4, 2, HEADS, T, 8, generator=torch.Generator().manual_seed(2)).to(device)  # (B, H, T, Dh)
    leaves = [part.clone().requires_grad_() for part in (Q, K, V)]
    expected = scaled_dot_product_attention(*leaves, is_causal=True)
    expected.backward(grad)
    order = balanced_order(T, world)
    mine = order.chunk(world)[rank].to(device)
    pieces = [part[:, :, mine].clone().requires_grad_() for part in (Q, K, V)]
    with Traffic() as forward:
        output = ring_attention(*pieces, mine)
    with Traffic() as backward:
        output.backward(grad[:, :, mine])
    gap = max((a.grad - b.grad[:, :, mine]).abs().max().item() for a, b in zip(pieces, leaves, strict=True))
    output_gap = (output - expected[:, :, mine]).abs().max().item()
    return {"output_gap": output_gap, "gradient_gap": gap, "forward": forward.seen, "backward": backward.seen}


def losses_of(model, optimizer, device, steps):
    """steps걸음의 손실. 모든 rank가 문장을 나누어 갖고 손실을 평균해 낸다."""
    losses = []
    for step in steps:
        x, y = make_batch(device, seed=100 + step)
        rows = torch.arange(B).chunk(dist.get_world_size())[dist.get_rank()]
        loss = squared_error(model(x[rows], causal_mask(T, device)), y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        mean = loss.detach().clone()
        dist.all_reduce(mean)
        losses.append(mean.item() / dist.get_world_size())
    return losses


def sharded(device):
    model = fully_shard(make_block(device), mesh=init_device_mesh(device.type, (dist.get_world_size(),)))
    return model, torch.optim.AdamW(model.parameters(), lr=1e-2)


def save(device, folder):
    """여섯 걸음을 학습하되 셋째 뒤에 checkpoint를 남긴다."""
    model, optimizer = sharded(device)
    losses = losses_of(model, optimizer, device, range(3))
    weights, state = get_state_dict(model, optimizer)
    dcp.save({"model": weights, "optimizer": state}, checkpoint_id=folder)
    return {"losses": losses + losses_of(model, optimizer, device, range(3, 6))}


def load(device, folder):
    """checkpoint에서 넷째 걸음부터 잇는다. rank 수가 저장할 때와 달라도 된다."""
    model, optimizer = sharded(device)
    weights, state = get_state_dict(model, optimizer)
    dcp.load({"model": weights, "optimizer": state}, checkpoint_id=folder)
    set_state_dict(model, optimizer, model_state_dict=weights, optim_state_dict=state)
    return {"losses": losses_of(model, optimizer, device, range(3, 6))}


def die(device):
    """rank 1이 한 걸음 만에 사라진다. 나머지는 all-reduce에서 기다리다 TIMEOUT 안에 오류로 끝나야 한다."""
    value = torch.ones(1, device=device)
    dist.all_reduce(value)
    if dist.get_rank() == 1:
        os._exit(17)
    dist.all_reduce(value)
    return {"sum": value.item()}


def stall(device, seconds):
    """rank 1이 죽지는 않고 답을 하지 않는다. 나머지는 seconds초를 기다린 뒤 오류로 끝나야 한다."""
    group = dist.new_group(timeout=timedelta(seconds=float(seconds)))
    if dist.get_rank() == 1:
        time.sleep(3600)
    value = torch.ones(1, device=device)
    dist.all_reduce(value, group=group)
    return {"sum": value.item()}


JOBS = {job.__name__: job for job in (ddp, fsdp, tensor, ring, save, load, die, stall)}


def main(jobs):
    """jobs: 쉼표로 이은 JOB이나 JOB=값. 차례로 돌고, rank 0이 {JOB: rank마다의 결과}를 찍는다."""
    wanted = [job.partition("=") for job in jobs.split(",")]
    if unknown := {name for name, _, _ in wanted} - set(JOBS):
        raise ValueError(f"모르는 JOB {sorted(unknown)}을 받았다. {list(JOBS)} 가운데서 고른다.")
    torch.set_num_threads(1)
    device, results = setup(), {}
    for name, _, value in wanted:
        everyone = [None] * dist.get_world_size()
        dist.all_gather_object(everyone, JOBS[name](device, value) if value else JOBS[name](device))
        results[name] = everyone
    if dist.get_rank() == 0:
        print(json.dumps(results), flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main(sys.argv[1])
