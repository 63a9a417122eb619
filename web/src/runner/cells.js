// The page's cells share one namespace: running one first runs those before it that have not run yet.
import { Code } from "./code.js";

const LIMIT = 60; // seconds for one cell; a reader can stop it sooner

export class Cells {
  #codes = new Map();
  #ran = new Set();
  #age;
  #anew = false; // what was put back is to run as printed: nothing stays of what ran in its place
  #changes = 0;

  constructor({ cells = [], files = {} }, python) {
    Object.assign(this, { cells, files, python });
    this.shown = cells.flatMap(({ hidden }, place) => (hidden ? [] : [place])); // as the page counts its cells
  }

  at(bar) {
    const place = this.shown[bar.dataset.cell];
    if (!this.#codes.has(place)) {
      const code = new Code(bar, {
        text: this.cells[place].code,
        label: `code ${+bar.dataset.cell + 1}`,
        run: (event) => this.#run(place, event),
        onChange: () => this.#forget(place),
      });
      const output = new Output(bar.closest("div.cell"));
      const reset = code.reset.bind(code);
      Object.assign(code, {
        output,
        reset: () => {
          output.restore();
          reset();
          this.#anew = true;
        },
      });
      this.#codes.set(place, code);
    }
    return this.#codes.get(place);
  }

  /** A cell that was changed runs again, and so do those after it: they may use what it makes. */
  #forget(place) {
    this.#changes += 1;
    for (const ran of this.#ran) if (ran >= place) this.#ran.delete(ran);
  }

  async #run(place, event) {
    if (this.#anew) this.python.stop();
    this.#anew = false;
    await this.python.start(this.files, event);
    if (this.#age !== this.python.age) this.#ran.clear();
    this.#age = this.python.age;
    let first = 0;
    for (let before = 0; before < place; before += 1) {
      if (this.cells[before].kind !== "runs" || this.#ran.has(before)) continue;
      const { error } = await this.#execute(before, event);
      if (error && !this.cells[before].hidden) {
        this.at(document.querySelector(`.run-bar[data-cell="${this.shown.indexOf(before)}"]`)).output.show(error);
        return `먼저 실행한 code ${this.shown.indexOf(before) + 1}에서 오류가 나 멈췄다.`;
      }
      first += !this.cells[before].hidden;
    }
    const { output } = this.#codes.get(place),
      again = this.#ran.has(place);
    output.clear();
    const start = performance.now();
    let result;
    try {
      result = await this.#execute(place, (told) => (told.text ? output.add(told.text) : event(told)));
    } catch (error) {
      output.note(error.message);
      throw error;
    }
    output.finish(result);
    this.#codes.get(place).button.reset.hidden = false;
    const seconds = ((performance.now() - start) / 1000).toFixed(2);
    const more = first
      ? ` 앞의 code ${first}개를 먼저 실행했다.`
      : again
        ? " 앞서 실행한 값을 이어 썼다. 되돌리기를 누르면 처음부터 한다."
        : "";
    return `${result.error ? "오류가 났다" : "실행했다"}(${seconds}초).${more}`;
  }

  async #execute(place, event) {
    const code = this.#codes.get(place)?.text ?? this.cells[place].code;
    await this.python.ask({ do: "prepare", code }, event);
    const changes = this.#changes;
    const name = this.cells[place].hidden ? `숨은 code ${place}` : `code ${this.shown.indexOf(place) + 1}`;
    const result = await this.python.ask({ do: "run", code, name }, event, LIMIT);
    if (result.error) this.#ran.delete(place);
    else if (changes === this.#changes) this.#ran.add(place); // a cell before it may have been changed meanwhile
    return result;
  }
}

/** The reader's own output, in the place of the printed one. */
class Output {
  constructor(cell) {
    this.cell = cell;
    this.printed = cell.querySelector(".cell_output");
  }

  clear() {
    this.restore();
    if (this.printed) this.printed.hidden = true;
    this.own = document.createElement("div");
    this.own.className = "cell_output docutils container run-output";
    this.own.innerHTML = '<p class="run-mark">내가 실행한 결과</p>';
    this.cell.append(this.own);
  }

  restore() {
    this.own?.remove();
    this.own = undefined;
    if (this.printed) this.printed.hidden = false;
  }

  add(text) {
    if (!this.own) return; // put back by the reader meanwhile
    if (!this.own.contains(this.pre)) {
      const frame = document.createElement("div");
      frame.className = "output stream highlight-none notranslate";
      frame.innerHTML = '<div class="highlight"><pre tabindex="0"></pre></div>';
      this.own.append(frame);
      this.pre = frame.querySelector("pre");
    }
    this.pre.append(text);
  }

  note(text) {
    this.own?.append(Object.assign(document.createElement("p"), { className: "run-error", textContent: text }));
  }

  show(error) {
    this.clear();
    this.note(error);
  }

  finish({ figures, error }) {
    if (!this.own) return;
    const alt = this.printed?.querySelector("svg")?.getAttribute("aria-label");
    for (const figure of figures) {
      this.own.insertAdjacentHTML("beforeend", figure);
      const svg = this.own.lastElementChild;
      svg.style.maxWidth = svg.getAttribute("width");
      for (const name of ["width", "height"]) svg.removeAttribute(name);
      svg.classList.add("bookfig");
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", `고친 code로 다시 그린 그림. 원래 그림: ${alt ?? "없음"}`);
    }
    if (error) this.note(error);
    if (this.own.children.length === 1) this.note("찍은 것이 없다.");
  }
}
