// The first press of a button brings this in: the page's cells with one Python for all of them, and its exercise.
import { Cells } from "./cells.js";
import { Exercise } from "./exercise.js";
import { Python } from "./python.js";

export async function open(script) {
  const base = new URL(".", script.src);
  const answer = await fetch(new URL(script.dataset.plan, base));
  if (!answer.ok) throw new Error(`${script.dataset.plan}: ${answer.status}`);
  const plan = await answer.json();
  const cells = new Cells(plan, new Python(base)),
    exercise = plan.exercise && new Exercise(plan.exercise, new Python(base));
  let last = Promise.resolve();

  return {
    async act(bar, name) {
      const part = bar.dataset.cell ? cells : exercise;
      if (name === "stop") return part.python.stop("멈췄다.");
      const code = part.at(bar);
      if (name !== "run" && name !== "grade") return code[name]();
      // One at a time: what is pressed meanwhile waits for its turn.
      last = last.then(() => code.work());
      return last;
    },
  };
}
