"""What must hold on a page in the browser. Each check returns what is wrong, in words, or nothing."""

import gzip
import urllib.request

BUDGET = 300_000  # bytes of a page on a first visit, before it is scrolled
FOREIGN_MATH = ("katex", "mathjax", "auto-render")

SIDEWAYS = """() => {
  const wide = document.scrollingElement.scrollWidth, width = window.innerWidth;
  if (wide <= width) return [];
  const scrolls = e => getComputedStyle(e).overflowX !== 'visible';
  const inside = e => { for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) if (scrolls(p)) return true; };
  const out = [...document.body.querySelectorAll('*')].filter(e => {
    const box = e.getBoundingClientRect();
    return box.width && box.right > width + 1 && !inside(e);
  });
  const named = out.slice(0, 3).map(e => `<${e.localName} class="${e.getAttribute('class') || ''}"> ${e.textContent.trim().slice(0, 30)}`);
  return [`${wide} > ${width}px: ${named.join(' ')}`];
}"""

# The contrast of each piece of text in the article with what lies behind it (WCAG 2: at least 4.5).
CONTRAST = """() => {
  const root = document.querySelector('article.bd-article');
  if (!root) return ['no article'];
  const colour = text => {
    const parts = text.match(/[\\d.]+/g).map(Number);
    const scale = text.startsWith('color(') ? 255 : 1;
    const from = text.startsWith('color(srgb') ? parts.slice(-(parts.length >= 4 ? 4 : 3)) : parts;
    return [from[0] * scale, from[1] * scale, from[2] * scale, from[3] === undefined ? 1 : from[3]];
  };
  const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const known = new Map();
  const behind = element => {
    if (!element) return [255, 255, 255, 1];
    if (!known.has(element)) known.set(element, over(colour(getComputedStyle(element).backgroundColor), behind(element.parentElement)));
    return known.get(element);
  };
  const light = c => {
    const [r, g, b] = c.slice(0, 3).map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = new Map();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim(), element = walker.currentNode.parentElement;
    if (!text || !element.getClientRects().length || element.closest('.katex-mathml, .headerlink, script, style')) continue;
    const style = getComputedStyle(element);
    if (style.visibility === 'hidden') continue;
    const figure = element.closest('svg');
    // In a figure the ink stands on the page; other text stands on a cell whose colour chose it.
    if (figure && !(element.getAttribute('style') || '').includes('--fig-ink')) continue;
    const back = behind(figure || element), front = over(colour(figure ? style.fill : style.color), back);
    const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    const key = `${element.localName}.${element.className.baseVal ?? element.className}`;
    if (ratio < 4.5 && !found.has(key)) found.set(key, `${ratio.toFixed(2)}: <${key}> ${text.slice(0, 30)}`);
  }
  return [...found.values()];
}"""

READING = """() => {
  const wrong = [], article = document.querySelector('article.bd-article');
  if (document.documentElement.lang !== 'ko') wrong.push(`lang: ${document.documentElement.lang}`);
  if (!article) return [...wrong, 'article: none'];
  const breaking = getComputedStyle(article).wordBreak;
  if (breaking !== 'keep-all') wrong.push(`word-break: ${breaking}`);
  return wrong;
}"""

FORMULAS = """() => {
  const wrong = [], article = document.querySelector('article.bd-article');
  for (const bad of article.querySelectorAll('.katex-error')) wrong.push(`error: ${bad.textContent}`);
  for (const math of article.querySelectorAll('.math')) {
    const drawn = math.querySelector('.katex-html');
    if (!drawn || !drawn.getBoundingClientRect().width) wrong.push(`not drawn: ${math.textContent.slice(0, 40)}`);
    else if (!getComputedStyle(drawn.querySelector('.mord, .mop') || drawn).fontFamily.includes('KaTeX'))
      wrong.push(`no style: ${math.textContent.slice(0, 40)}`);
  }
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent;
    if (/\\\\\\(|\\\\\\[|\\$|\\\\(frac|sqrt|text|mathbb)\\b/.test(text) && !walker.currentNode.parentElement.closest('pre, code, script, style'))
      wrong.push(`source: ${text.trim().slice(0, 40)}`);
  }
  return wrong;
}"""

FIGURES = """() => {
  const wrong = [];
  for (const svg of document.querySelectorAll('svg.bookfig')) {
    const name = svg.getAttribute('aria-label').slice(0, 30);
    if (!svg.getBoundingClientRect().width) wrong.push(`not shown: ${name}`);
    const texts = [...svg.querySelectorAll('text')].filter(t => t.textContent.trim());
    if (!texts.some(t => t.getBoundingClientRect().width)) wrong.push(`no text: ${name}`);
    const glyphs = [...svg.querySelectorAll('use')].filter(u => /(Sans|Gothic|Nanum|Cm\\w+)[\\w-]*-[0-9a-f]+$/.test(u.getAttribute('href')));
    if (glyphs.length) wrong.push(`drawn letters: ${name}`);
  }
  return wrong;
}"""

IMAGES = """async () => {
  const images = [...document.querySelectorAll('img')];
  for (const image of images) image.loading = 'eager';
  await Promise.all(images.map(image => image.decode().catch(() => null)));
  return images.filter(image => !image.complete || !image.naturalWidth).map(image => `not loaded: ${image.getAttribute('src')}`);
}"""

# What hides its overflow and holds more than it shows. Formulas and what is meant for listeners alone hide nothing to read.
CUT = """() => [...document.querySelectorAll('body *')].filter(element => {
  if (element.closest('.katex, svg, .visually-hidden, .sr-only, dialog:not([open])') || !element.checkVisibility()) return false;
  const style = getComputedStyle(element), hides = value => value === 'hidden' || value === 'clip';
  const text = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
  return text && (hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1
    || hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1);
}).map(element => `cut: <${element.localName} class="${element.className}"> ${element.textContent.trim().slice(0, 40)}`)"""

DOUBLE = "size => { document.documentElement.style.fontSize = size; }"

# Colours that change with the theme fade from one to the other.
SETTLE = """() => new Promise(requestAnimationFrame).then(() => document.getAnimations()
  .forEach(animation => animation.effect.getComputedTiming().endTime < Infinity && animation.finish()))"""

UNFOLD = "() => document.querySelectorAll('details').forEach(details => { details.open = true; })"
SCRIPTS = "() => [...document.scripts].map(script => script.src).filter(Boolean)"


def traffic(visit):
    """No other host is asked, nothing is missing, no script complains."""
    inner = (visit.origin, "data:", "blob:", "about:")
    return [f"request: {url}" for url in visit.requests if not url.startswith(inner)] + visit.faults


def weight(visit):
    """A first visit is light, counted as a host would send the files that were asked for."""
    total = sum(compressed(url) for url in {url for url in visit.requests if url.startswith(visit.origin)})
    return [f"weight: {total / 1000:.0f} kB, at most {BUDGET / 1000:.0f}"] if total > BUDGET else []


def compressed(url):
    with urllib.request.urlopen(url) as answer:
        return len(gzip.compress(answer.read(), 6))


def math_scripts(visit):
    """Formulas are in the page already: no script draws them."""
    return [f"math script: {url}" for url in visit.page.evaluate(SCRIPTS) if any(word in url.lower() for word in FOREIGN_MATH)]


def sideways(visit):
    return visit.page.evaluate(SIDEWAYS)


def zoomed(visit):
    """Text at twice its size loses nothing, nor does the whole page: nothing is sideways or cut off by its own box."""
    page, wrong = visit.page, []
    page.evaluate(DOUBLE, "200%")
    before = page.viewport_size
    for size in (before, {"width": 640, "height": 450}):
        page.set_viewport_size(size)
        wrong += sideways(visit) + page.evaluate(CUT)
    page.evaluate(DOUBLE, "")
    page.set_viewport_size(before)
    return wrong


def contrast(visit):
    visit.page.evaluate(UNFOLD)  # what is folded keeps colours of the other theme until it is shown
    visit.page.evaluate(SETTLE)
    return visit.page.evaluate(CONTRAST)


def reading(visit):
    return visit.page.evaluate(READING)


def formulas(visit):
    return visit.page.evaluate(FORMULAS)


def figures(visit):
    return visit.page.evaluate(FIGURES)


def images(visit):
    return visit.page.evaluate(IMAGES)


def shown_without_scripts(visit):
    """Asked through locators, as the page itself can answer nothing."""
    article = visit.page.locator("article.bd-article")
    wrong = [f"hidden: {what}" for what in ("h1", "p") if not article.locator(what).first.is_visible()]
    formula = article.locator(".katex-html")
    if formula.count() and not any(formula.nth(i).is_visible() for i in range(min(formula.count(), 5))):
        wrong.append("hidden: formulas")
    figure = article.locator("svg.bookfig")
    return wrong + [f"hidden: figure {i}" for i in range(figure.count()) if not figure.nth(i).is_visible()]


INK = """() => [...document.querySelectorAll('svg.bookfig text')].filter(t => (t.getAttribute('style') || '').includes('--fig-ink'))
  .slice(0, 1).map(t => getComputedStyle(t).fill)"""


def themes(visit):
    """The reader's own switch turns the page dark, and the ink of its figures with it."""
    wrong, page = [], visit.page
    seen = {}
    for _ in range(3):
        theme = page.evaluate("document.documentElement.dataset.theme")
        seen[theme] = (page.evaluate("getComputedStyle(document.body).backgroundColor"), page.evaluate(INK))
        page.locator(".theme-switch-button:visible").first.click()
    if set(seen) < {"light", "dark"}:
        return [f"themes: {sorted(map(str, seen))}"]
    if seen["light"][0] == seen["dark"][0]:
        wrong.append(f"background stays: {seen['dark'][0]}")
    if seen["light"][1] and seen["light"][1] == seen["dark"][1]:
        wrong.append(f"ink stays: {seen['dark'][1]}")
    return wrong
