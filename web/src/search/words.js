// How a word is looked for in a text: without regard to case, width and punctuation, and with where words begin.
// All of it keeps the length of a text, so that a place in the folded text is a place in the text.

export const fold = (text) =>
  text
    .normalize("NFC") // not NFKC, which takes ㄱ for the beginning of a syllable
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt() - 0xfee0))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_]/gu, (sign) => " ".repeat(sign.length));

export const compact = (text) => fold(text).replace(/\s+/g, "");

const kind = (letter = " ") => (/[가-힣ㄱ-ㅣ]/.test(letter) ? "hangul" : /[a-z]/.test(letter) ? "latin" : letter);

export const begins = (text, at) => kind(text[at - 1]) !== kind(text[at]);

// Korean is written with and without a space inside a compound: a long word may have one between any two syllables.
const LOOSE = /^[가-힣]{4,}$/;

function* places(text, word) {
  if (LOOSE.test(word)) {
    for (const match of text.matchAll(new RegExp([...word].join(" ?"), "g"))) yield [match.index, match.index + match[0].length];
  } else {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) yield [at, at + word.length];
  }
}

// The places [start, end] of a word in a folded text. One or two Latin letters count only where a word begins (a single
// one only where it is the word): inside others they mean nothing.
export function* find(text, word) {
  const short = /^[a-z]{1,2}$/.test(word);
  for (const [start, end] of places(text, word)) {
    const whole = word.length > 1 || kind(text[end]) !== "latin";
    if (!short || (begins(text, start) && whole)) yield [start, end];
  }
}
