"""Let the finished site be kept: in the browser by a service worker, on a disk as `site.zip`.

Both are made of what the site holds, so they come last. The worker is its list of files with their hashes: it is another
one as soon as a file is, which is how a browser notices a new version. In the zip the links to the zip itself are text,
and its worker lists its own files, so that the copy can be put on any server again.
"""

import base64
import hashlib
import json
import re
from pathlib import Path

from .labs_zip import write_zip

SOURCE = Path(__file__).resolve().parent.parent / "web" / "src" / "service-worker.js"
WORKER, ZIP = "service-worker.js", "site.zip"
OTHER = {WORKER, ZIP, "objects.inv"}
TAKEN_ALONE = ("downloads/", "_static/locales/")  # nobody reads these in a page
PYTHON = "_static/pyodide/"
ZIP_LINK = rb'<a [^>]*href="(?:\.\./)*site\.zip"[^>]*>(.*?)</a>( \(<span[^>]* data-bytes="zip"[^>]*>[^<]*</span>\))?'


def write_offline(site):
    """Write `service-worker.js` and `site.zip` into the folder `site`, and their sizes into its pages."""
    paths = sorted(path for path in site.rglob("*") if path.is_file() and path.name not in OTHER)
    files = {path.relative_to(site).as_posix(): path.read_bytes() for path in paths}
    code, before = SOURCE.read_text("utf-8"), dict(files)
    parts = {part: sum(len(files[name]) for name in names) for part, names in groups(files).items()}
    state(files, {part: size for part, size in parts.items() if size})
    copy = {name: re.sub(ZIP_LINK, rb"\1", data) if name.endswith(".html") else data for name, data in files.items()}
    write_zip(site / ZIP, "attention-book", {**copy, WORKER: service_worker(copy, code)})
    state(files, {"zip": (site / ZIP).stat().st_size})
    for name, data in files.items():
        if data != before[name]:
            (site / name).write_bytes(data)
    (site / WORKER).write_bytes(service_worker(files, code))


def groups(files):
    """What a reader keeps first, and what only the Python in the page needs."""
    kept = [name for name in files if not name.startswith(TAKEN_ALONE)]
    return {"book": [name for name in kept if not name.startswith(PYTHON)], "python": [name for name in kept if name.startswith(PYTHON)]}


def state(files, sizes):
    """Put these sizes where the pages name them."""
    for name in files:
        if name.endswith(".html"):
            for part, size in sizes.items():
                place = rf'(data-bytes="{part}"[^>]*>)[^<]*'.encode()
                files[name] = re.sub(place, rb"\g<1>" + f"{size / 1e6:.1f} MB".encode(), files[name])


def service_worker(files, code):
    lists = ""
    for part, names in groups(files).items():
        listed = {name: [base64.b64encode(hashlib.sha256(files[name]).digest()).decode(), len(files[name])] for name in names}
        lists += f"const {part.upper()} = {json.dumps(listed, separators=(',', ':'))};\n"
    version = hashlib.sha256(lists.encode()).hexdigest()[:12]
    return f"// Version {version}\n{lists}{code}".encode()
