// The contents of the book and of the page as drawers on narrow screens: a link in one closes it, and the focus returns
// to the button that opened it. The theme does neither.
for (const name of ["primary", "secondary"]) {
  const drawer = document.getElementById(`pst-${name}-sidebar-modal`);
  const button = () => [...document.querySelectorAll(`.${name}-toggle`)].find((toggle) => toggle.checkVisibility());
  drawer?.addEventListener("click", ({ target }) => target.closest("a[href*='#']") && drawer.close());
  drawer?.addEventListener("close", () => setTimeout(() => button()?.focus({ preventScroll: true })));
}
