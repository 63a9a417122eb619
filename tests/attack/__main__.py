"""`python -m tests.attack`: make each fault in a copy, run its checks, and say what was caught and what survived.

There is a copy for each core, and a fault goes to the next one that is free.
Results are kept in `_build/attack.json` under a fingerprint of the project: a run that was stopped goes on where it was.
The sample that CI takes is drawn by the fingerprint, so that it differs from one commit to the next.
"""

import argparse
import hashlib
import json
import os
import queue
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import as_completed
from pathlib import Path

from gate.execute import workers
from tests.attack.faults import BUILD, generate

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 600  # seconds for one check


def project_files(root):
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    return [name for name in sorted(listed.split("\0")) if name and (root / name).exists()]


def fingerprint(root):
    digest = hashlib.sha256()
    for name in project_files(root):
        digest.update(name.encode() + b"\0" + (root / name).read_bytes())
    return digest.hexdigest()


def copy_project(root, target):
    """The project's files with its environment and what it has built, so that a build there is incremental."""
    for name in project_files(root):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, target / name)
    for name in (".venv", "web/node_modules"):
        (target / name).symlink_to(root / name)
    shutil.copytree(root / "_build", target / "_build", symlinks=True, ignore=shutil.ignore_patterns("attacked", "shots"))
    subprocess.run(["git", "init", "-q"], cwd=target, check=True)
    subprocess.run(["git", "add", "-A"], cwd=target, check=True)


def caught_by(folder, checks):
    """The first check that fails, or None."""
    for check in checks:
        # What a browser test looks at must be built with the fault in it.
        for step in (BUILD, check) if check.startswith("tests/browser") else (check,):
            command = ["gate", "build"] if step == BUILD else ["pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", step]
            try:
                done = subprocess.run(
                    [".venv/bin/python", "-m", *command],
                    cwd=folder,
                    capture_output=True,
                    timeout=LIMIT,
                    env={**os.environ, "OMP_NUM_THREADS": "1"},
                )
            except subprocess.TimeoutExpired:
                return f"{step} (시간 초과)"
            if done.returncode:
                return step
    return None


def attack(folder, fault):
    path = folder / fault.file
    text = path.read_text("utf-8")
    path.write_text(text.replace(fault.old, fault.new, 1), "utf-8")
    try:
        return caught_by(folder, fault.checks)
    finally:
        path.write_text(text, "utf-8")


def attack_all(faults):
    """Each fault with what caught it, as they are done. First the control: without a fault every check passes."""
    place, free = ROOT / "_build" / "attacked", queue.SimpleQueue()
    shutil.rmtree(place, ignore_errors=True)
    for core in range(min(os.cpu_count(), len(faults))):
        copy_project(ROOT, place / str(core))
        if caught_by(place / str(core), [BUILD]):
            sys.exit("책이 이미 검사에 걸린다. 먼저 make book이 통과해야 한다.")
        free.put(place / str(core))

    def in_a_copy(work, *what):
        folder = free.get()
        try:
            return work(folder, *what)
        finally:
            free.put(folder)

    with workers() as pool:
        checks = sorted({check for fault in faults for check in fault.checks} - {BUILD})
        wrong = [caught for caught in pool.map(lambda check: in_a_copy(caught_by, [check]), checks) if caught]
        if wrong:
            sys.exit(f"결함이 없어도 걸리는 검사가 있다: {', '.join(wrong)}")
        running = {pool.submit(in_a_copy, attack, fault): fault for fault in faults}
        for future in as_completed(running):
            yield running[future], future.result()
    shutil.rmtree(place, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.attack")
    parser.add_argument("--each", type=int, default=3, help="faults of each kind")
    parser.add_argument("--sample", type=int, help="only so many faults, of different certain kinds, drawn by the project's state")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="only kinds with this word")
    options = parser.parse_args()
    state = fingerprint(ROOT)
    drawn = generate(ROOT, random.Random(options.seed), options.each, certain=bool(options.sample))
    faults = [fault for fault in drawn if options.only in fault.kind]
    if not faults:
        sys.exit(f"{options.only!r}이 든 종류가 없다: {', '.join(sorted({fault.kind for fault in drawn}))}")
    if options.sample:
        random.Random(state).shuffle(faults)
        first = {fault.kind: fault for fault in faults}
        faults = list(first.values())[: options.sample]
    kept = ROOT / "_build" / "attack.json"
    known = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    results = known.get("results", {}) if known.get("state") == state else {}
    waiting = [fault for fault in faults if fault.name not in results]
    start = time.monotonic()
    for done, (fault, check) in enumerate(attack_all(waiting), start=1):
        results[fault.name] = check or "살아남았다"
        kept.write_text(json.dumps({"state": state, "results": results}, ensure_ascii=False, indent=1), "utf-8")
        number = len(faults) - len(waiting) + done
        left = (time.monotonic() - start) / done * (len(waiting) - done)
        bar = "█" * (20 * number // len(faults))
        print(f"{bar:<20} {number}/{len(faults)} 남은 시간 {left / 60:.0f}분  {results[fault.name]}  {fault.name}", flush=True)
    survivors = [fault for fault in faults if results[fault.name] == "살아남았다"]
    total, lost = Counter(fault.kind for fault in faults), Counter(fault.kind for fault in survivors)
    print()
    for kind, count in total.items():
        print(f"{kind:<38} 잡음 {count - lost[kind]:>3}  살아남음 {lost[kind]:>3}")
    for fault in survivors:
        print(f"살아남았다: {fault.name}")
    print(f"{len(faults)}개 가운데 {len(faults) - len(survivors)}개를 잡았다.")
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()
