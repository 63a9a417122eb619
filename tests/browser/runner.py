"""What the tests of the Python in the page share: press a button and wait, put code into an editor, read the ladder."""

import json

from tests.browser import chrome

STARTED = 60_000  # milliseconds for the first result; a busy machine may need more than a reader's
PASTE = """(editor, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}"""


class Bar:
    """The bar of one cell (counted as the page shows them) or, without a number, of the exercise."""

    def __init__(self, page, cell=None):
        self.page = page
        self.cell = None if cell is None else page.locator("div.cell").nth(cell)
        self.bar = page.locator(".exercise-code .run-bar" if cell is None else f'.run-bar[data-cell="{cell}"]')
        self.main = "grade" if cell is None else "run"

    def button(self, name):
        return self.bar.locator(f"[data-do={name}]")

    def open(self):
        """A folded cell shows its bar when it is opened."""
        if self.cell is not None and (folded := self.cell.locator("details:not([open]) > summary")).count():
            folded.first.click()
        return self

    def press(self):
        """Run or grade, and wait for the end. Returns what the status says."""
        self.open().button(self.main).click()
        return self.wait()

    def wait(self):
        done = "bar => bar.querySelector('[data-do=run],[data-do=grade]').disabled === false"
        self.page.wait_for_function(done, arg=self.bar.element_handle(), timeout=STARTED)
        return self.status()

    def status(self):
        return self.bar.locator("[role=status]").inner_text()

    def write(self, code):
        """Replace the code in the editor, as a paste does."""
        self.open()
        if self.button("edit").is_visible():
            self.button("edit").click()
        editor = (self.cell or self.page.locator(".exercise-code")).locator(".cm-content")
        editor.click()
        self.page.keyboard.press("Control+A")
        editor.evaluate(PASTE, code)

    def output(self):
        """The reader's own output: its lines, without the mark."""
        return "\n".join(self.cell.locator(".run-output pre, .run-output .run-error").all_inner_texts())

    def grade(self, code):
        """Failed rungs with what the grader says, in order, and the number of all rungs."""
        self.write(code)
        self.press()
        return ladder(self.page)


def ladder(page):
    rungs = page.eval_on_selector_all(
        ".ladder [data-rung]", "all => all.map(e => [e.dataset.rung, e.className, e.querySelector('details p')?.textContent ?? ''])"
    )
    return {name: says for name, state, says in rungs if state == "failed"}, len(rungs)


def plan(name):
    """The plan that the build wrote for a page."""
    return json.loads((chrome.SITE / "_static" / "runner" / "plans" / f"{name}.json").read_text("utf-8"))
