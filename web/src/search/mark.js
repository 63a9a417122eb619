// Marks words in the article without touching it: a highlight of ranges moves nothing and leaves copied text alone.
import { find, fold } from "./words.js";

const SKIPPED = ".katex, .headerlink, script, style, template";

function ranges(article, words) {
  const found = [];
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode,
      text = fold(node.data);
    for (const word of words) {
      for (const [start, end] of find(text, word)) {
        if (node.parentElement.closest(SKIPPED)) continue;
        const range = new Range();
        range.setStart(node, start);
        range.setEnd(node, end);
        found.push(range);
      }
    }
  }
  return found;
}

export function markWords(words) {
  const article = document.querySelector("article.bd-article");
  if (!article || !CSS.highlights) return;
  const found = ranges(article, words.map((word) => fold(word).trim()).filter(Boolean));
  if (!found.length) return;
  CSS.highlights.set("found", new Highlight(...found));
  const button = Object.assign(document.createElement("button"), { type: "button", className: "search-clear" });
  button.textContent = `찾은 말 표시 ${found.length}곳 지우기`;
  const clear = () => {
    CSS.highlights.delete("found");
    button.remove();
    history.replaceState(history.state, "", location.pathname + location.hash);
    document.removeEventListener("keydown", byKey);
  };
  const byKey = (event) => event.key === "Escape" && !document.querySelector("dialog[open]") && clear();
  button.addEventListener("click", clear);
  document.addEventListener("keydown", byKey);
  document.body.append(button);
}
