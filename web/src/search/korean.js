// What a search must know of Korean: particles, syllables that are still being typed, and how near two words are.

const ANY = ["에서", "에게", "에", "까지", "부터", "보다", "처럼", "마다", "조차", "이다", "의", "도", "만", "인"];
const AFTER_CONSONANT = ["이라고", "이라는", "이란", "이나", "이며", "이고", "으로", "은", "이", "을", "과"];
const AFTER_VOWEL = ["라고", "라는", "란", "나", "며", "다", "로", "는", "가", "를", "와"];
const PARTICLES = [...ANY, ...AFTER_CONSONANT, ...AFTER_VOWEL].sort((a, b) => b.length - a.length);

const isSyllable = (letter) => letter >= "가" && letter <= "힣";
const final = (syllable) => (syllable.codePointAt(0) - 0xac00) % 28;
const RIEUL = 8;

function agrees(stem, particle) {
  const last = stem.at(-1);
  if (!isSyllable(last) || ANY.includes(particle)) return true;
  if (particle === "로") return [0, RIEUL].includes(final(last));
  if (particle === "으로") return ![0, RIEUL].includes(final(last));
  return AFTER_CONSONANT.includes(particle) === final(last) > 0;
}

// The word without its last particle, and without the one before it (에서는, 까지도).
export function stems(word) {
  const found = [];
  for (let left = word; found.length < 2; found.push(left)) {
    const particle = PARTICLES.find(
      (ending) => left.length > ending.length && left.endsWith(ending) && agrees(left.slice(0, -ending.length), ending),
    );
    if (!particle || (found.length && left.length - particle.length < 2)) break;
    left = left.slice(0, -particle.length);
  }
  return found;
}

// What surely stands while the last syllable is still being composed: 마슼 on the way to 마스크, 어텐ㅅ to 어텐션.
export function typedSoFar(word) {
  const last = word.at(-1) ?? "";
  if (/[ㄱ-ㅣ]/.test(last)) return word.slice(0, -1);
  if (!isSyllable(last) || !final(last)) return undefined;
  return word.slice(0, -1) + String.fromCodePoint(last.codePointAt(0) - final(last));
}

const letters = (word) => [...word.normalize("NFD")]; // 한 becomes ㅎㅏㄴ

// Letters to change, add, drop or swap with their neighbour, a jamo counting as a letter.
export function distance(one, other) {
  const [a, b] = [letters(one), letters(other)];
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = rows[i - 1][j - 1] + (a[i - 1] !== b[j - 1]);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? rows[i - 2][j - 2] + 1 : Infinity;
      rows[i][j] = Math.min(changed, rows[i - 1][j] + 1, rows[i][j - 1] + 1, swapped);
    }
  }
  return rows[a.length][b.length];
}

// How far apart two words may be to be taken for each other: one letter, two in long words.
export const near = (one, other) => {
  const most = Math.max(1, Math.floor(letters(one).length / 7));
  return letters(one).length > 2 && Math.abs(letters(one).length - letters(other).length) <= most && distance(one, other) <= most;
};
