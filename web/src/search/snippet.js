// The sentence that holds what was found, in pieces of which every second one is a match.
import { begins, find, fold } from "./words.js";

const AT_MOST = 140; // letters
const BEFORE = 40; // letters of a long sentence that stay before the match

// Text in pieces: plain, match, plain, match, ..., plain.
export function pieces(text, words) {
  const folded = fold(text);
  const places = words.flatMap((word) => [...find(folded, word)]).sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const parts = [];
  let end = 0;
  for (const [from, to] of places) {
    if (from < end) continue;
    parts.push(text.slice(end, from), text.slice(from, to));
    end = to;
  }
  return [...parts, text.slice(end)];
}

function sentences(text) {
  return text.split(/\n|(?<=[.?!]) +/).filter(Boolean);
}

function value(sentence, words) {
  const folded = fold(sentence);
  const held = words.map((word) => [...find(folded, word)]).filter((places) => places.length);
  const begun = held.filter((places) => places.some(([at]) => begins(folded, at)));
  return held.length + begun.length + (held.length && /[가-힣][.?]$/.test(sentence) ? 0.5 : 0);
}

// The first of the sentences that hold most of the words, of prose rather than of code, cut to a length that can be read at a glance.
export function sentence(text, words) {
  const all = sentences(text);
  const values = all.map((each) => value(each, words));
  const best = all[values.indexOf(Math.max(...values))] ?? "";
  if (best.length <= AT_MOST) return best;
  const first = Math.min(best.length, ...words.flatMap((word) => [...find(fold(best), word)].slice(0, 1).map(([at]) => at)));
  const from = first < best.length && first > BEFORE ? best.indexOf(" ", first - BEFORE) + 1 : 0;
  const cut = best.slice(from, from + AT_MOST);
  return `${from ? "… " : ""}${cut}${from + AT_MOST < best.length ? "…" : ""}`;
}
