// numpy_attention.py and positions.py of the book once more, over lists of numbers. In a mask true means "may be seen".

export const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);

export function softmax(scores) {
  const exps = exponentials(scores);
  const total = exps.reduce((sum, value) => sum + value, 0);
  return exps.map((value) => value / (total || 1));
}

/** e^(score - row maximum): what the softmax divides by its sum. All zero where every key is hidden. */
export function exponentials(scores) {
  const peak = Math.max(...scores);
  return scores.map((score) => Math.exp(score - (peak === -Infinity ? 0 : peak)));
}

/** Attention with any temperature; the default is the book's sqrt(D). */
export function attention(Q, K, V, mask, tau = Math.sqrt(K[0].length)) {
  const scores = Q.map((q, t) => K.map((k, s) => (mask[t][s] ? dot(q, k) / tau : -Infinity)));
  const weights = scores.map(softmax);
  return { scores, weights, output: weights.map((w) => partialSums(w, V).at(-1)) };
}

/** The output growing key by key: 0, w_0 v_0, w_0 v_0 + w_1 v_1, ... */
export function partialSums(w, V) {
  const sums = [V[0].map(() => 0)];
  for (const [s, weight] of w.entries()) sums.push(sums[s].map((sum, d) => sum + weight * V[s][d]));
  return sums;
}

export const makeMask = (visible, causal) => visible.map((_, t) => visible.map((seen, s) => seen && (!causal || s <= t)));

/** In nats; a hidden key adds nothing. */
export const entropy = (w) => w.reduce((sum, p) => sum - (p && p * Math.log(p)), 0);

const turns = (position, D) => Array.from({ length: D / 2 }, (_, i) => position * 10000 ** ((-2 * i) / D));

export const sinusoidal = (position, D) => turns(position, D).flatMap((angle) => [Math.sin(angle), Math.cos(angle)]);

export function rope(x, position) {
  return turns(position, x.length).flatMap((angle, i) => {
    const [even, odd] = [x[2 * i], x[2 * i + 1]];
    return [even * Math.cos(angle) - odd * Math.sin(angle), even * Math.sin(angle) + odd * Math.cos(angle)];
  });
}

export const alibiSlope = (head, nHeads) => 2 ** ((-8 * head) / nHeads);

/** The score of query q at position m and key k at position n. */
export function positionScore(method, q, k, m, n, slope) {
  const D = q.length;
  const plus = (x, position) => sinusoidal(position, D).map((code, i) => x[i] + code);
  if (method === "sinusoidal") return dot(plus(q, m), plus(k, n)) / Math.sqrt(D);
  if (method === "rope") return dot(rope(q, m), rope(k, n)) / Math.sqrt(D);
  return dot(q, k) / Math.sqrt(D) - slope * Math.abs(m - n);
}
