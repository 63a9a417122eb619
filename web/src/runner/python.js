// The reader's Python in a worker: started once, asked one thing at a time, ended when it takes too long.

/** The worker was ended on purpose: its state is gone. */
export class Stopped extends Error {}

export class Python {
  #worker;
  #source;
  #ready;
  #pending;
  #next = 0;
  #stopped;

  constructor(base) {
    this.base = base; // the folder of the static files
    this.age = 0; // how many workers there have been: state of an older one is gone
  }

  /** Start the worker, or wait for it. `files` are the page's own modules. */
  async start(files, onEvent) {
    if (!globalThis.Worker || !globalThis.WebAssembly) throw new Error("이 browser에는 Worker나 WebAssembly가 없다.");
    // Kept as a blob, so that a worker can be started again without the network.
    this.#source ??= fetch(new URL("runner/worker.js", this.base)).then(async (answer) => {
      if (!answer.ok) throw new Error(`worker.js: ${answer.status}`);
      return URL.createObjectURL(await answer.blob());
    });
    this.#stopped = undefined;
    const source = await this.#source.catch((error) => {
      this.#source = undefined;
      throw error;
    });
    if (this.#stopped) throw this.#stopped;
    if (!this.#worker) {
      this.age += 1;
      this.#worker = new Worker(source, { type: "module" });
      this.#worker.onmessage = ({ data }) => this.#hear(data);
      this.#worker.onerror = (event) => this.#end(new Error(event.message ?? "worker가 시작하지 않았다."));
      this.#ready = this.#send({ do: "start", base: this.base.href, files }, onEvent);
    }
    return this.#ready;
  }

  /** Ask for one thing. After `seconds` the worker is ended; without them it may take as long as it does. */
  async ask(message, onEvent, seconds) {
    const timer =
      seconds &&
      setTimeout(() => this.stop(`${seconds}초 안에 끝나지 않아 멈췄다. 끝나지 않는 반복문이나 너무 큰 일이 있는지 본다.`), seconds * 1000);
    try {
      return await this.#send(message, onEvent);
    } finally {
      clearTimeout(timer);
    }
  }

  stop(text) {
    this.#stopped = new Stopped(text); // for a start that still waits for its script
    this.#end(this.#stopped);
  }

  #send(message, onEvent) {
    return new Promise((resolve, reject) => {
      this.#pending = { id: ++this.#next, resolve, reject, onEvent };
      this.#worker.postMessage({ ...message, id: this.#next });
    });
  }

  #hear(message) {
    const { id, event, result, error } = message ?? {}; // the reader's code can post anything
    const pending = this.#pending;
    if (pending?.id !== id) return; // of a question that was given up
    if (event) return pending.onEvent?.(event);
    this.#pending = undefined;
    if (error === undefined) return pending.resolve(result);
    if (error.fatal) this.#end();
    pending.reject(new Error(error.text));
  }

  #end(error) {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#pending?.reject(error);
    this.#pending = undefined;
  }
}
