// <attention-explorer>: from the scores of a small attention to one query's output, by temperature and masks.
import examples from "./examples.js";
import { attention, dot, entropy, exponentials, makeMask, partialSums } from "./math.js";
import { fixed, shade, show, Widget, write } from "./ui.js";

const HIDDEN = "wg-hidden";
const all = (slider, count) => Object.assign(slider, { max: count, value: count }); // in this order: a value is held within the range
const sum = (values) => values.reduce((a, b) => a + b, 0);

class AttentionExplorer extends Widget {
  html = () => `<div class="wg-controls">
    <label>예 <select data-ui="example">${examples.attention.map(({ name }, i) => `<option value="${i}">${name}`).join("")}</select></label>
    <label>query <select data-ui="query"></select></label>
    <label>token 수 <input type="range" data-ui="tokens" min="1" max="8" value="8"><b data-ui="real"></b></label>
    <label>PAD 수 <input type="range" data-ui="pads" max="4" value="2"><b data-ui="padding"></b></label>
    <p><label><input type="checkbox" data-ui="causal"> causal mask</label>
      <label><input type="checkbox" data-ui="hide" checked> PAD mask</label>
      <label><input type="checkbox" data-ui="front"> PAD를 앞에 둔다</label></p>
    <p><label>온도 τ <input type="range" data-ui="heat" min="-4" max="4" step="0.05" value="0"><b data-ui="tau"></b></label>
      <button type="button" data-ui="reset">τ를 √D로</button></p>
    </div>
    <p class="wg-note" data-ui="note"></p>
    <div data-ui="maps"><table data-ui="scores"></table><table data-ui="weights"></table></div>
    <p class="wg-title" data-ui="title"></p>
    <p role="status" data-ui="status"></p>
    <dl data-ui="facts"></dl>
    <div class="wg-pair wg-steps"><table data-ui="chain"></table><table data-ui="sums"></table></div>
    <label>더한 key <input type="range" data-ui="added" max="10" value="10"><b data-ui="sofar"></b></label>`;

  start() {
    const { example, tokens, heat, reset, query, scores, weights } = this.ui;
    example.oninput = () => all(tokens, examples.attention[example.value].tokens.length);
    reset.onclick = () => {
      heat.value = 0;
      this.update();
    };
    scores.onclick = weights.onclick = ({ target }) => {
      const chosen = target.closest("tbody tr");
      if (chosen) {
        query.value = chosen.sectionRowIndex;
        this.update();
      }
    };
  }

  update(moved) {
    const { ui } = this;
    const example = examples.attention[ui.example.value];
    const room = `${Math.min(4, 12 - ui.tokens.value)}`;
    if (ui.pads.max !== room) ui.pads.max = room; // even the same value would be laid out anew
    const real = +ui.tokens.value,
      pads = +ui.pads.value;
    const places = Array.from({ length: real + pads }, (_, i) => i - (ui.front.checked ? pads : 0));
    const isToken = places.map((i) => i >= 0 && i < real);
    const names = places.map((i, at) => (isToken[at] ? example.tokens[i] : "PAD"));
    // The query, key and value of a PAD are zero. Then its score is 0, which is not a weight of 0.
    const [Q, K, V] = ["Q", "K", "V"].map((name) =>
      places.map((i, at) => example[name][isToken[at] ? i : 0].map((x) => (isToken[at] ? x : 0))),
    );
    const mask = makeMask(
      isToken.map((seen) => seen || !ui.hide.checked),
      ui.causal.checked,
    );
    const root = Math.sqrt(Q[0].length),
      tau = root * 2 ** ui.heat.value;
    const t = this.choose(names, places);
    this.result = { names, Q, K, V, mask, tau, t, ...attention(Q, K, V, mask, tau) };

    write(ui.real, real);
    write(ui.padding, pads);
    write(ui.tau, `${fixed(tau)} = √D × ${fixed(tau / root)}`);
    write(ui.note, example.note);
    ui.heat.ariaValueText = fixed(tau);
    ui.hide.disabled = ui.front.disabled = !pads;
    write(ui.sofar, `${ui.added.value} / ${names.length}`);
    this.paintMaps();
    this.tell();
    // The chosen row's two tables follow a frame after the matrices, so that a slider moves at once.
    clearTimeout(this.next);
    if (!ui.chain.isConnected || moved === ui.added) this.paintRow();
    else
      requestAnimationFrame(() => {
        this.next = setTimeout(() => this.paintRow());
      });
  }

  /** The chosen row. When the rows change, the chosen token stays chosen if it is still there. */
  choose(names, places) {
    const { query, added } = this.ui;
    if (`${names}` !== this.offered) {
      this.offered = `${names}`;
      query.innerHTML = names.map((name, i) => `<option value="${i}">${i}: ${name}`).join("");
      const kept = places.indexOf(this.place ?? 5);
      query.value = kept < 0 ? names.length - 1 : kept;
      all(added, names.length);
    }
    this.place = places[query.value];
    return +query.value;
  }

  paintMaps() {
    const {
      ui,
      result: { names, scores, weights, mask, t },
    } = this;
    const seen = scores.flat().filter(Number.isFinite);
    const low = Math.min(...seen),
      high = Math.max(...seen);
    ui.maps.className = names.length > 10 ? "wg-pair wg-maps wg-dense" : "wg-pair wg-maps";
    const map = (table, caption, values, digits, level) =>
      show(
        table,
        caption,
        ["query", ...names.map((name) => `<span>${name}</span>`)],
        values.map((line, i) => [
          names[i],
          line.map((value, j) =>
            mask[i][j] ? [fixed(value, Math.abs(value) < 9.95 ? digits : 0), "", shade(level(value))] : [fixed(value, 0)],
          ),
          i === t ? "wg-chosen" : "",
        ]),
      );
    map(ui.scores, "점수 s = q·k/τ (행은 query, 열은 key)", scores, 1, (s) => (s - low) / (high - low || 1));
    map(ui.weights, "가중치 w (행의 합은 1)", weights, 2, (w) => w);
  }

  /** The chosen query, key by key. A value column is a waterfall: each bar starts where the keys above have brought the output. */
  paintRow() {
    const {
      ui,
      result: { names, Q, K, V, scores, weights, mask, t },
    } = this;
    const w = weights[t],
      exps = exponentials(scores[t]),
      sums = partialSums(w, V),
      added = +ui.added.value;
    show(
      ui.chain,
      "점수에서 가중치까지",
      ["key", "q·k", "s = q·k/τ", "e^(s − 최댓값)", "w = 앞 칸 ÷ 합"],
      [
        ...names.map((name, s) => [
          name,
          [fixed(dot(Q[t], K[s])), fixed(scores[t][s]), fixed(exps[s], 3), fixed(w[s], 3)].map((text) => [text]),
          mask[t][s] ? "" : HIDDEN,
        ]),
        ["합", [[""], [""], [fixed(sum(exps), 3)], [fixed(sum(w), 3)]], "wg-sum"],
      ],
    );

    const ends = sums.flat(),
      low = Math.min(...ends),
      span = Math.max(...ends) - low || 1;
    const percent = (part) => fixed((100 * part) / span, 1);
    const zero = percent(-low);
    const bar = (text, from, to) => {
      const size = Math.abs(to - from),
        place = size < span ? percent(((Math.min(from, to) - low) * span) / (span - size)) : 0;
      return [
        text,
        from > to ? "wg-bar wg-minus" : "wg-bar",
        `background-position:${place}% 92%,${zero}% 0;background-size:max(1px,${percent(size)}%) .5rem,1px 100%`,
      ];
    };
    show(
      ui.sums,
      "가중치에서 출력까지",
      ["key", "w", ...examples.attention[ui.example.value].columns],
      [
        ...names.map((name, s) => [
          name,
          [
            [fixed(w[s]), "wg-bar wg-weight", `background-size:max(1px,${fixed(100 * w[s], 1)}%) .5rem`],
            ...V[s].map((v, d) => bar(v ? `×\u00a0${fixed(v, v % 1 && 1)}\u00a0= ${fixed(w[s] * v)}` : "0", sums[s][d], sums[s + 1][d])),
          ],
          `${mask[t][s] ? "" : HIDDEN} ${s < added ? "" : "wg-later"}`,
        ]),
        [
          added < names.length ? "여기까지" : "출력",
          [[fixed(sum(w.slice(0, added)))], ...sums[added].map((value) => bar(fixed(value), 0, value))],
          "wg-sum",
        ],
      ],
    );
  }

  tell() {
    const {
      ui,
      result: { names, weights, mask, t },
    } = this;
    const w = weights[t],
      seen = mask[t].filter(Boolean).length,
      spread = entropy(w),
      even = Math.log(seen),
      top = Math.max(...w);
    write(ui.title, `query ${t} ‘${names[t]}’의 출력이 나오기까지`);
    const facts = [
      ["볼 수 있는 key", seen],
      ["entropy (nat)", fixed(spread)],
      ["고르다면 log n", seen ? fixed(even) : "없음"],
      ["가장 큰 가중치", fixed(top)],
    ];
    write(ui.facts, facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join(""));
    const pad = sum(w.filter((_, s) => names[s] === "PAD")),
      empty = names.map((_, i) => i).filter((i) => i !== t && !mask[i].includes(true));
    this.say(
      (seen
        ? `가장 큰 가중치는 ‘${names[w.indexOf(top)]}’의 ${fixed(top)}이다. 출력은 ${top > 0.9 ? "그 value를 거의 옮긴 것이다." : spread > 0.95 * even ? "보이는 value의 평균에 가깝다." : "여러 value를 섞은 것이다."}${pad ? ` PAD에 새는 가중치는 ${fixed(pad)}이다.` : ""}`
        : "이 query가 볼 key가 하나도 없다. 나눌 합이 0이므로 약속대로 가중치와 출력을 모두 0으로 둔다.") +
        (empty.length ? ` 볼 key가 없는 다른 query: ${empty.join(", ")}.` : ""),
    );
  }
}

customElements.define("attention-explorer", AttentionExplorer);
