// The buttons in the footer that keep the book in this browser. Nothing is registered or fetched before one is pressed.
const place = document.querySelector(".offline");
const [read, python] = place.querySelectorAll("button");
const [status, notice] = place.querySelectorAll("[role=status]");
const root = new URL(document.documentElement.dataset.content_root, location.href).href;
const onDisk = location.protocol === "file:";
const workers = onDisk ? undefined : navigator.serviceWorker; // which is there on https and localhost alone
const say = (text) => {
  status.textContent = text;
};
const label = read.innerHTML;
let registration, busy;

const reached = (worker, ...states) =>
  new Promise((resolve) => {
    const look = () => states.includes(worker.state) && resolve(worker.state);
    worker.addEventListener("statechange", look);
    look();
  });

function draw() {
  const kept = registration?.active?.scriptURL;
  read.innerHTML = kept ? "받아 둔 책 지우기" : label;
  python.hidden = !python.querySelector("span").textContent || !!kept?.endsWith("?python");
}

async function keep(query) {
  if (!workers)
    return say(
      onDisk ? "디스크에 있는 책이라 이미 네트워크 없이 읽힌다." : "https가 아니어서 browser가 받아 두지 못한다. 첫 쪽의 site.zip을 쓴다.",
    );
  let reason = "",
    answer;
  const channel = new BroadcastChannel(`offline ${root}`);
  channel.onmessage = ({ data: { error, done, total, kept } }) => {
    if (error) {
      reason = error;
      answer?.reject(new Error(error));
    } else if (kept) answer?.resolve();
    else say(`받는 중이다: ${(done / 1e6).toFixed(1)} / ${(total / 1e6).toFixed(1)} MB`);
  };
  busy = read.disabled = python.disabled = true;
  say("받기 시작한다.");
  try {
    const found = await workers.register(`${root}service-worker.js${query}`);
    const worker = found.installing ?? found.waiting ?? found.active,
      revived = worker === found.active;
    if ((await reached(worker, "installed", "activated", "redundant")) === "redundant") throw new Error(reason);
    if (revived) {
      // Removed in this very page, it comes back as it was, without its files.
      await new Promise((resolve, reject) => {
        answer = { resolve, reject };
        worker.postMessage("keep");
      });
    }
    worker.postMessage("activate");
    await reached(worker, "activated");
    if (!(await workers.getRegistration(root))?.active) throw new Error("다른 tab에서 지웠다");
    registration = found;
    watch();
    say("받아 두었다. 네트워크가 없어도 이 주소에서 읽힌다.");
  } catch (error) {
    if (!reason) await new Promise((go) => setTimeout(go, 500)); // the worker's word may come after its end
    say(`받다가 멈추었다(${reason || error.message}). 다시 누르면 이어 받는다.`);
  }
  channel.close();
  busy = read.disabled = python.disabled = false;
  draw();
}

async function forget() {
  read.disabled = true;
  await registration.unregister();
  await caches.delete(`offline ${root}`);
  registration = undefined;
  notice.replaceChildren();
  read.disabled = false;
  say("지웠다. 표시해 둔 것과 고친 code는 그대로 있다.");
  draw();
}

async function offer(worker) {
  if (busy || (await reached(worker, "installed", "redundant")) === "redundant" || busy || !registration) return;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "btn btn-sm", textContent: "새로 고침" });
  button.onclick = () => {
    workers.addEventListener("controllerchange", () => location.reload(), { once: true });
    worker.postMessage("activate");
  };
  notice.replaceChildren("책의 새 판을 받아 두었다. ", button);
}

function watch() {
  if (registration.waiting) offer(registration.waiting);
  registration.onupdatefound = () => offer(registration.installing);
}

read.onclick = () => (registration?.active ? forget() : keep("")); // one that is still coming is joined
python.onclick = () => keep("?python");
draw();
workers?.getRegistration(root).then((found) => {
  if (found?.scope !== root) return;
  registration = found;
  watch();
  draw();
});
