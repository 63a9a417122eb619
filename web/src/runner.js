// Puts the buttons beside the code that can run in the page. Everything else waits for the first press of one of them.
// A classic script: opened as a file, the page loads no modules, and this one still says why nothing runs.

const script = document.currentScript;
const { local } = script.dataset;
const LINK = `<a href="${local}">내 컴퓨터에서 실행하는 법</a>`;
const WHY = {
  "runs-locally": "PyTorch처럼 여기 없는 것을 쓴다.",
  "runs-after": "여기서 돌지 않는 앞 cell의 값을 쓴다.",
};
const BUTTONS = { run: "실행", grade: "채점", edit: "고치기", reset: "되돌리기", save: "내려받기", stop: "멈춤" };

let page; // the module, once asked for

function addBar(place, label, names, saved) {
  const bar = document.createElement("div");
  bar.className = "run-bar";
  const words = saved ? { ...BUTTONS, edit: "이어서 고치기" } : BUTTONS;
  const later = saved ? ["stop"] : ["reset", "stop"]; // shown when there is something to reset or to stop
  for (const name of names) {
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      textContent: words[name],
      ariaLabel: `${label} ${words[name]}`,
    });
    button.dataset.do = name;
    button.hidden = later.includes(name);
    button.addEventListener("click", () => act(bar, name));
    bar.append(button);
  }
  bar.insertAdjacentHTML("beforeend", '<span role="status"></span>');
  place.append(bar);
  return bar;
}

async function act(bar, name) {
  const status = bar.querySelector("[role=status]");
  const main = ["run", "grade"].includes(name) ? bar.querySelector(`[data-do=${name}]`) : undefined;
  if (main) {
    main.disabled = true; // at once: a second press would ask for the same work again
    status.textContent = "차례를 기다린다.";
  }
  try {
    page ??= import(new URL("runner/page.js", script.src)).then(({ open }) => open(script));
    const { act } = await page.catch((error) => {
      page = undefined; // the next press tries again
      throw error;
    });
    await act(bar, name);
  } catch (error) {
    status.innerHTML = `${reason(error)} ${LINK}`;
  } finally {
    if (main) main.disabled = false;
  }
}

function reason(error) {
  if (location.protocol === "file:") return "파일로 연 쪽에서는 browser가 Python을 막는다. 서버(make serve)로 열면 돈다.";
  if (!navigator.onLine) return "네트워크가 끊겨 실행에 필요한 파일을 받지 못했다. 이어진 뒤 다시 누른다.";
  return `실행에 필요한 파일을 받지 못했다(${error.message}). 다시 누르거나 다른 browser로 연다.`;
}

function saved(key) {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false; // storage can be blocked
  }
}

for (const [index, cell] of document.querySelectorAll("div.cell").entries()) {
  const kind = ["runs", ...Object.keys(WHY)].find((name) => cell.classList.contains(name));
  const input = cell.querySelector(".cell_input");
  if (!kind || !input) continue;
  if (kind === "runs") {
    addBar(input, `code ${index + 1}`, ["run", "edit", "reset", "stop"]).dataset.cell = index;
  } else {
    input.insertAdjacentHTML("beforeend", `<p class="run-bar"><span>${WHY[kind]}</span> ${LINK}</p>`);
  }
}
for (const place of document.querySelectorAll(".exercise-code")) {
  addBar(place, "연습", ["grade", "edit", "save", "reset", "stop"], saved(`exercise:${script.dataset.exercise}`));
}
