// Files of the Python in the page: fetched once, kept in the browser's cache storage, counted while they come.

const PREFIX = "python-in-page-";

export class Assets {
  #store;
  #ready = new Map();

  /** `folder` is the address of the files, `list` what `files.json` says. */
  constructor(folder, list) {
    this.folder = folder;
    this.list = list;
  }

  /** The list is asked for anew each time, so that a new book is noticed; without a network the kept one serves. */
  static async open(folder) {
    const address = new URL("files.json", folder);
    const kept = await storage(PREFIX + "list");
    let answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) await kept?.put(address, answer.clone()).catch(() => {});
    else answer = await kept?.match(address);
    if (!answer) throw new Error(`${address.pathname}을 받지 못했다. 네트워크가 끊겼거나 막혀 있다.`);
    const assets = new Assets(folder, await answer.json());
    assets.#store = await storage(PREFIX + assets.list.digest);
    if (assets.#store) {
      for (const name of await caches.keys()) {
        if (name.startsWith(PREFIX) && ![PREFIX + "list", PREFIX + assets.list.digest].includes(name)) await caches.delete(name);
      }
    }
    return assets;
  }

  /** Have the files of these groups at hand. `onEvent` hears how far it is. */
  async load(groups, onEvent) {
    const files = groups.flatMap((group) => this.list.groups[group]).filter(({ name }) => !this.#ready.has(name));
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const away = files.find(({ url }) => url);
    let loaded = 0;
    const count = (bytes) => onEvent({ loaded: (loaded += bytes), total, host: away && new URL(away.url).host });
    if (files.length) count(0);
    await Promise.all(files.map(async (file) => this.#ready.set(file.name, await this.#bytes(file, count))));
  }

  async #bytes({ name, url, integrity }, count) {
    const address = url ?? new URL(name, this.folder).href;
    // Here or in what the whole book was kept in (service-worker.js), which adds a hash to the address.
    const kept = this.#store && (await caches.match(address, { ignoreSearch: true }));
    if (kept) {
      const bytes = await kept.arrayBuffer();
      count(bytes.byteLength);
      return bytes;
    }
    const answer = await fetch(address, { integrity }).catch((error) => error);
    if (!answer.ok) throw new Error(`${name}을 받지 못했다(${answer.status ?? answer.message}). 네트워크가 끊겼거나 막혀 있다.`);
    const parts = [];
    for (const reader = answer.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      count(value.length);
    }
    const bytes = await new Blob(parts).arrayBuffer();
    await this.#store?.put(address, new Response(bytes)).catch(() => {}); // a full disk only costs the next visit
    return bytes;
  }

  bytes(name) {
    return new Uint8Array(this.#ready.get(name));
  }

  /** A module of these files, ready for import(). */
  script(name) {
    return URL.createObjectURL(new Blob([this.#ready.get(name)], { type: "text/javascript" }));
  }

  /** What `fetch` answers for an address that ends in a name of these files, or nothing. */
  answer(address) {
    const name = `${address.url ?? address}`.split("/").at(-1);
    if (name === "pyodide-lock.json") return new Response(this.list.lock);
    const bytes = this.#ready.get(name);
    return bytes && new Response(bytes, { headers: { "Content-Type": name.endsWith(".wasm") ? "application/wasm" : "application/zip" } });
  }
}

/** Cache storage, or nothing where the browser has none or blocks it. */
const storage = (name) => (globalThis.caches ? caches.open(name).catch(() => undefined) : undefined);
