import { takeRows } from "../data/tables/table.js";
import { absoluteErrors } from "../evaluation/conformal.js";
import { answerOf } from "../model/artifact/graph.js";
import type { FitContext } from "../numeric/fit-context.js";
import { shuffled } from "../numeric/split.js";
import type { Lesson } from "./lesson.js";
import { takeTarget } from "./target.js";
import { fitWithThreshold, type Trial, type Trials } from "./trials.js";

/** Errors are not believed to fall faster than the rows grow. */
const FASTEST = 0.5;

/**
 * Share of the held-out errors that the model which serves is likely to make on new rows: it has learned from all rows, the
 * models of the trials from four fifths of them. Each trial's model is fitted once more on a random half of its rows, and its
 * errors on the held-out rows, beside those that it made with all of its rows, tell how errors fall as rows double; by that
 * power law (Cortes, Jackel, Solla, Vapnik and Denker 1994) they are followed from the trial's rows to all. At most 1: where
 * more rows do not help, nothing is promised. For numbers whose rows are in no order; else 1.
 */
export async function improvementOf(lesson: Lesson, run: Trials, context: FitContext): Promise<number> {
  if (lesson.target.kind !== "number" || lesson.series || run.method === "leave_one_out") return 1;
  let [before, after] = [0, 0];
  for (const [t, trial] of run.trials.entries()) {
    const random = context.random.fork(t);
    const half = halfOf(trial.train, shuffled(trial.train.length, random.fork(0)));
    const part = { ...context, random: random.fork(1), progress: (done: number) => context.progress((t + done) / run.trials.length) };
    const { graph } = await fitWithThreshold({ ...lesson, plan: trial.plan }, half, part);
    before += totalError(lesson, { ...trial, graph });
    after += totalError(lesson, trial);
  }
  const rows = run.trials[0].train.length;
  const doublings = Math.log2(lesson.table.nrow / rows);
  const share = Math.max(FASTEST, after / before) ** doublings;
  return Math.min(1, Number.isNaN(share) ? 1 : share);
}

function halfOf(rows: Int32Array, order: Int32Array): Int32Array {
  return order
    .subarray(0, Math.ceil(rows.length / 2))
    .map((place) => rows[place])
    .sort();
}

/** Sum of a trial's absolute errors on its held-out rows. */
function totalError({ table, target }: Lesson, { graph, heldOut }: Pick<Trial, "graph" | "heldOut">): number {
  const actual = takeTarget(target, heldOut);
  if (actual.kind !== "number") return Number.NaN;
  const { values = new Float64Array(0) } = answerOf(graph, takeRows(table, heldOut));
  return absoluteErrors(actual.values, values).reduce((sum, error) => sum + error, 0);
}
