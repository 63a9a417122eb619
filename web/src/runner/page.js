// The first press of a button brings this in: the page's cells, its exercise, and one Python for all of them.
import { Cells } from "./cells.js";
import { Exercise } from "./exercise.js";
import { Python } from "./python.js";

export async function open(script) {
  const base = new URL(".", script.src);
  const answer = await fetch(new URL(script.dataset.plan, base));
  if (!answer.ok) throw new Error(`${script.dataset.plan}: ${answer.status}`);
  const plan = await answer.json();
  const python = new Python(base);
  const cells = new Cells(plan, python),
    exercise = plan.exercise && new Exercise(plan.exercise, python);
  let last = Promise.resolve();

  return {
    async act(bar, name) {
      if (name === "stop") return python.stop("멈췄다.");
      const code = bar.dataset.cell ? cells.at(bar) : exercise.at(bar);
      if (name !== "run" && name !== "grade") return code[name]();
      // One at a time: what is pressed meanwhile waits for its turn.
      last = last.then(() => code.work());
      return last;
    },
  };
}
