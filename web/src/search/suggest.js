// What else to try where a query finds nothing: the words of titles and names that are nearly the same, and what the
// keys would have written on a Korean keyboard (djxpstus is 어텐션).

import { forms, occurs, rank } from "./engine.js";
import { distance, near } from "./korean.js";
import { compact, fold } from "./words.js";

const AT_MOST = 3;
const FIRST = ["r", "R", "s", "e", "E", "f", "a", "q", "Q", "t", "T", "d", "w", "W", "c", "z", "x", "v", "g"];
const MIDDLE = ["k", "o", "i", "O", "j", "p", "u", "P", "h", "hk", "ho", "hl", "y", "n", "nj", "np", "nl", "b", "m", "ml", "l"];
const LAST = [
  "",
  "r",
  "R",
  "rt",
  "s",
  "sw",
  "sg",
  "e",
  "f",
  "fr",
  "fa",
  "fq",
  "ft",
  "fx",
  "fv",
  "fg",
  "a",
  "q",
  "qt",
  "t",
  "T",
  "d",
  "w",
  "c",
  "z",
  "x",
  "v",
  "g",
];
const choice = (keys) => keys.toSorted((a, b) => b.length - a.length).join("|");
const SYLLABLE = new RegExp(
  `(${choice(FIRST)})(${choice(MIDDLE)})((?:${choice(LAST)})(?![${[...new Set(MIDDLE.join(""))].join("")}]))`,
  "g",
);

// The Hangul that the keys write, or nothing where they do not write whole syllables.
export function onKoreanKeys(typed) {
  const lower = /[REQTWOP]/.test(typed) ? typed : typed.toLowerCase();
  const written = lower.replace(SYLLABLE, (_, first, middle, last) =>
    String.fromCodePoint(0xac00 + (FIRST.indexOf(first) * 21 + MIDDLE.indexOf(middle)) * 28 + LAST.indexOf(last)),
  );
  return /^[가-힣\s]+$/.test(written) ? written : undefined;
}

function vocabulary(book) {
  const names = [...book.known.values()].flatMap(({ same }) => [...same]);
  const texts = [...names, ...book.known.keys(), ...book.units.map(({ foldedTitle }) => foldedTitle)];
  return new Set(texts.flatMap((text) => text.split(/\s+/)).filter(Boolean));
}

const nearest = (word, words) =>
  [...words].filter((other) => other !== word && near(word, other)).sort((a, b) => distance(word, a) - distance(word, b));

export function suggest(book, query) {
  const words = fold(query).split(/\s+/).filter(Boolean),
    all = vocabulary(book);
  const unknown = words.findIndex((word, i) => !forms(book, word, i === words.length - 1).some((form) => occurs(book, form.word)));
  const replaced = unknown < 0 ? [] : nearest(words[unknown], all).map((word) => words.with(unknown, word).join(" "));
  const candidates = [onKoreanKeys(query.trim()), ...replaced, ...nearest(compact(query), all)].filter(Boolean);
  return [...new Set(candidates)].filter((candidate) => rank(book, candidate).length).slice(0, AT_MOST);
}
