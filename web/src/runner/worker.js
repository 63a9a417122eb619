// Python itself. One message at a time comes in, events and one answer go out.
import { Assets } from "./assets.js";
import gradeSource from "./grade.py";
import sessionSource from "./session.py";

let assets, python, session;
const installed = new Set();
const fetchElsewhere = fetch;

async function start({ base, files }, event) {
  assets = await Assets.open(new URL("pyodide/", base));
  await assets.load(["numpy"], event);
  event({ starting: true });
  self.fetch = async (address, options) => assets.answer(address) ?? fetchElsewhere(address, options);
  await import(assets.script("pyodide.asm.js")); // it leaves its function where pyodide.mjs looks first
  const { loadPyodide } = await import(assets.script("pyodide.mjs"));
  python = await loadPyodide({ indexURL: new URL("pyodide/", base).href });
  await install("numpy", event);
  python.FS.mkdir("/page");
  for (const [name, text] of Object.entries({ ...files, "session.py": sessionSource, "grade.py": gradeSource })) write(name, text);
  python.runPython("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '/page')");
  session = python.pyimport("session");
}

function write(name, content) {
  const path = `/page/${name}`;
  python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  python.FS.writeFile(path, content);
}

async function install(group, event) {
  if (installed.has(group)) return;
  await assets.load([group], event);
  event({ starting: true });
  await python.loadPackage(assets.list.roots[group], { messageCallback() {}, errorCallback: console.warn });
  if (group === "figures") {
    write("koreanize_matplotlib/__init__.py", "");
    write("koreanize_matplotlib/fonts/NanumGothic.ttf", assets.bytes("NanumGothic.ttf"));
  }
  installed.add(group);
}

/** Make ready what this code will use, so that the time it may take is its own. */
async function prepare({ code, group }, event) {
  if (group) await install(group, event);
  if (group === "grader") python.pyimport("pytest").destroy();
  if (code === undefined || installed.has("figures") || !wantsFigures(code)) return;
  await install("figures", event);
  session.use_figures();
}

/** Code that cannot be read, and a Python that is broken, are told of when it runs. */
function wantsFigures(code) {
  try {
    return session.wants_figures(code);
  } catch {
    return false;
  }
}

function run({ code, name }, event) {
  const result = session.run(code, name, (text) => event({ text }));
  try {
    return result.toJs({ dict_converter: Object.fromEntries });
  } finally {
    result?.destroy();
  }
}

function grade({ code, grader, files }, event) {
  const grading = python.pyimport("grade");
  try {
    return grading.grade(code, grader, python.toPy(files), (kind, text) => event(kind === "text" ? { text } : JSON.parse(text)));
  } finally {
    grading.destroy();
  }
}

self.close = () => {}; // a worker that the reader's code closes would never answer

const DO = { start, prepare, run, grade };

self.onmessage = async ({ data }) => {
  const { id } = data;
  try {
    postMessage({ id, result: await DO[data.do](data, (event) => postMessage({ id, event })) });
  } catch (error) {
    // What a cell raises is its result. What ends the run itself (too deep for the browser's own stack, an exit, modules thrown
    // away) leaves a Python that answers nothing more.
    const broken = ["run", "grade"].includes(data.do) || error.name === "PythonError";
    const text = broken
      ? `Python이 끊겼다(${error.message.trim().split("\n").at(-1)}). 다시 누르면 새로 켜고 처음부터 실행한다.`
      : error.message;
    postMessage({ id, error: { text, fatal: broken || data.do === "start" } });
  }
};
