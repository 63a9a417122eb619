"""계산하는 동안 새로 잡은 메모리의 최대를 잰다. 넘겨받은 배열은 세지 않는다."""

import json
import os
import tempfile
import tracemalloc
from pathlib import Path


def peak_numpy(function, *inputs, **options):
    """function을 부른 결과와, 그동안 NumPy와 Python이 새로 잡은 메모리의 최대(바이트)."""
    tracemalloc.start()
    try:
        result = function(*inputs, **options)
        return result, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def peak_torch(function, *inputs, **options):
    """function을 부른 결과와, 그동안 PyTorch가 CPU에 새로 잡은 메모리의 최대(바이트).

    profiler가 적은 잡기와 놓기를 시간의 차례로 더한다. 연산 안에서 잠깐 쓰고 버린 것도 센다.
    """
    os.environ.setdefault("KINETO_LOG_LEVEL", "99")  # profiler가 켜지고 꺼질 때 찍는 줄을 끈다
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as recorded:
        result = function(*inputs, **options)
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder, "trace.json")
        recorded.export_chrome_trace(str(trace))
        events = json.loads(trace.read_text("utf-8"))["traceEvents"]
    changes = sorted((e for e in events if e.get("name") == "[memory]"), key=lambda e: e["ts"])
    held = peak = 0
    for change in changes:
        held += change["args"]["Bytes"]
        peak = max(peak, held)
    return result, peak
