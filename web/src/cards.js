// The card of a term opens on hover, focus and touch, and closes on leaving, Escape or a tap elsewhere. It is a popover
// in the top layer: nothing on the page moves. The link itself works without this file.

const GAP = 6;
const WAIT = { open: 250, close: 200 };
let open; // the card that is open and its link
let timer, touched;

function place({ card, link }) {
  const spot = link.getClientRects()[0];
  const { offsetWidth: width, offsetHeight: height } = card;
  const below = spot.bottom + GAP;
  const fits = below + height <= innerHeight || spot.top < height + GAP;
  card.style.left = `${Math.max(GAP, Math.min(spot.left, document.documentElement.clientWidth - width - GAP))}px`;
  card.style.top = `${fits ? below : spot.top - GAP - height}px`;
}

function show(card, link) {
  clearTimeout(timer);
  if (open?.card === card) return;
  hide();
  open = { card, link };
  card.showPopover();
  place(open);
}

function hide() {
  clearTimeout(timer);
  open?.card.hidePopover();
  open = undefined;
}

const later = (action, wait) => {
  clearTimeout(timer);
  timer = setTimeout(action, wait);
};

const able = "popover" in HTMLElement.prototype;
for (const { content } of able ? document.querySelectorAll("template.term-cards") : []) document.body.append(content);
for (const link of able ? document.querySelectorAll("a.term-link") : []) {
  const card = document.getElementById(`card-${link.dataset.card}`);
  link.setAttribute("aria-describedby", `${card.id}-text`);
  const mouse = (action) => (event) => event.pointerType === "mouse" && action();
  link.addEventListener(
    "pointerenter",
    mouse(() => later(() => show(card, link), WAIT.open)),
  );
  for (const part of [link, card])
    part.addEventListener(
      "pointerleave",
      mouse(() => later(hide, WAIT.close)),
    );
  card.addEventListener("pointerenter", () => clearTimeout(timer));
  link.addEventListener("focus", () => !touched && show(card, link));
  link.addEventListener("blur", (event) => !card.contains(event.relatedTarget) && later(hide, WAIT.close));
  // A finger has no hover: its first tap opens the card, a second one (or the card's link) follows.
  link.addEventListener("click", (event) => {
    if (!touched || open?.card === card) return;
    event.preventDefault();
    show(card, link);
  });
}

document.addEventListener(
  "pointerdown",
  (event) => {
    touched = event.pointerType !== "mouse";
    if (!event.target.closest(".term-card, .term-link")) hide();
  },
  true,
);
document.addEventListener("keydown", (event) => {
  touched = false;
  if (event.key === "Escape") hide();
});
addEventListener("scroll", () => open && place(open), { passive: true });
