"""What is kept of a site: the worker lists every file with its hash, the zip is the same each time and stands alone."""

import base64
import hashlib
import json
import re
import zipfile

import pytest

from gate.offline import PYTHON, SOURCE, WORKER, ZIP, write_offline

PAGE = """<a href="{up}site.zip" download>묶음</a> (<span class="x" data-bytes="zip"></span>)
<span data-bytes="book"></span><span data-bytes="python"></span>"""


@pytest.fixture
def site(tmp_path):
    files = {"index.html": PAGE.format(up=""), "part/page.html": PAGE.format(up="../"), "_static/a.js": "1;" * 60_000, "objects.inv": "x"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def lists(code):
    return {part: json.loads(found) for part, found in re.findall(r"^const (BOOK|PYTHON) = (.*);$", code, flags=re.M)}


def check(files, code):
    for listed in lists(code).values():
        for name, (digest, size) in listed.items():
            assert base64.b64decode(digest) == hashlib.sha256(files[name]).digest() and len(files[name]) == size, name


def contents(site):
    with zipfile.ZipFile(site / ZIP) as archive:
        return {name.removeprefix("attention-book/"): archive.read(name) for name in archive.namelist()}


def test_worker_lists_the_files_as_they_are(site):
    write_offline(site)
    code = (site / WORKER).read_text("utf-8")
    assert code.endswith(SOURCE.read_text("utf-8"))
    assert set(lists(code)["BOOK"]) == {"index.html", "part/page.html", "_static/a.js"} and lists(code)["PYTHON"] == {}
    check({name: (site / name).read_bytes() for name in lists(code)["BOOK"]}, code)


def test_python_is_kept_apart_and_its_size_named(site):
    write_offline(site)
    assert 'data-bytes="python"></span>' in (site / "index.html").read_text("utf-8")
    (site / PYTHON).mkdir(parents=True)
    (site / PYTHON / "python.wasm").write_bytes(bytes(2_000_000))
    write_offline(site)
    assert list(lists((site / WORKER).read_text("utf-8"))["PYTHON"]) == [f"{PYTHON}python.wasm"]
    assert 'data-bytes="python">2.0 MB<' in (site / "index.html").read_text("utf-8")


def test_sizes_are_computed(site):
    write_offline(site)
    text = (site / "part" / "page.html").read_text("utf-8")
    assert 'data-bytes="book">0.1 MB<' in text
    assert f'data-bytes="zip">{(site / ZIP).stat().st_size / 1e6:.1f} MB<' in text


def test_zip_stands_alone_and_is_the_same_each_time(site):
    write_offline(site)
    first = (site / ZIP).read_bytes(), (site / WORKER).read_bytes()
    write_offline(site)
    assert ((site / ZIP).read_bytes(), (site / WORKER).read_bytes()) == first
    files = contents(site)
    assert ZIP not in files and not any(b"site.zip" in data for name, data in files.items() if name.endswith(".html"))
    check(files, files[WORKER].decode())


def test_a_changed_file_makes_another_worker(site):
    write_offline(site)
    first = (site / WORKER).read_bytes()
    (site / "_static" / "a.js").write_text("2;" * 60_000, "utf-8")
    write_offline(site)
    assert (site / WORKER).read_bytes() != first
