import type { ModelInfo } from "@agatha/contracts";
import type { Answer } from "../algorithms/base/algorithm.js";
import { meanAndDeviation } from "../data/encoding/statistics.js";
import { type Table, takeRows } from "../data/tables/table.js";
import { likeliest } from "../evaluation/classification.js";
import { permutationImportance, shufflesOf } from "../evaluation/importance.js";
import { regressionIndicators } from "../evaluation/regression.js";
import type { Pace } from "../numeric/pace.js";
import type { Random } from "../numeric/random.js";
import { shuffled } from "../numeric/split.js";
import type { Lesson } from "./lesson.js";
import { takeTarget } from "./target.js";
import { answerHeldOut, type HeldOutAnswer, type Trials } from "./trials.js";

/** Held-out rows are answered again for each shuffled column, so often in all: minutes of work for the slowest algorithms. */
const ANSWERS = 200_000;
const LEAST_ROWS = 500;

type Importance = Pick<ModelInfo, "importance" | "importance_measure" | "importance_rows">;

/**
 * What each of the columns named is worth, by permutation on held-out rows: all of them, or of so many that the work would
 * take too long a random sample, whose size is told.
 */
export async function describeImportance(
  { lesson, run, heldOut }: { lesson: Lesson; run: Trials; heldOut: HeldOutAnswer },
  columns: readonly string[],
  { random, pace }: { random: Random; pace: Pace },
): Promise<Importance> {
  const count = Math.max(LEAST_ROWS, Math.floor(ANSWERS / shufflesOf(columns.length)));
  const sampled = run.rows.length > count ? withHeldOut(run, shuffled(run.rows.length, random.fork(-1)).subarray(0, count).sort()) : run;
  const table = takeRows(lesson.table, sampled.rows);
  const before = sampled === run ? heldOut.answer : answerHeldOut(sampled, table).answer;
  const { measure, worsening } = worseningOf(lesson, sampled, before);
  return {
    importance: await permutationImportance(table, columns, worsening, { random, pace }),
    importance_measure: measure,
    importance_rows: sampled === run ? undefined : count,
  };
}

/** The trials with a part of their held-out rows: those at `places`, ascending, among all of them. */
function withHeldOut(run: Trials, places: Int32Array): Trials {
  const rows = places.map((place) => run.rows[place]);
  const positionOf = new Map(Array.from(rows, (row, position) => [row, position]));
  const trials = run.trials.map((trial) => {
    const heldOut = trial.heldOut.filter((row) => positionOf.has(row));
    return { ...trial, heldOut, positions: heldOut.map((row) => positionOf.get(row) ?? -1) };
  });
  return { ...run, rows, trials };
}

/** What shuffling a column makes worse: RMSE in the target's unit, Accuracy as a share; without a target, how much the answer changes. */
function worseningOf(lesson: Lesson, run: Trials, before: Answer): { measure: string; worsening: (table: Table) => number } {
  const target = takeTarget(lesson.target, run.rows);
  const shuffledAnswer = (table: Table) => answerHeldOut(run, table).answer;
  if (target.kind === "number") {
    const rmse = (answer: Answer) => regressionIndicators(target.values, answer.values ?? NOTHING).RMSE ?? 0;
    const was = rmse(before);
    return { measure: "RMSE", worsening: (table) => rmse(shuffledAnswer(table)) - was };
  }
  if (target.kind === "class") {
    const wrong = (answer: Answer) => shareDiffering(likeliest(answer.probabilities ?? NOTHING, target.labels.length), target.codes);
    const was = wrong(before);
    return { measure: "Accuracy", worsening: (table) => wrong(shuffledAnswer(table)) - was };
  }
  if (before.clusters) {
    const clusters = before.clusters;
    return { measure: "cluster_change", worsening: (table) => shareDiffering(shuffledAnswer(table).clusters ?? clusters, clusters) };
  }
  const scores = before.scores ?? NOTHING;
  const { deviation } = meanAndDeviation(scores);
  return {
    measure: "score_change",
    worsening: (table) => meanDifference(shuffledAnswer(table).scores ?? scores, scores) / (deviation || 1),
  };
}

const NOTHING = new Float64Array(0);

function shareDiffering(a: Int32Array, b: Int32Array): number {
  return a.reduce((count, value, i) => count + (value === b[i] ? 0 : 1), 0) / a.length;
}

function meanDifference(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]), 0) / a.length;
}
