import type { ModelInfo } from "@agatha/contracts";
import type { Answer } from "../algorithms/base/algorithm.js";
import { type Table, takeRows } from "../data/tables/table.js";
import { figuresOf } from "../evaluation/figures.js";
import { answersByNode } from "../model/artifact/graph.js";
import type { Random } from "../numeric/random.js";
import type { Lesson } from "./lesson.js";
import { mergeAnswer } from "./merge-answer.js";
import { takeTarget } from "./target.js";
import type { Trials } from "./trials.js";

/**
 * What each algorithm of a model with several would score by itself, on the rows that its trial had not seen: whether a
 * later layer makes more of the answers than they are worth. `table` has the held-out rows, in order.
 */
export function nodeFigures({ plan, target }: Lesson, run: Trials, table: Table, random: Random): ModelInfo["nodes"] {
  const nodes = plan.layers.flatMap((layer, l) => layer.map((node, n) => ({ ...node, l, n })));
  if (nodes.length === 1 || target.kind === "none") return undefined;
  const answers = nodes.map((): Answer => ({}));
  for (const { graph, positions } of run.trials) {
    const byNode = answersByNode(graph, takeRows(table, positions));
    for (const [at, { l, n }] of nodes.entries()) mergeAnswer(answers[at], byNode[l][n], positions, table.nrow);
  }
  const judged = takeTarget(target, run.rows);
  return nodes.map(({ id, algorithm, task, l }, at) => ({
    id,
    algorithm: algorithm.name,
    layer: l + 1,
    indicators: task === plan.type ? figuresOf(plan.type, { answer: answers[at], target: judged }, random) : {},
  }));
}
