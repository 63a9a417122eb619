// One piece of code that the reader may change and run: its bar of buttons, its editor, its state.
import { Stopped } from "./python.js";

const MB = 1e6;
const link = (local) => `<a href="${local}">내 컴퓨터에서 실행하는 법</a>`;

export class Code {
  /** `text` is the code as printed, `kept` what the reader has made of it, `run` what the main button does. */
  constructor(bar, { text, kept, label, run, onChange }) {
    Object.assign(this, { bar, original: text, text: kept ?? text, label, onChange });
    this.printed = bar.parentElement.querySelector("div.highlight").parentElement;
    this.button = Object.fromEntries([...bar.querySelectorAll("button")].map((button) => [button.dataset.do, button]));
    this.status = bar.querySelector("[role=status]");
    this.run = run;
  }

  get changed() {
    return this.text !== this.original;
  }

  async edit() {
    if (!this.editor) {
      const { openEditor } = await import("./editor.js");
      this.editor ??= openEditor({
        text: this.text,
        label: `${this.label} code`,
        onChange: (text) => this.#become(text),
        onRun: () => this.button.run?.click() ?? this.button.grade.click(),
      });
      this.printed.hidden = true;
      this.printed.after(this.editor.dom);
      this.button.edit.hidden = true;
      this.say("Esc 다음에 Tab을 누르면 편집기를 나간다. Ctrl+Enter로 실행한다.");
    }
    this.editor.focus();
  }

  /** Go on with a text that was written elsewhere. */
  take(text) {
    if (this.editor) this.editor.replace(text);
    else this.#become(text);
  }

  reset() {
    this.#become(this.original);
    this.editor?.dom.remove();
    this.editor = undefined;
    this.printed.hidden = this.button.edit.hidden = false;
    Object.assign(this.button.edit, { textContent: "고치기", ariaLabel: `${this.label} 고치기` });
    this.button.edit.focus();
    this.say("처음 code로 되돌렸다.");
  }

  #become(text) {
    this.text = text;
    this.button.reset.hidden = !this.changed;
    this.onChange?.(text);
  }

  say(html) {
    this.status.innerHTML = html;
  }

  /** Run, with the bar showing it: progress while files come, a button to stop, and at the end what there is to say. */
  async work() {
    this.button.stop.hidden = false;
    this.say("실행한다.");
    try {
      this.say(await this.run((event) => this.#progress(event)));
    } catch (error) {
      this.say(
        error instanceof Stopped
          ? error.message
          : `${escape(error.message)} ${link(document.querySelector("script[data-local]").dataset.local)}`,
      );
    } finally {
      this.bar.querySelector(".run-progress")?.remove();
      this.button.stop.hidden = true;
    }
  }

  /** Beside the status, not in it: a screen reader would read out every step. */
  #progress({ loaded, total, host, starting }) {
    if (loaded === undefined && !starting) return;
    let shown = this.bar.querySelector(".run-progress");
    if (!shown) {
      shown = Object.assign(document.createElement("div"), { className: "run-progress" });
      shown.innerHTML = '<progress aria-label="Python을 받은 정도"></progress> <span></span>';
      this.bar.append(shown);
      this.say(host ? `이 사이트에 없는 파일은 ${host}에서 받는다.` : "browser에서 돌 Python을 준비한다.");
    }
    const [meter, text] = shown.children;
    if (starting) {
      meter.removeAttribute("value");
      text.textContent = "Python을 켠다.";
    } else {
      meter.max = Math.max(total, loaded);
      meter.value = loaded;
      text.textContent = `${(loaded / MB).toFixed(1)} / ${(meter.max / MB).toFixed(1)} MB`;
    }
  }
}

export const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt()};`);
