"""한 대로 모자랄 때: torchrun을 시간 제한을 두고 부르는 함수와, 나누는 방법마다의 메모리와 통신량의 식.

P는 rank 수, N은 파라미터 수, L은 층 수, T는 길이, D는 폭이다. 크기는 모두 byte다.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

WORKER = Path(__file__).with_name("scaling_worker.py")
STATE = 16  # float32로 학습할 때 파라미터마다의 byte: 값 4, gradient 4, Adam의 두 상태 8
WORKING = 12  # 셈하는 중인 한 층의 활성값이 T D의 몇 배인지의 어림


def launch(jobs, world, limit=180):
    """`torchrun --standalone`으로 scaling_worker.py를 rank world개에서 돌린다. 반환: {JOB: rank마다의 결과}.

    rank 하나라도 죽으면 torchrun이 나머지를 끝내고, 여기서는 먼저 죽은 rank를 대는 RuntimeError를 낸다.
    limit초 안에 끝나지 않으면 모두 끝내고 TimeoutError를 낸다.
    """
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", str(world)]
    command += ["--log-dir", os.devnull, str(WORKER), jobs]  # 기록할 곳을 주지 않으면 torchrun이 폴더를 만들고 지우지 않는다
    run = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"}
    )
    try:
        out, problem = run.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        run.terminate()  # torchrun이 제 rank를 끝내고 끝난다
        try:
            run.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            run.kill()
            run.communicate()
        raise TimeoutError(f"{jobs}: {limit}초 안에 끝나지 않아 끝냈다. 서로 기다리는 rank가 있는지 본다.") from None
    if run.returncode:
        failed = re.findall(r"rank\s*:\s*(\d+).*?exitcode\s*:\s*(-?\d+)", problem, flags=re.S)  # 처음 본 것이 마지막에 적힌다
        gone = [pair for pair in failed if pair[1] not in ("1", "-15")]  # 남의 죽음을 알아챈 rank는 예외(1)나 SIGTERM으로 끝난다
        rank, code = (gone or failed or [("?", run.returncode)])[-1]
        said = re.findall(rf"^(?:\[rank{rank}\]: )?(\w+Error: .*)$", problem, flags=re.M)  # 그 rank가 남긴 말
        why = f" ({said[-1]})" if said else ""
        raise RuntimeError(f"rank {rank}의 process가 먼저 끝나(exitcode {code}) 모두 멈췄다{why}. 고친 뒤 마지막 checkpoint에서 잇는다.")
    return json.loads(out.splitlines()[-1])


def all_reduce_sent(size, world):
    """크기 size인 텐서를 모두 더해 모두에게: reduce-scatter와 all-gather를 고리로 한 번씩."""
    return 2 * (world - 1) / world * size


def gather_sent(size, world):
    """모은 크기가 size인 all-gather나 reduce-scatter에서 rank 하나가 보내는 양."""
    return (world - 1) / world * size


def parameters(n_layers, d_model):
    """층마다 attention 4 D^2과 폭이 네 배인 FFN 8 D^2. bias와 LayerNorm은 뺀다."""
    return 12 * n_layers * d_model**2


def activations(T, n_layers, d_model, itemsize=2, working=WORKING):
    """층의 입력만 남기고 backward에서 다시 셈할 때: 층마다 T D와, 셈하는 중인 한 층의 약 12 T D."""
    return (n_layers + working) * T * d_model * itemsize


def plan(T, n_layers, d_model, world, itemsize=2):
    """문장 하나(길이 T)를 rank world개로 학습할 때 방법마다 (rank의 메모리, 한 걸음에 rank가 보내는 양).

    파라미터의 통신은 float32, 활성값의 통신은 itemsize byte로 센다. key와 value의 폭은 모두 더해 D다.
    tensor의 메모리는 셈하는 중인 한 층의 활성값이 모두 나뉜다고 본 어림이다. LayerNorm과 그 층의 출력은 나뉘지 않는다.
    """
    N, state = parameters(n_layers, d_model), STATE * parameters(n_layers, d_model)
    stored = activations(T, n_layers, d_model, itemsize)
    within = activations(T, n_layers, d_model, itemsize, WORKING / world)  # head와 FFN의 폭을 나누면 층 안의 활성값도 나뉜다
    row, piece = T * d_model * itemsize, T // world * d_model * itemsize
    ring_sent = n_layers * ((world - 1) * 2 + world * 4 + (world - 1) * 2) * piece  # forward, backward, 다시 셈하는 forward
    fsdp_sent = 3 * gather_sent(4 * N, world)  # forward와 backward의 all-gather, gradient의 reduce-scatter
    return {
        "DDP": (state + stored, all_reduce_sent(4 * N, world)),
        "FSDP": (state / world + stored, fsdp_sent),
        "tensor": (state / world + within, n_layers * 6 * all_reduce_sent(row, world)),  # 층마다 forward, backward, 다시 셈에 둘씩
        "ring": (state + stored / world, ring_sent + all_reduce_sent(4 * N, world)),
        "FSDP + ring": ((state + stored) / world, ring_sent + fsdp_sent),
    }


if __name__ == "__main__":
    for name, (memory, sent) in plan(2**20, 32, 4096, 64).items():
        print(f"{name}: rank의 메모리 {memory / 1e9:.1f} GB, 한 걸음에 보내는 양 {sent / 1e9:.1f} GB")
