// On every page: keys that open the search, its files when its field is first entered, and the marks of what was found.
import { markWords } from "./search/mark.js";

const root = document.documentElement.dataset.content_root;
const asked = new Set();

function load(...files) {
  for (const file of files.filter((file) => !asked.has(file))) {
    const address = `${root}_static/${file}`;
    asked.add(file);
    document.head.append(
      file.endsWith(".css")
        ? Object.assign(document.createElement("link"), { rel: "stylesheet", href: address })
        : Object.assign(document.createElement("script"), { src: address, async: false }),
    ); // they run in their order
  }
}

const loadSearch = () => load("search.css", "search-index.js", "search/dialog.js");

const writes = (target) => target.isContentEditable || target.matches("input, textarea, select");

document.addEventListener("focusin", ({ target }) => target.closest("form.bd-search") && loadSearch());
if (document.getElementById("search-results")) loadSearch();

document.addEventListener("keydown", (event) => {
  const { key, code, target } = event;
  // On a Korean keyboard the key K writes ㅏ, which the theme does not take for its Ctrl-K.
  const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && code === "KeyK" && !/^k$/i.test(key);
  const isSlash = key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !writes(target);
  if (!(isShortcut || isSlash) || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  document.querySelector(".search-button__button").click();
});

const words = new URLSearchParams(location.search).getAll("mark");
if (words.length) {
  load("search.css");
  markWords(words);
}
