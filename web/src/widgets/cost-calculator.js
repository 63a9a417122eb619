// <cost-calculator>: memory and FLOPs of the reader's own attention, what fits, and a link that brings the case back.
import { bottleneck, DTYPE_BYTES, longestT, modelCost, total, visiblePairs } from "./cost.js";
import { draw, show, Widget } from "./ui.js";

const PREFIX = "#cost-calculator?";
const LIMIT = 2 ** 30; // the longest T that is looked for
// What the memory holds, and the lines of the curve.
const NAMES = { scores: "점수", key_value: "key·value", query_output: "query·출력" };
const LINES = { scores: "점수, 그대로", tiled: "점수, tile로", kept: "key·value", budget: "고른 메모리" };
const TIMES = new Intl.NumberFormat("ko", { notation: "compact", maximumSignificantDigits: 2 });
const share = (part) => (part < 10 ? `${+(100 * part).toPrecision(2)}%` : `${TIMES.format(part)}배`);
const MODES = { training: "학습", prefill: "생성: 주어진 글 읽기", decode: "생성: token 하나" };
const INTEGERS = {
  n_layers: ["층 수 L", 12, 1000],
  batch: ["batch B", 1, 1e6],
  n_heads: ["query head 수 H", 12, 1024],
  n_kv_heads: ["key/value head 수 G", 4, 1024],
  head_dim: ["head의 폭 D", 64, 4096],
};

const options = (entries) => entries.map(([value, text]) => `<option value="${value}">${text}`).join("");
const integer = (name, value, max, more = "required") =>
  `<input type="number" inputmode="numeric" data-ui="${name}" min="1" max="${max}" value="${value}" ${more}>`;
const PREFIXES = ["", "k", "M", "G", "T", "P", "E", "Z", "Y", "R", "Q"];
const scaled = (unit) => (value) => {
  const step = Math.max(0, Math.min(PREFIXES.length - 1, Math.floor(Math.log10(value) / 3)));
  return `${+(value / 1000 ** step).toPrecision(3)} ${PREFIXES[step]}${unit}`;
};
const bytes = scaled("B"),
  flops = scaled("FLOPs");

class CostCalculator extends Widget {
  html = () => `<div class="wg-controls">
    <label>무엇을 <select data-ui="mode" required>${options(Object.entries(MODES))}</select></label>
    <label>dtype <select data-ui="dtype" required>${options(Object.keys(DTYPE_BYTES).map((name) => [name, name]))}</select></label>
    <p><label>길이 T ${integer("T", 4096, 2 ** 24)}</label> <input type="range" data-ui="slide" aria-label="길이 T, 로그 눈금" min="4" max="24" step="0.25"></p>
    ${Object.entries(INTEGERS)
      .map(([name, [label, value, max]]) => `<label>${label} ${integer(name, value, max)}</label>`)
      .join("")}
    <label>창의 폭 W ${integer("window", "", 2 ** 24, 'placeholder="없음"')}</label>
    <label>메모리(GB) ${integer("GB", 16, 1e6, 'required step="any"')}</label>
    <label><input type="checkbox" data-ui="causal" checked> causal mask</label>
    </div>
    <p role="status" data-ui="status"></p>
    <div data-ui="results"><table data-ui="memory"></table><table data-ui="work"></table><p class="wg-note" data-ui="symbols"></p><table data-ui="kinds"></table>
    <svg data-ui="picture" viewBox="0 0 340 210" role="img"></svg>
    <p class="wg-legend">${Object.entries(LINES)
      .map(([kind, text]) => `<span><i class="${kind}"></i>${text}</span>`)
      .join("")}</p>
    <p class="wg-note">같은 계산을 Python으로: <code data-ui="python"></code></p>
    <p><a data-ui="link">이 값의 링크</a> <button type="button" data-ui="copy">링크 복사</button></p></div>`;

  start() {
    const { slide, T, dtype, copy, link } = this.ui;
    dtype.value = "float16";
    slide.oninput = () => {
      T.value = Math.round(2 ** slide.value);
    };
    copy.onclick = () =>
      navigator.clipboard.writeText(link.href).then(
        () => this.say("링크를 복사했다. 그 주소를 열면 이 값이 돌아온다."),
        () => this.say("브라우저가 복사를 막았다. ‘이 값의 링크’를 길게 누르거나 오른쪽 단추로 눌러 복사한다."),
      );
    this.restore();
    addEventListener("hashchange", () => this.restore() && this.update());
  }

  /** Take the case from the address, if it holds one. */
  restore() {
    if (!location.hash.startsWith(PREFIX)) return false;
    for (const [name, value] of new URLSearchParams(location.hash.slice(PREFIX.length))) {
      if (name === "causal") this.ui.causal.checked = value === "true";
      else if (this.ui[name]?.required || name === "window") this.ui[name].value = value === "null" ? "" : value;
    }
    requestAnimationFrame(() => this.scrollIntoView({ behavior: "instant" }));
    return true;
  }

  /** What is wrong with the inputs, in words, or nothing. */
  fault() {
    const {
      n_heads: { value: H },
      n_kv_heads: { value: G },
    } = this.ui;
    for (const input of Object.values(this.ui)) {
      input.ariaInvalid = input.validity?.valid === false || null;
      if (input.ariaInvalid) {
        const label = input.closest("label").firstChild.data.trim();
        return input.max
          ? `‘${label}’에는 ${input.min}부터 ${input.max}까지의 ${input.step ? "수" : "정수"}만 넣는다.`
          : `‘${label}’에서 하나를 고른다.`;
      }
    }
    return H % G ? `query head ${H}개를 key/value head ${G}개로 나눌 수 없다. 나누어떨어지는 수를 고른다.` : "";
  }

  update() {
    const { ui } = this;
    ui.causal.disabled = ui.mode.value !== "training"; // what is not yet written cannot be seen
    ui.causal.checked ||= ui.causal.disabled;
    const fault = this.fault();
    ui.results.className = fault ? "wg-stale" : "";
    if (fault) return this.say(fault);

    const T = +ui.T.value,
      budget = ui.GB.value * 1e9;
    const choice = {
      ...Object.fromEntries(Object.keys(INTEGERS).map((name) => [name, +ui[name].value])),
      dtype: ui.dtype.value,
      window: +ui.window.value || null,
      causal: ui.causal.checked,
      mode: ui.mode.value,
    };
    const groups = [...new Set([choice.n_heads, choice.n_kv_heads, 1])].map((n_kv_heads) => {
      const kind = { ...choice, n_kv_heads };
      return {
        n_kv_heads,
        ...modelCost(T, kind),
        longest: { plain: longestT(budget, "plain", kind, LIMIT), tiled: longestT(budget, "tiled", kind, LIMIT) },
      };
    });
    this.result = { T, budget, choice, groups, ...groups.find((group) => group.n_kv_heads === choice.n_kv_heads) };
    ui.slide.value = Math.log2(T);
    this.showNumbers();
    this.showCurve();
    this.tell();
    const python = (value) => (typeof value === "string" ? `"${value}"` : ({ true: "True", false: "False", null: "None" }[value] ?? value));
    ui.python.textContent = `model_cost(${T}, ${Object.entries(choice)
      .map(([name, value]) => `${name}=${python(value)}`)
      .join(", ")})`;
    ui.link.href = PREFIX + new URLSearchParams({ T, ...choice, GB: ui.GB.value });
  }

  showNumbers() {
    const {
      ui,
      result: {
        T,
        budget,
        choice,
        groups,
        longest,
        bytes: { plain, tiled },
        flops: work,
      },
    } = this;
    const { mode, window, n_heads: H, n_kv_heads: G } = choice;
    const training = mode === "training",
      decoding = mode === "decode";
    const N = Math.min(T, window ?? T),
      P = visiblePairs(decoding ? 1 : T, decoding ? N : T, choice.causal, window);
    const values = {
      L: choice.n_layers,
      B: choice.batch,
      H,
      G,
      D: choice.head_dim,
      T,
      N,
      P,
      b: DTYPE_BYTES[choice.dtype],
      "(H+G)": `(${H}+${G})`,
    };
    const kept = training ? "L " : "",
      thrice = training ? "3 " : "",
      keys = decoding ? "N" : "T",
      queries = decoding ? "" : "T ";
    // Beside each number its formula: a list of factors, as letters and as this case's numbers.
    const line = (label, unit, numbers, [first, second = first], marks = []) => [
      label,
      [first, second].map((factors, way) => {
        const parts = factors.split(" ");
        return [
          `${unit(numbers[way])}<small>${parts.join("·")} =<br>${parts.map((part) => values[part] ?? part).join("·<wbr>")}</small>`,
          marks[way] && "wg-most",
        ];
      }),
    ];
    const memory = (name, factors) =>
      line(
        NAMES[name],
        bytes,
        [plain[name], tiled[name]],
        factors,
        [plain, tiled].map((way) => bottleneck(way) === name),
      );
    const long = (length) => [length === LIMIT ? "끝없이" : length];
    const ways = ["항목", "그대로", "tile로"];
    show(ui.memory, "메모리", ways, [
      memory("scores", [`${kept}B H ${queries}${keys} b`, `${kept}B H ${queries}4`]),
      memory("key_value", [`2 L B ${training ? "T" : "N"} G D b`]),
      memory("query_output", [`2 ${kept}B ${queries}H D b`]),
      ["합", [plain, tiled].map((way) => [`<b>${bytes(total(way))}</b>, 고른 메모리의 ${share(total(way) / budget)}`])],
      ["들어가는 가장 긴 T", [long(longest.plain), long(longest.tiled)]],
    ]);
    show(ui.work, "연산량", ways, [
      line("점수·가중합", flops, [work.plain, work.tiled], [`${thrice}4 L B ${queries}${keys} H D`, `${training ? 14 : 4} L B P H D`]),
      line("네 사영", flops, [work.projections, work.projections], [`${thrice}4 L B ${queries}H D D (H+G)`]),
    ]);
    show(
      ui.kinds,
      "key/value head를 줄이면",
      ["방식", "key·value", "네 사영", "가장 긴 T, tile로"],
      groups.map((group) => [
        `${group.n_kv_heads === H ? "MHA" : group.n_kv_heads > 1 ? "GQA" : "MQA"}, G = ${group.n_kv_heads}`,
        [[bytes(group.bytes.plain.key_value)], [flops(group.flops.projections)], long(group.longest.tiled)],
        group.n_kv_heads === G && "wg-most",
      ]),
    );
    ui.symbols.textContent = `b: 원소의 바이트, P: mask가 여는 (query, key) 짝, N: min(T, W). ${
      training
        ? "backward에 쓸 것이 층마다 남고 행렬곱은 세 배가 된다. tile은 버린 점수를 다시 계산하므로 12가 14로 는다."
        : "점수는 한 층치만 있으면 되고, key·value는 모든 층치가 KV cache로 남는다."
    }`;
  }

  showCurve() {
    const { T, budget, choice, bytes: now } = this.result;
    const lengths = Array.from({ length: 21 }, (_, i) => 4 + i);
    const at = (memory) => [memory.plain.scores, memory.tiled.scores, memory.plain.key_value].map(Math.log10);
    const heights = lengths.map((power) => at(modelCost(2 ** power, choice).bytes));
    const y = [Math.min(...heights.flat(), Math.log10(budget)), Math.max(...heights.flat(), Math.log10(budget))];
    const kinds = Object.keys(LINES);
    draw(this.ui.picture, {
      label: `길이 T와 메모리의 로그-로그 그림. T = ${T}에서 ${at(now)
        .map((height, i) => `${LINES[kinds[i]]} ${bytes(10 ** height)}`)
        .join(", ")}.`,
      x: [4, 24],
      y,
      xTicks: [6, 10, 14, 18, 22].map((power) => [power, 2 ** power]),
      yTicks: [0, 3, 6, 9, 12, 15, 18, 21].filter((power) => power > y[0] && power < y[1]).map((power) => [power, bytes(10 ** power)]),
      xName: "길이 T",
      lines: [
        ...[0, 1, 2].map((i) => [kinds[i], heights.map((height, x) => [lengths[x], height[i]])]),
        [
          "budget",
          [
            [4, Math.log10(budget)],
            [24, Math.log10(budget)],
          ],
        ],
      ],
      dots: at(now).map((height, i) => [kinds[i], Math.log2(T), height]),
    });
  }

  /** The third pass criterion in words: does it fit, what is in the way, what to change. */
  tell() {
    const {
      budget,
      choice,
      bytes: { plain, tiled },
    } = this.result;
    const verdict = (memory) =>
      `${bytes(total(memory))}로 ${total(memory) > budget ? "넘친다" : "들어간다"}(병목: ${NAMES[bottleneck(memory)]}).`;
    this.say(
      `그대로 계산하면 ${verdict(plain)} tile로 계산하면 ${verdict(tiled)} ${
        total(plain) <= budget
          ? "구조를 바꿀 까닭이 없다."
          : total(tiled) <= budget
            ? "답이 같은 tile attention으로 바꾸어 끼운다."
            : choice.mode !== "training" && bottleneck(tiled) === "key_value"
              ? "key/value head나 창의 폭을 줄인다."
              : "T나 batch를 줄인다."
      }`,
    );
  }
}

customElements.define("cost-calculator", CostCalculator);
