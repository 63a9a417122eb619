"""A formula that KaTeX cannot read, or that it writes wrongly for listeners and for EPUB, fails the build.

sphinxcontrib-katex prerenders with `throwOnError: False`, which prints the bad formula in red and goes on. Of an operator
as an index (`x_{\\max}`) KaTeX makes an <msub> of three parts, which is no MathML.
"""

import re
import socket
import time
from subprocess import PIPE, Popen

from lxml import html
from sphinx.errors import ExtensionError
from sphinxcontrib import katex

PARTS = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3, "mover": 2, "munder": 2, "munderover": 3, "mroot": 2}
MACROS = {r"\R": r"\mathbb{R}", r"\softmax": r"\operatorname{softmax}", r"\transpose": r"^{\mathsf T}"}


def setup(app):
    katex.KATEX_DEFAULT_OPTIONS.update(throwOnError=True, macros=MACROS)
    katex.STARTUP_TIMEOUT = katex.RENDER_TIMEOUT = 60  # seconds; 5 are too few on a busy machine
    katex.KaTeXServer.start_server_process = classmethod(start_server)
    render = katex.render_latex

    def render_or_fail(latex, options=None):
        try:
            # A row break or alignment needs an environment in KaTeX; Sphinx's own wrapping is skipped by prerendering.
            return well_formed(drop_repeated_source(render(latex, options)))
        except (katex.KaTeXError, ValueError) as error:
            page = getattr(app.builder, "current_docname", "?")
            raise ExtensionError(f"book/{page}.md: 수식을 읽을 수 없다: {latex.strip()!r}: {error}") from error

    if katex.render_latex.__name__ != "render_or_fail":  # several builds may run in one process
        katex.render_latex = render_or_fail
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def start_server(cls, folder, timeout):
    """Start Node and connect to it once it listens.

    The original takes the socket's file for a listening server, which it is a moment later, and leaves Node behind
    when it fails: Node then holds our output open, and whoever reads that waits for ever.
    """
    path = str(folder / "katex.sock")
    process = Popen(cls.build_command(socket=path), stdin=PIPE, stdout=PIPE, cwd=folder)
    deadline = time.monotonic() + timeout
    while process.poll() is None and time.monotonic() < deadline:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.connect(path)
            return process, connection
        except (FileNotFoundError, ConnectionRefusedError):
            connection.close()
            time.sleep(0.01)
    ended = process.poll()
    process.kill()
    raise katex.KaTeXError(f"Node가 {timeout}초 안에 답하지 않았다." if ended is None else f"Node가 {ended}로 끝났다.")


def drop_repeated_source(text):
    """Remove KaTeX's copy of the LaTeX source: screen readers use the MathML beside it."""
    return re.sub(r"<annotation encoding=\"application/x-tex\">.*?</annotation>", "", text, flags=re.S)


def well_formed(text):
    """The same text, if each part of its MathML has as many parts as it must."""
    for part in html.fragment_fromstring(text).iter(*PARTS):
        if len(part) != PARTS[part.tag]:
            raise ValueError(r"첨자나 분수의 MathML이 어긋난다. \max 같은 연산자는 \text{max}로 쓴다.")
    return text
