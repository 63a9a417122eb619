// The list of results under the theme's search field: in the dialog of every page, and on the search page. A combobox:
// the focus stays in the field, the arrow keys choose a result, Enter opens it. The results are links.
import { prepare, rank } from "./engine.js";
import { pieces, sentence } from "./snippet.js";
import { suggest } from "./suggest.js";

const IN_DIALOG = 20;
const root = document.documentElement.dataset.content_root;
const book = prepare(globalThis.searchIndex);

function element(tag, properties = {}, ...children) {
  const { role, aria = {}, ...rest } = properties;
  const made = Object.assign(document.createElement(tag), rest);
  if (role) made.setAttribute("role", role);
  for (const [name, value] of Object.entries(aria)) made.setAttribute(`aria-${name}`, value);
  made.append(...children);
  return made;
}

const marked = (text, words) => pieces(text, words).map((part, i) => (i % 2 ? element("mark", {}, part) : part));

function address({ page, anchor }, marks) {
  const query = new URLSearchParams(marks.map((word) => ["mark", word]));
  return `${root}${book.pages[page][0]}${marks.length ? `?${query}` : ""}#${anchor}`;
}

function option({ unit, marks }, id) {
  const page = book.pages[unit.page][1];
  return element(
    "a",
    { className: "search-option", role: "option", id, href: address(unit, marks), tabIndex: -1, aria: { selected: false } },
    element("span", { className: "search-title" }, ...marked(unit.title, marks)),
    ...(page === unit.title ? [] : [element("span", { className: "search-page" }, page)]),
    element("span", { className: "search-text" }, ...marked(sentence(unit.text, marks), marks)),
  );
}

function attach(form, place, most) {
  const input = form.querySelector("input[name=q]");
  input.maxLength = 100; // longer than any question, shorter than a pasted page
  const name = place.id;
  const status = element("p", { className: "search-status", role: "status" });
  const list = element("div", { className: "search-list", id: `${name}-list`, role: "listbox", aria: { label: "검색 결과" } });
  const help = element("p", { className: "search-help" });
  place.classList.add("search-panel");
  place.replaceChildren(status, list, help);
  for (const [key, value] of Object.entries({
    role: "combobox",
    "aria-controls": list.id,
    "aria-autocomplete": "list",
    "aria-expanded": false,
  })) {
    input.setAttribute(key, value);
  }
  const index = element("a", { href: `${root}genindex.html` }, "색인");
  let shown;

  const chosen = () => list.querySelector("[aria-selected=true]");
  function choose(next) {
    chosen()?.setAttribute("aria-selected", "false");
    next?.setAttribute("aria-selected", "true");
    next?.scrollIntoView({ block: "nearest" });
    if (next) input.setAttribute("aria-activedescendant", next.id);
    else input.removeAttribute("aria-activedescendant");
  }

  function show() {
    const query = input.value.trim();
    if (query === shown) return;
    shown = query;
    const found = query ? rank(book, query) : [];
    list.replaceChildren(...found.slice(0, most).map((result, i) => option(result, `${name}-${i}`)));
    list.scrollTop = 0;
    choose();
    input.setAttribute("aria-expanded", found.length > 0);
    status.textContent = !query
      ? ""
      : found.length
        ? `${new Set(found.map(({ unit }) => unit.page)).size}쪽의 ${found.length}곳에서 찾았다.`
        : `“${query}”에 맞는 곳이 없다.`;
    if (!query || found.length) showHelp(query, found);
    else showSuggestions(query);
  }

  function showHelp(query, found) {
    const all = element("a", { href: `${root}search.html?${new URLSearchParams({ q: query })}` }, "모두 보기");
    help.replaceChildren(
      ...(found.length > most ? [all, " · "] : []),
      element("span", { className: "search-keys" }, "↑ ↓ 고르기 · Enter 열기 · Esc 닫기 · "),
      index,
    );
  }

  function showSuggestions(query) {
    const buttons = suggest(book, query).map((word) =>
      element("button", { type: "button", className: "search-near", onclick: () => again(word) }, word),
    );
    help.replaceChildren(...(buttons.length ? ["혹시 이 말인가: ", ...buttons, " · "] : []), index, "에서도 찾는다.");
  }

  function again(word) {
    input.value = word;
    input.focus();
    show();
  }

  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return; // the key belongs to the syllable
    const options = [...list.children],
      at = options.indexOf(chosen());
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : at < 0 ? 0 : -1;
      choose(options.at((at + step + options.length) % options.length || 0));
      event.preventDefault();
    } else if (event.key === "Enter" && options.length && (chosen() || form.closest("dialog"))) {
      (chosen() ?? options[0]).click();
      event.preventDefault();
    }
  });
  show();
  if (!shown) showHelp("", []);
}

// A result on this very page may differ from its address in the anchor alone: nothing is loaded, so the dialog closes.
const dialog = document.getElementById("pst-search-dialog");
dialog.addEventListener("click", ({ target }) => target.closest("a[href]") && dialog.close());
dialog.append(element("section", { id: "search-panel" }));
attach(dialog.querySelector("form"), document.getElementById("search-panel"), IN_DIALOG);

const page = document.getElementById("search-results");
if (page) {
  const form = document.querySelector("main form.bd-search"),
    input = form.querySelector("input");
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  attach(form, page, Infinity);
  input.focus();
}
