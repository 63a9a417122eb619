"""Build `labs.zip`, what readers download: the lab, the NumPy code, the exercises with their graders.

The same commit gives the same bytes: fixed order, times and permissions. Solutions and wrong solutions stay out.
"""

import hashlib
import json
import re
import subprocess
import zipfile

LEFT_OUT = {"solutions", "mistakes_lab", "__pycache__"}
SUFFIXES = {".py", ".md", ".txt", ".toml", ".csv"}
PACKAGES = ("numpy", "torch", "pytest")
COMPRESSED = (".zip", ".whl", ".woff2", ".png")  # once is enough


def write_labs_zip(book, target):
    """Write the archive to `target` and return its names."""
    root = book.root / "labs"
    files = {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.suffix in SUFFIXES and not any(left_out(part) for part in path.relative_to(root).parts)
    }
    pins = package_pins(book)
    files["requirements.txt"] = "".join(f"{pin}\n" for pin in pins).encode()
    manifest = {
        "commit": last_commit(book),
        "packages": pins,
        "sha256": {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())},
    }
    files["MANIFEST.json"] = (json.dumps(manifest, indent=1) + "\n").encode()
    write_zip(target, "attention-labs", files)
    return sorted(files)


def left_out(part):
    """A reader's environment lies in a hidden folder, too."""
    return part in LEFT_OUT or part.startswith(".")


def write_zip(target, folder, files):
    """The same files give the same bytes."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            stored = name.endswith(COMPRESSED)
            archive.writestr(zip_entry(f"{folder}/{name}", zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED), data)


def zip_entry(path, compression):
    """A file of an archive, at a time and with permissions that are always the same."""
    entry = zipfile.ZipInfo(path, date_time=(1980, 1, 1, 0, 0, 0))
    entry.external_attr, entry.compress_type = 0o644 << 16, compression
    return entry


def package_pins(book):
    """The book's own pins of what the labs need."""
    lines = []
    for name in ("requirements.txt", "tests/requirements.txt"):
        path = book.root / name
        lines += path.read_text("utf-8").splitlines() if path.exists() else []
    return [line for package in PACKAGES for line in lines if re.match(rf"{package}==", line)]


def last_commit(book):
    """The commit that last changed the labs, or None outside a repository."""
    command = ["git", "-C", str(book.root), "log", "-1", "--format=%H", "--", "labs"]
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip() or None
    except FileNotFoundError:
        return None
