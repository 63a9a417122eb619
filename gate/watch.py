"""`python -m gate watch`: rebuild what changed on each save, serve it, and reload the browser.

A preview for writing, not the verified site: Sphinx goes on from its last run (which the gate never does, as warnings
would be lost), nothing is lightened or compared. It lies in `_build/preview`. Faults are shown and the watch goes on.
"""

import functools
import http.server
import threading
import time

from . import execute
from .book import Book
from .typeset import prepare, run_sphinx

RELOAD = b"""<script>
let seen; setInterval(async () => { const now = await (await fetch('/__version')).text(); if (seen && now !== seen) location.reload(); seen = now; }, 400);
</script></body>"""
WATCHED = ("book", "labs", "extensions", "web/src", "_config.yml", "_toc.yml")


class Preview(http.server.SimpleHTTPRequestHandler):
    version = 0

    def do_GET(self):
        if self.path == "/__version":
            return self.answer(str(Preview.version).encode(), "text/plain")
        path = self.translate_path(self.path)
        path += "index.html" if path.endswith("/") else ""
        if path.endswith(".html"):
            try:
                with open(path, "rb") as file:
                    return self.answer(file.read().replace(b"</body>", RELOAD), "text/html; charset=utf-8")
            except FileNotFoundError:
                pass
        return super().do_GET()

    def answer(self, body, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def times(root):
    """When each watched file was last written."""
    files = [path for name in WATCHED for path in ((root / name).rglob("*") if (root / name).is_dir() else [root / name])]
    return {path: path.stat().st_mtime_ns for path in files if path.is_file() and "__pycache__" not in path.parts}


def rebuild(book, changed):
    """One round. Returns the faults, among them what ends a build: half-written YAML, a script that cannot be read."""
    try:
        return rebuilt(Book(book.root), changed)  # anew, as it keeps what it has read of _toc.yml
    except Exception as error:
        return [f"{type(error).__name__}: {error}"]


def rebuilt(book, changed):
    if not changed or any(not name.endswith((".md", ".bib")) for name in changed):
        prepare(book)
    return execute.execute(book, lambda line: None) or run_sphinx(book, book.build / "preview", book.build / ".doctrees-preview")


def watch(book, port, alone):
    handler = functools.partial(Preview, directory=str(book.build / "preview"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(f"http://127.0.0.1:{server.server_port}/ 에서 본다. 저장할 때마다 새로 만든다. 끝내려면 Ctrl-C를 누른다.", flush=True)
        seen = None
        while True:
            now = times(book.root)
            if now == seen:
                time.sleep(0.2)
                continue
            changed = sorted(path.relative_to(book.root).as_posix() for path, when in now.items() if seen and seen.get(path) != when)
            start, seen = time.monotonic(), now
            with alone():
                faults = rebuild(book, changed)
            for fault in faults:
                print(f"  {fault}", flush=True)
            Preview.version += 1
            print(f"{time.monotonic() - start:.1f}초: {', '.join(changed) or '처음'}", flush=True)
