"""오래 걸리는 loop의 진행을 사람이 보고 있을 때만 한 줄로 알린다."""

import os
import sys


def watched():
    """사람이 보고 있는가: terminal이나 notebook이고, 책을 만드는 중이 아니다."""
    notebook = "ipykernel" in sys.modules
    return "BOOK_BUILD" not in os.environ and (notebook or sys.stderr.isatty())


def progress(items, label):
    """items를 차례로 내며 몇 번째인지 stderr의 한 줄에 고쳐 적는다. 보는 사람이 없으면 아무것도 적지 않는다."""
    items = list(items)
    show = watched()
    for number, item in enumerate(items, start=1):
        if show:
            print(f"\r{label} {number}/{len(items)}", end="", file=sys.stderr, flush=True)
        yield item
    if show:
        print(file=sys.stderr)
