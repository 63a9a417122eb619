"""The pins agree with each other and with what is installed; the tree holds nothing of the machine that made it."""

import importlib.metadata
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from sphinxcontrib import katex

ROOT = Path(__file__).resolve().parent.parent
LISTS = [
    ("requirements.in", ["requirements.txt"]),
    ("tests/requirements.in", ["tests/requirements.txt", "requirements.txt"]),
]


def pins(text):
    """Name and version of each line, as pip compares names."""
    found = {}
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if line:
            name, version = re.fullmatch(r"([\w.-]+)==([\w.]+)", line).groups()
            found[re.sub(r"[-_.]+", "-", name).lower()] = version
    return found


def read(*names):
    return pins("\n".join((ROOT / name).read_text("utf-8") for name in names))


@pytest.mark.parametrize(("short", "full"), LISTS)
def test_every_wish_is_pinned_as_wished(short, full):
    wishes, pinned = read(short), read(*full)
    assert wishes and {name: pinned.get(name) for name in wishes} == wishes


def test_pins_are_exact():
    assert pins("Ruff_x==1.2  # why\n\n# heading\n") == {"ruff-x": "1.2"}
    for loose in ("numpy>=2", "numpy", "numpy==2.*", "numpy==2; python_version > '3'"):
        with pytest.raises(AttributeError):
            pins(loose)


def test_installed_packages_are_the_pinned_ones():
    pinned = read("requirements.txt", "tests/requirements.txt")
    installed = {name: importlib.metadata.version(name).split("+")[0] for name in pinned}
    assert installed == pinned


def test_packages_agree_with_each_other():
    done = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_style_sheet_and_renderer_are_of_one_katex():
    wished = json.loads((ROOT / "web/package.json").read_text("utf-8"))["dependencies"]["katex"]
    locked = json.loads((ROOT / "web/package-lock.json").read_text("utf-8"))["packages"]["node_modules/katex"]["version"]
    installed = json.loads((ROOT / "web/node_modules/katex/package.json").read_text("utf-8"))["version"]
    assert {wished, locked, installed} == {katex.katex_version}


def test_lock_file_fixes_every_package_by_its_hash():
    packages = json.loads((ROOT / "web/package-lock.json").read_text("utf-8"))["packages"]
    assert [name for name, package in packages.items() if name and not package.get("integrity", "").startswith("sha512-")] == []


# Addresses of package registries and their mirrors, and folders of one machine.
LEAKS = re.compile(
    r"https?://[^\s\"'<>)]*(?:pypi|npmjs|pythonhosted|regist(?:ry)|/simple/)"
    r"|(?<![\w.~-])/(?:home|root|Users|work|workspace|mnt|opt)/\w"
    r"|--(?:extra-)?index-url|[A-Z]:\\\\Users"
)


def tracked_files():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0:
        return [ROOT / name for name in listed.stdout.split("\0") if name]
    outside = {".venv", "_build", "node_modules", "__pycache__"}  # an unpacked archive: everything but what is made
    return [path for path in ROOT.rglob("*") if path.is_file() and not outside & set(path.relative_to(ROOT).parts)]


def leaks(text):
    return [found[0] for found in LEAKS.finditer(text)]


def test_tree_holds_no_registry_and_no_machine():
    found = {}
    for path in tracked_files():
        if path == Path(__file__).resolve() or not path.exists():
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        if hits := leaks(text):
            found[str(path.relative_to(ROOT))] = hits
    assert len(tracked_files()) > 50 and found == {}


LEAKING = [
    "https://registry.npmjs.org/katex",
    "resolved: http://mirror.test/pypi/simple/numpy",
    "--index-url x",
    "open('/home/kim/book')",
    "path=/root/x",
]
CLEAN = ["https://arxiv.org/abs/1706.03762", "book/root/index.md", "../home/page", "/etc/hostname", "pip install numpy"]


@pytest.mark.parametrize(("text", "is_leak"), [(text, True) for text in LEAKING] + [(text, False) for text in CLEAN])
def test_leaks_are_recognised(text, is_leak):
    assert bool(leaks(text)) is is_leak


def targets():
    """Targets that people call, by the Makefile's own list."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    return re.search(r"^\.PHONY: (.*)$", makefile, flags=re.MULTILINE)[1].split()


def test_help_lists_every_target():
    done = subprocess.run(["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True)
    described = {line.split()[0] for line in done.stdout.splitlines() if len(line.split()) > 1}
    assert done.returncode == 0 and {"book", "test"} < described == set(targets())


def missing_commands(text):
    """Commands and files that a text names and the tree does not have."""
    code = re.findall(r"```(?:bash|sh|console)\n(.*?)```", text, flags=re.DOTALL) + re.findall(r"`([^`\n]+)`", text)
    missing = []
    for line in "\n".join(code).splitlines():
        line = line.split("#")[0]
        for words in (part.split() for part in re.split(r"&&|;", line)):
            if words[:1] == ["make"]:
                missing += [f"make {word}" for word in words[1:] if "=" not in word and word not in targets()]
            elif words[:1] and re.fullmatch(r"\.?[\w-]+(/[\w.-]+)+/?|[\w-]+\.(?:py|md|txt|toml|yml)", words[0]):
                missing += [words[0]] if not exists(words[0]) else []
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    return missing + [link for link in links if not (ROOT / link).exists()]


def exists(name):
    """A path from the root, or a file by its name alone. What is built or installed is named too, and not in the tree."""
    made = name.startswith(("_build/", ".venv/"))
    return made or (ROOT / name).exists() or name in {path.name for path in tracked_files()}


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_readme_names_only_what_exists(name):
    text = (ROOT / name).read_text("utf-8")
    assert missing_commands(text) == []


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "gate/new_page.py", "gate/new_exercise.py"])
def test_recording_is_not_chained_to_a_build_that_stops_for_want_of_it(name):
    assert "make book && make golden" not in (ROOT / name).read_text("utf-8")


def test_readme_gives_the_two_commands():
    text = (ROOT / "README.md").read_text("utf-8")
    assert "make book" in text and "make test" in text


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("```bash\nmake nothing  # x\n```", ["make nothing"]),
        ("`make PYTHON=python3.12 book`", []),
        ("`make book && make none`", ["make none"]),
        ("`gate/nowhere.py`", ["gate/nowhere.py"]),
        ("[쪽](book/nowhere.md)과 [글](https://host.test/a)", ["book/nowhere.md"]),
        ("`attention_block.py`와 `make book`", []),
    ],
)
def test_missing_commands_are_recognised(text, missing):
    assert missing_commands(text) == missing


def test_collection_leaves_out_the_readers_exercises():
    """Starters fail their graders by design, and timings and downloads have targets of their own."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0", "labs", "tests/test_environment.py"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
    assert "labs/architectures/transformers/test_attention_block.py::" in listed
    assert "exercises/" not in listed and "solutions/" not in listed
