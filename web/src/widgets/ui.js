// What the widgets share: numbers for reading, cell colours, table rows, one chart, and the element they extend.

/** A true minus sign and no "-0.00". */
export function fixed(value, digits = 2) {
  if (value === -Infinity) return "−∞";
  const text = value.toFixed(digits);
  return text.replace("-", Number(text) ? "−" : "");
}

// matplotlib's cividis at five stops: the colours of the book's printed maps.
const STOPS = [
  [0, 34, 78],
  [67, 78, 108],
  [125, 124, 120],
  [188, 174, 108],
  [254, 232, 56],
];

/** The style of a cell for a value from 0 to 1, in 32 steps; its text is black or white, whichever stands out more. */
export function shade(fraction) {
  const value = Math.round(fraction * 32) / 32;
  const i = Math.min(Math.floor(value * 4), 3);
  const rgb = STOPS[i].map((low, c) => low + (value * 4 - i) * (STOPS[i + 1][c] - low));
  const [r, g, b] = rgb.map((c) => ((c / 255 + 0.055) / 1.055) ** 2.4);
  return `background-color:rgb(${rgb.map(Math.round)});color:${0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000" : "#fff"}`;
}

/** Show a table, touching only the cells that change: a slider would stutter if hundreds were made anew. */
export function show(table, caption, heads, rows) {
  if (!table.tHead) table.innerHTML = "<caption></caption><thead><tr></tr></thead><tbody></tbody>";
  write(table.caption, caption);
  fit(table.tHead.rows[0], () => "th", heads, write);
  fit(
    table.tBodies[0],
    () => "tr",
    rows,
    (line, [head, cells, look]) => {
      if (line.look !== look) line.className = (line.look = look) || "";
      fit(
        line,
        (i) => (i ? "td" : "th"),
        [[head], ...cells],
        (cell, [content, look, paint]) => {
          write(cell, content);
          if (cell.look !== look) cell.className = (cell.look = look) || "";
          if (cell.paint !== paint) cell.style.cssText = (cell.paint = paint) || "";
        },
      );
    },
  );
}

/** Put text or markup into an element, if it is not there yet. */
export const write = (cell, content) => {
  if (cell.content === content) return;
  cell.content = content;
  const [text, more] = cell.childNodes;
  if (text?.data && !more && !`${content}`.includes("<"))
    text.data = content; // a kept text node is the cheapest change
  else cell.innerHTML = content;
};

function fit(parent, tag, items, fill) {
  while (parent.children.length > items.length) parent.lastChild.remove();
  items.forEach((item, i) => fill(parent.children[i] ?? parent.appendChild(document.createElement(tag(i))), item));
}

/** Lines and dots in an svg of 340 by 210. Scales are linear: give logarithms where an axis is logarithmic. */
export function draw(svg, { label, x, y, xTicks, yTicks, xName, lines, dots }) {
  const X = (value) => (44 + ((value - x[0]) / (x[1] - x[0])) * 272).toFixed(1);
  const Y = (value) => (180 - ((value - y[0]) / (y[1] - y[0])) * 172).toFixed(1);
  svg.setAttribute("aria-label", label);
  svg.innerHTML = [
    ...xTicks.map(([value, text]) => `<path d="M${X(value)} 8V180"/><text x="${X(value)}" y="193" text-anchor="middle">${text}</text>`),
    ...yTicks.map(([value, text]) => `<path d="M44 ${Y(value)}H316"/><text x="39" y="${+Y(value) + 4}" text-anchor="end">${text}</text>`),
    `<text x="180" y="207" text-anchor="middle">${xName}</text>`,
    ...lines.map(([kind, points]) => `<path class="line ${kind}" d="M${points.map(([a, b]) => `${X(a)} ${Y(b)}`).join("L")}"/>`),
    ...dots.map(([kind, a, b]) => `<circle class="${kind}" cx="${X(a)}" cy="${Y(b)}" r="4.5"/>`),
  ].join("");
}

/** Content in place of the fallback, the parts by their data-ui names, and one polite summary. */
export class Widget extends HTMLElement {
  connectedCallback() {
    if (this.ui) return;
    const root = document.createElement("div");
    root.innerHTML = this.html();
    this.ui = Object.fromEntries([...root.querySelectorAll("[data-ui]")].map((part) => [part.dataset.ui, part]));
    this.start?.();
    this.update();
    this.replaceChildren(root); // only now: if anything above fails, the fallback stays
    root.addEventListener("input", ({ target }) => this.update(target));
  }

  /** At once while nobody can hear it, then when the reader pauses: a dragged slider must not flood a screen reader. */
  say(text) {
    const { status } = this.ui;
    clearTimeout(this.timer);
    if (status.isConnected)
      this.timer = setTimeout(() => {
        status.textContent = text;
      }, 250);
    else status.textContent = text;
  }
}
