"""What the browser tests and the screenshots share: a server over a folder, a browser, a visit that is recorded."""

import contextlib
import functools
import gzip
import http.server
import io
import threading
from dataclasses import dataclass, field
from pathlib import Path

from tests.browser.find import browser_path

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html"
FLAGS = [
    "--no-sandbox",  # as root in a container there is no other way
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # a stray request fails at once, and is still recorded
]


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


class Compressing(Handler):
    """As a site's server does: what the browser accepts compressed is sent so."""

    def send_head(self):
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file() or path.suffix in {".woff2", ".png", ".zip", ".whl"}:
            return super().send_head()
        body = gzip.compress(path.read_bytes(), mtime=0)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return io.BytesIO(body)


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """A browser that closes its page before all parts have come is no error."""


@contextlib.contextmanager
def serve(folder, compress=False):
    """Serve `folder` on a free port; gives the address of its root."""
    handler = functools.partial(Compressing if compress else Handler, directory=str(folder))
    with Server(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def launch(playwright):
    return playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)


@dataclass
class Visit:
    """A loaded page and all that happened while it loaded."""

    page: object
    origin: str
    javascript: bool = True
    requests: list = field(default_factory=list)
    faults: list = field(default_factory=list)

    def watch(self):
        page = self.page
        page.context.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda line: line.type == "error" and self.faults.append(f"console: {line.text}"))
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("requestfailed", self.failed)
        page.on("response", lambda answer: answer.status >= 400 and self.faults.append(f"{answer.status}: {answer.url}"))
        return self

    def failed(self, request):
        """A script that is preloaded and then not wanted, as JavaScript is off, has not failed."""
        if self.javascript or request.resource_type != "script":
            self.faults.append(f"failed: {request.url}")

    def open(self, path):
        self.page.goto(self.origin + path, wait_until="load")
        with contextlib.suppress(Exception):  # without JavaScript nothing can be asked
            self.page.evaluate("document.fonts.ready.then(() => true)")
        return self


@contextlib.contextmanager
def visit(browser, origin, path, *, width=1280, dark=False, javascript=True):
    """Open one page in a fresh context."""
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if dark else "light",
        java_script_enabled=javascript,
        locale="ko-KR",
    )
    try:
        yield Visit(context.new_page(), origin, javascript).watch().open(path)
    finally:
        context.close()
