"""`python -m gate build|golden|pdf|serve|terms|changes|watch`: the commands behind the Makefile."""

import argparse
import contextlib
import fcntl
import functools
import http.server
import shutil
import socket
import sys
import time
from pathlib import Path

from . import passed, starters
from .book import Book, Fault, Refused

LOCK = "lock"


@contextlib.contextmanager
def alone(book):
    """One writer of `_build` at a time: a preview or a second build would change what this one has yet to read."""
    book.build.mkdir(exist_ok=True)
    with open(book.build / LOCK, "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("같은 책을 만드는 다른 명령이 끝나기를 기다린다.", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def build(book, cold):
    start = time.monotonic()
    if cold:
        for path in book.build.iterdir():
            if path.name != LOCK:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
    if passed.unchanged(book):
        print(f"달라진 것이 없다. 이미 검증한 사이트다. 여는 곳: {book.html / 'index.html'}")
        return
    from . import execute, golden, inspect_site, prose, terminology, typeset  # here, as they import Sphinx

    golden.begun(book).touch()
    sources = passed.sources(book)
    stop_on(
        stale_starters(book) + terminology.entries(book) + terminology.terminology(book)
    )  # needs the text alone: nobody waits minutes to hear of it
    print("쪽을 실행한다.", flush=True)
    stop_on(execute.execute(book, functools.partial(print, flush=True)))
    print("사이트를 쓴다.", flush=True)
    stop_on(typeset.typeset(book))
    print("쓴 것을 검사한다.", flush=True)
    stop_on(inspect_site.inspect_site(book) + prose.typed_numbers(book) + golden.differences(book))
    passed.remember(book, sources)
    print(f"{len(book.pages)}쪽을 {time.monotonic() - start:.0f}초에 만들었다. 여는 곳: {book.html / 'index.html'}")


def stale_starters(book):
    """A starter that is another text than its solution makes would be published, be it old or somebody's work."""
    paths = starters.stale(book.root)
    return [Fault("starter", path.relative_to(book.root).as_posix(), starters.STALE.format(name=path.parent.name)) for path in paths]


def stop_on(faults):
    """Print each fault on one line and end with failure if there is any."""
    if faults:
        for fault in faults:
            print(f"실패 {fault}", file=sys.stderr)
        sys.exit(1)


def update_golden(book):
    from . import golden

    # A page that was edited and put back is newer than its site, which make book would rightly leave as it is.
    if not passed.unchanged(book) and (reason := golden.not_of_now(book)):
        sys.exit(reason)
    for line in golden.update(book):
        print(line)


def make_pdf(book):
    """Print the site that has passed, and have it pass again with the PDF in it."""
    if not passed.unchanged(book):
        sys.exit("먼저 make book으로 책을 만든다: 검증한 사이트가 없거나 그 뒤에 달라졌다.")
    from . import inspect_site, offline, pdf

    start, sources = time.monotonic(), passed.sources(book)
    pdf.make_pdf(book, pdf.place(book))
    pdf.offer(book)
    offline.write_offline(book.html)
    stop_on(inspect_site.inspect_site(book))
    passed.remember(book, sources)
    print(f"{pdf.place(book).relative_to(book.root)}을 {time.monotonic() - start:.0f}초에 만들고 쪽의 메뉴에 이었다.")


def free(port, command):
    """End in one line where nothing can be served."""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except (OSError, OverflowError):
        sys.exit(f"port {port}: 이미 쓰이고 있거나 쓸 수 없는 번호다. 다른 번호를 준다: make {command} PORT=8001")


def serve(book, port):
    if not (book.html / "index.html").exists():
        sys.exit("먼저 make book으로 책을 만든다: _build/html/index.html이 없다.")
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(book.html))
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"http://127.0.0.1:{server.server_port}/ 에서 본다. 끝내려면 Ctrl-C를 누른다.", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


def main():
    parser = argparse.ArgumentParser(prog="python -m gate")
    parser.add_argument("command", choices=["build", "golden", "pdf", "serve", "terms", "changes", "watch"])
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the folder with _config.yml")
    parser.add_argument("--cold", action="store_true", help="execute every page anew")
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    book = Book(options.root.resolve())
    if not (book.root / "_config.yml").exists():
        sys.exit(f"{book.root}에 _config.yml이 없다. 책의 폴더에서 실행하거나 --root로 알려 준다.")
    match options.command:
        case "build":
            with alone(book):
                build(book, options.cold)
        case "golden":
            with alone(book):
                update_golden(book)
        case "changes":
            from . import changes

            changes.changes(book)
        case "terms":
            from . import terminology

            stop_on(terminology.entries(book) + terminology.terminology(book))
        case "pdf":
            with alone(book):
                make_pdf(book)
        case "watch":
            from . import watch

            free(options.port, "watch")
            with contextlib.suppress(KeyboardInterrupt):
                watch.watch(book, options.port, functools.partial(alone, book))
        case "serve":
            free(options.port, "serve")
            serve(book, options.port)


if __name__ == "__main__":
    try:
        main()
    except Refused as refused:
        stop_on(refused.args)
