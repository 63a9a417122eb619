// Serves the book from this browser's storage. The build puts the list of files before this: path, sha256 and bytes of each.
// A file is kept under its hash: an update fetches what has changed, an interrupted one goes on where it stopped, and each
// version of this script serves its own files, whatever lies on the server.
/* global BOOK, PYTHON */
const { scope } = registration;
const NAME = `offline ${scope}`;
const files = location.search === "?python" ? { ...BOOK, ...PYTHON } : BOOK;
const key = (path) => `${scope}${path}?${files[path][0]}`;

async function fetchAll() {
  const cache = await caches.open(NAME),
    channel = new BroadcastChannel(NAME),
    queue = Object.keys(files);
  const total = queue.reduce((sum, path) => sum + files[path][1], 0);
  let done = 0;
  const work = async () => {
    for (let path; (path = queue.pop()) !== undefined;) {
      if (!(await cache.match(key(path)))) await fetchOne(cache, path);
      channel.postMessage({ done: (done += files[path][1]), total });
    }
  };
  await Promise.all(Array.from({ length: 6 }, work)).catch((error) => {
    channel.postMessage({ error: error.message });
    throw error;
  });
}

async function fetchOne(cache, path) {
  const answer = await fetch(scope + path, { cache: "no-cache", integrity: `sha256-${files[path][0]}` }).catch(({ message }) => {
    throw new Error(`${path}: ${message}`);
  });
  const headers = { "Content-Type": answer.headers.get("Content-Type") };
  await cache.put(key(path), new Response(await answer.blob(), { headers })); // a redirected answer could open no page
}

async function keepAgain() {
  await fetchAll();
  new BroadcastChannel(NAME).postMessage({ kept: true });
}

async function tidy() {
  const cache = await caches.open(NAME),
    wanted = new Set(Object.keys(files).map(key));
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
  await clients.claim();
}

function known(address) {
  if (!address.startsWith(scope)) return;
  const path = new URL(address).pathname.slice(new URL(scope).pathname.length);
  return [path, `${path}index.html`, `${path}.html`].find((name) => Object.hasOwn(files, name));
}

addEventListener("install", (event) => event.waitUntil(fetchAll()));
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("message", (event) => {
  if (event.data === "activate") skipWaiting();
  if (event.data === "keep") event.waitUntil(keepAgain().catch(() => {})); // the page has been told
});
addEventListener("fetch", (event) => {
  const path = known(event.request.url);
  if (path && event.request.method === "GET") {
    event.respondWith(
      caches
        .open(NAME)
        .then((cache) => cache.match(key(path)))
        .then((kept) => kept ?? fetch(event.request)),
    );
  }
});
