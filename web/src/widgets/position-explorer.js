// <position-explorer>: the score of one query and one key at any two positions, under three ways to say where they are.
import examples from "./examples.js";
import { alibiSlope, positionScore } from "./math.js";
import { draw, fixed, show, Widget } from "./ui.js";

const LAST = 63;
const METHODS = {
  sinusoidal: ["사인(입력에 더한다)", "s = (q + PE_m)·(k + PE_n) / √D"],
  rope: ["RoPE(돌린다)", "s = (R_m q)·(R_n k) / √D"],
  alibi: ["ALiBi(점수에서 뺀다)", "s = q·k / √D − 기울기 × |m − n|"],
};
const { q, k } = examples.position;

class PositionExplorer extends Widget {
  html = () => `<div class="wg-controls">
    <fieldset><legend>위치를 넣는 법</legend>${Object.entries(METHODS)
      .map(([value, [name]]) => `<label><input type="radio" name="wg-method" value="${value}"> ${name}</label>`)
      .join(" ")}</fieldset>
    <p><label><span>query 위치 m</span> <input type="range" data-ui="m" max="${LAST}" value="30"><b data-ui="atM"></b></label></p>
    <p><label><span>key 위치 n</span> <input type="range" data-ui="n" max="${LAST}" value="26"><b data-ui="atN"></b></label></p>
    <label><input type="checkbox" data-ui="together"> 간격을 지키며 함께 옮긴다</label>
    <label data-ui="heads">head h <input type="range" data-ui="head" min="1" max="8" value="3"><b data-ui="slope"></b></label>
    </div>
    <p class="wg-note" data-ui="formula"></p>
    <p role="status" data-ui="status"></p>
    <div class="wg-pair"><div><svg data-ui="picture" viewBox="0 0 340 210" role="img"></svg>
    <p class="wg-legend"><span><i class="own"></i>key 위치 n</span><span><i class="ghost"></i>key 위치 8·24·40·56</span></p></div>
    <table data-ui="pairs"></table></div>`;

  start() {
    const { m, n, atM } = this.ui;
    this.methods = atM.closest("div").querySelectorAll("[type=radio]");
    this.methods[1].checked = true;
    m.oninput = () => this.follow(m, n, -1);
    n.oninput = () => this.follow(n, m, 1);
  }

  /** With the box ticked the other position keeps its distance, and both stop where one meets the end. */
  follow(moved, other, sign) {
    if (!this.ui.together.checked) return;
    const step = sign * (this.result.m - this.result.n);
    other.value = +moved.value + step; // a range input holds itself within its ends
    moved.value = other.value - step;
  }

  update() {
    const { ui } = this;
    const method = [...this.methods].find((input) => input.checked).value;
    const m = +ui.m.value,
      n = +ui.n.value,
      gap = m - n,
      slope = alibiSlope(ui.head.value, 8);
    const score = (a, b) => positionScore(method, q, k, a, b, slope);
    const first = Math.max(0, -gap),
      last = LAST - Math.max(0, gap);
    const keys = new Set([0, 1, 2, 3, 4].map((i) => Math.round(first + ((last - first) * i) / 4)));
    const pairs = [...keys].map((key) => [key + gap, key, score(key + gap, key)]);
    this.result = { method, m, n, slope, score: score(m, n), pairs };

    ui.heads.hidden = method !== "alibi";
    ui.atM.textContent = m;
    ui.atN.textContent = n;
    ui.slope.textContent = `기울기 ${slope}`;
    ui.formula.textContent = `${METHODS[method][1]} = ${fixed(score(m, n), 3)}`;
    show(
      ui.pairs,
      "간격이 같은 짝(그림의 동그라미)",
      ["query 위치 m", "key 위치 n", "간격 m − n", "점수 s"],
      pairs.map(([a, b, value]) => [a, [[b], [fixed(gap, 0)], [fixed(value, 3)]]]),
    );
    this.paint(score, gap);
    this.tell(gap);
  }

  paint(score, gap) {
    const { m, n, pairs } = this.result;
    const curves = [8, 24, 40, 56, n].map((key) => Array.from({ length: LAST + 1 }, (_, place) => [place - key, score(place, key)]));
    const heights = curves.flat().map(([, value]) => value),
      low = Math.min(...heights),
      high = Math.max(...heights);
    draw(this.ui.picture, {
      label: `가로축이 간격, 세로축이 점수인 곡선 다섯. key 위치는 ${n}, 8, 24, 40, 56이다. 지금 간격의 점수는 표에 있다.`,
      x: [-LAST, LAST],
      y: [low - 0.1, high + 0.1],
      xTicks: [-60, -30, 0, 30, 60].map((tick) => [tick, fixed(tick, 0)]),
      yTicks: [low, (low + high) / 2, high].map((tick) => [tick, fixed(tick, 1)]),
      xName: "간격 m − n",
      lines: curves.map((points, i) => [i < 4 ? "ghost" : "own", points]),
      dots: [...pairs.map(([, , value]) => ["other", gap, value]), ["own", gap, score(m, n)]],
    });
  }

  tell(gap) {
    const values = this.result.pairs.map(([, , value]) => value),
      spread = Math.max(...values) - Math.min(...values);
    this.say(
      values.length < 2
        ? `간격이 ${fixed(gap, 0)}인 짝은 이 길이에 하나뿐이다. 두 위치를 가까이 옮기면 견줄 짝이 생긴다.`
        : spread < 1e-9
          ? `간격이 ${fixed(gap, 0)}이면 두 위치가 어디든 점수는 ${fixed(values[0], 3)}이다. 점수는 간격만 본다.`
          : `간격이 ${fixed(gap, 0)}인 짝끼리도 점수가 ${fixed(spread, 3)}만큼 벌어진다. 입력에 더한 절대 위치가 점수에 남는다.`,
    );
  }
}

customElements.define("position-explorer", PositionExplorer);
