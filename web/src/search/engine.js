// Ranks the sections of the book for what was typed. A page is right if it holds every word, in some form, somewhere; of
// a right page the sections that hold all of them are shown, or the best one. What the words are called elsewhere (the
// names of an entry, the two columns of the table of terms) finds too, with less weight.
//
// The index (extensions/search_index.py): pages [address, title, is main text], sections [page, anchor, title, text],
// names [section of the entry or -1, names that mean the same, further names that lead to the entry].

import { stems, typedSoFar } from "./korean.js";
import { begins, compact, find, fold } from "./words.js";

const WEIGHT = { stem: 0.95, started: 0.9, name: 0.8, synonym: 0.7, lead: 0.1 };
const SCORE = { entry: 1000, title: 300, partOfTitle: 0.15, pageTitle: 10, start: 10, inside: 3, phrase: 40, main: 1.5 };
const ENOUGH = 8; // more places of a word in one section say nothing more
const PER_PAGE = 3;

export function prepare({ pages, sections, names }) {
  const known = new Map(); // a name without spaces -> the entry that it leads to, names that mean the same, the entry's own names
  for (const [section, same, further] of names) {
    for (const name of [...same, ...further]) {
      const entry = known.get(compact(name)) ?? { sections: new Set(), same: new Set(), leads: new Set() };
      if (section >= 0) entry.sections.add(section);
      for (const other of same) entry[same.includes(name) ? "same" : "leads"].add(fold(other).trim());
      known.set(compact(name), entry);
    }
  }
  const units = sections.map(([page, anchor, title, text], id) => ({
    id,
    page,
    anchor,
    title,
    text,
    folded: fold(text),
    foldedTitle: fold(title),
    foldedPage: fold(pages[page][1]),
    titles: [title, ...title.split(/[()]/)].map(compact),
  }));
  return { pages, units, known, all: fold(units.map(({ title, text }) => `${title}\n${text}`).join("\n")) };
}

export const occurs = (book, word) => !find(book.all, word).next().done;

// The forms in which a word may stand in the text: as typed, without particles, by its other names, as far as typed.
export function forms(book, word, isLast) {
  const found = [{ word, weight: 1 }];
  for (const bare of stems(word)) {
    // A syllable is likely a part of the word (길이), unless it is a name.
    const isCertain = bare.length > 1 || /[a-z]/.test(bare) || (book.known.has(bare) && !book.known.has(word));
    if (isCertain || !occurs(book, word)) found.push({ word: bare, weight: WEIGHT.stem });
  }
  for (const { word: form, weight } of [...found]) {
    for (const name of book.known.get(form)?.same ?? []) {
      if (name !== form && !/\s/.test(name)) found.push({ word: name, weight: weight * WEIGHT.synonym });
    }
  }
  const started = isLast && typedSoFar(word);
  if (started && !found.some((form) => occurs(book, form.word))) found.push({ word: started, weight: WEIGHT.started });
  return found;
}

// What was typed, and the names that mean the same as all of it. Each reading is a list of words in their forms.
function readings(book, query) {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const name = compact(query);
  const whole = [name, ...stems(name)].map((each) => book.known.get(each)).filter(Boolean);
  const reading = (name, weight, all) => ({ name: compact(name), weight, phrase: all.length > 1 && fold(name).trim(), words: all });
  const named = (names, weight) =>
    names.map((name) =>
      reading(
        name,
        weight,
        name.split(/\s+/).map((word) => [{ word, weight: 1 }]),
      ),
    );
  return {
    entries: new Set(whole.flatMap(({ sections }) => [...sections])),
    all: words.length
      ? [
          reading(
            query,
            1,
            words.map((word, i) => forms(book, word, i === words.length - 1)),
          ),
          ...named(
            whole.flatMap(({ same }) => [...same]),
            WEIGHT.name,
          ),
          ...named(
            whole.flatMap(({ leads }) => [...leads]),
            WEIGHT.lead,
          ),
        ]
      : [],
  };
}

function inTitle(title, word) {
  const places = [...find(title, word)];
  if (places.some(([at]) => begins(title, at))) return 0.6 + (0.2 * word.length) / title.length;
  if (!places.length) return 0;
  return word.length > 1 ? 0.4 : 0.01; // a syllable inside a word is rarely that word: 실행 is no 행
}

function inText(text, word) {
  let start = 0,
    inside = 0;
  for (const [at] of find(text, word)) {
    if (begins(text, at)) start += 1;
    else inside += 1;
    if (start >= ENOUGH) break;
  }
  return start ? SCORE.start * (1 + Math.log2(start)) : inside ? SCORE.inside : 0;
}

// How well one section answers: what its title and its text give for the best form of each word, and the forms that stand
// there (nothing for a word that it lacks). A title counts in full if it has all words.
function match(unit, reading, isMain) {
  const isTitle = unit.titles.includes(reading.name);
  const words = reading.words.map((wordForms) => {
    const found = { seen: [], title: 0, text: 0 };
    for (const { word, weight } of wordForms) {
      const title = isTitle ? 1 : inTitle(unit.foldedTitle, word),
        text = inText(unit.folded, word);
      if (title + text) found.seen.push(word);
      found.title = Math.max(found.title, weight * title);
      found.text = Math.max(found.text, weight * text);
    }
    return found.seen.length ? found : undefined;
  });
  const all = words.map((found) => found ?? { title: 0, text: 0 });
  const mean = (part) => all.reduce((sum, found) => sum + found[part], 0) / all.length;
  const title = SCORE.title * mean("title") * (all.every((found) => found.title) ? 1 : SCORE.partOfTitle);
  const phrase = reading.phrase && [unit.folded, unit.foldedTitle].some((text) => text.includes(reading.phrase)) ? SCORE.phrase : 0;
  const about = reading.words.some(([{ word }]) => unit.foldedPage.includes(word)) ? SCORE.pageTitle : 0;
  return { unit, words, score: reading.weight * (title + mean("text") * (isMain ? SCORE.main : 1) + phrase + about) };
}

function search(book, reading) {
  const pages = new Map();
  for (const unit of book.units) {
    const found = match(unit, reading, book.pages[unit.page][2]);
    if (found.words.some(Boolean)) pages.set(unit.page, [...(pages.get(unit.page) ?? []), found]);
  }
  const right = [...pages.values()].filter((page) => reading.words.every((_, i) => page.some((found) => found.words[i])));
  return right.flatMap((page) => {
    const complete = page.filter((found) => found.words.every(Boolean));
    const [best] = page.sort((a, b) => b.score - a.score);
    return complete.length ? complete : [{ ...best, score: best.score / 2 }];
  });
}

// The sections for a query, the best first, each with the words to mark in it.
export function rank(book, query) {
  const { entries, all } = readings(book, query);
  const found = new Map();
  for (const reading of all) {
    for (const result of search(book, reading)) {
      if (result.score > (found.get(result.unit)?.score ?? 0)) found.set(result.unit, result);
    }
  }
  for (const unit of [...entries].map((id) => book.units[id])) {
    const result = found.get(unit) ?? { unit, words: [], score: 0 };
    found.set(unit, { ...result, score: result.score + SCORE.entry });
  }
  const counts = new Map();
  return [...found.values()]
    .sort((a, b) => b.score - a.score || a.unit.id - b.unit.id)
    .filter(({ unit }) => counts.set(unit.page, (counts.get(unit.page) ?? 0) + 1).get(unit.page) <= PER_PAGE)
    .map(({ unit, words: marked, score }) => ({ unit, score, marks: [...new Set(marked.filter(Boolean).flatMap(({ seen }) => seen))] }));
}
