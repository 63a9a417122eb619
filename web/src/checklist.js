// Each item of a `checklist` container gets a box to tick; the ticks stay in this browser.
for (const [index, item] of document.querySelectorAll(".checklist li").entries()) {
  const key = `check:${location.pathname}:${index}`;
  const box = Object.assign(document.createElement("input"), { type: "checkbox" });
  const label = document.createElement("label");
  label.append(box, ...(item.querySelectorAll(":scope > p")[0]?.childNodes ?? [...item.childNodes]));
  item.replaceChildren(label);
  stored(() => (box.checked = localStorage.getItem(key) === "1"));
  box.addEventListener("change", () => stored(() => localStorage.setItem(key, box.checked ? "1" : "0")));
}

/** Storage can be blocked or full: the ticks then last as long as the page. */
function stored(act) {
  try {
    act();
  } catch {
    return;
  }
}
