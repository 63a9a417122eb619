// An exercise: the reader's file, kept in this browser, and the ladder of the grader's rungs.
import { Code, escape } from "./code.js";

const LIMIT = 30; // seconds for all rungs; a right answer takes about one
const STATES = { waiting: "아직", passed: "통과", failed: "막힘" };

export class Exercise {
  #code;
  #next; // the Python of the next grading, started ahead

  constructor({ name, code, grader, files }, python) {
    Object.assign(this, { key: `exercise:${name}`, original: code, grader, files, python });
    addEventListener("storage", ({ key, newValue }) => {
      if (key !== this.key || !this.#code) return;
      this.#code.take(newValue ?? this.original); // or typing here would lose what was written there
      this.#code.say("다른 tab에서 고친 code를 이어받았다.");
    });
  }

  at(bar) {
    if (!this.#code) {
      this.#code = new Code(bar, {
        text: this.original,
        kept: this.#kept(),
        label: "연습",
        run: (event) => this.#grade(event),
        onChange: (text) => this.#keep(text),
      });
      this.#code.save = () => this.#save();
      const reset = this.#code.reset.bind(this.#code);
      this.#code.reset = () => confirm("고친 code를 지우고 처음 code로 되돌린다.") && reset();
    }
    return this.#code;
  }

  #kept() {
    try {
      return localStorage.getItem(this.key) ?? undefined;
    } catch {
      return undefined; // storage can be blocked: the code then lasts as long as the page
    }
  }

  #keep(text) {
    try {
      if (text === this.original) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, text);
    } catch {
      this.#code.say("browser가 저장을 막거나 자리가 없어 이 code는 쪽을 닫으면 사라진다. 내려받아 둔다.");
    }
  }

  #save() {
    const address = URL.createObjectURL(new Blob([this.#code.text], { type: "text/x-python" }));
    Object.assign(document.createElement("a"), { href: address, download: "exercise.py" }).click();
    URL.revokeObjectURL(address);
    this.#code.say("exercise.py를 내려받았다. labs.zip에 든 같은 이름의 파일과 바꾼다.");
  }

  /** Each grading has a Python of its own: what the reader's file does to NumPy, pytest or builtins ends with it. */
  async #grade(event) {
    const { text: code } = this.#code; // as it is now: Python may take seconds to start
    const ready = this.#next ?? this.#open(event);
    this.#next = undefined;
    await ready;
    const board = new Ladder(this.#code.bar);
    try {
      const passed = await this.python.ask(
        { do: "grade", code, grader: this.grader, files: this.files },
        (told) => board.hear(told),
        LIMIT,
      );
      return board.summary(passed);
    } finally {
      board.showPrinted();
      this.python.stop();
      this.#next = this.#open(); // while the reader reads
      this.#next.catch(() => (this.#next = undefined)); // the next press tries again, and tells
    }
  }

  async #open(event) {
    await this.python.start({}, event);
    await this.python.ask({ do: "prepare", group: "grader" }, event);
  }
}

class Ladder {
  #rungs = new Map();
  #broken;
  #printed = "";

  constructor(bar) {
    const place = bar.parentElement;
    if (place.nextElementSibling.matches(".ladder")) place.nextElementSibling.remove();
    this.list = Object.assign(document.createElement("ol"), { className: "ladder" });
    place.after(this.list);
  }

  hear({ ladder, rung, passed, says, broken, text }) {
    if (ladder) for (const [name, title] of ladder) this.#add(name, title);
    if (rung) this.#judge(rung, passed, says);
    if (broken) this.#broken = broken;
    if (text) this.#printed += text;
  }

  #add(name, title) {
    const line = document.createElement("li");
    line.dataset.rung = name;
    line.innerHTML = `<b></b> ${escape(title)}`;
    this.list.append(line);
    this.#rungs.set(name, line);
    this.#mark(line, "waiting");
  }

  /** Only the first message lies open: what comes after it may follow from it. */
  #judge(name, passed, says) {
    const line = this.#rungs.get(name),
      open = !this.list.querySelector(".failed");
    this.#mark(line, passed ? "passed" : "failed");
    if (!passed)
      line.insertAdjacentHTML("beforeend", `<details ${open ? "open" : ""}><summary>채점기의 말</summary><p>${escape(says)}</p></details>`);
  }

  #mark(line, state) {
    line.className = state;
    line.querySelector("b").textContent = STATES[state];
  }

  showPrinted() {
    if (!this.#printed) return;
    const shown = document.createElement("li");
    shown.className = "printed";
    shown.innerHTML = `<details><summary>채점하는 동안 내 code가 찍은 것</summary><pre tabindex="0">${escape(this.#printed)}</pre></details>`;
    this.list.append(shown);
  }

  summary(passed) {
    if (this.#broken) return `채점기를 읽지 못했다: ${escape(this.#broken)}`;
    const [held, waiting] = ["passed", "waiting"].map((state) => this.list.querySelectorAll(`.${state}`).length);
    if (waiting) return `code가 채점을 도중에 끝내 ${waiting}단계를 채점하지 못했다.`;
    if (passed) return `${held}단계를 모두 통과했다.`;
    return `${this.#rungs.size}단계 가운데 ${held}단계를 통과했다. 처음 막힌 단계부터 푼다.`;
  }
}
