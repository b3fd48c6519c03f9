import { type Table, takeRows } from "../../data/tables/table.js";
import { judgedRows } from "../../model/artifact/period-warnings.js";
import type { CrossValidation, FoldModel } from "./cross-validate.js";

/**
 * Leaves out the held-out rows that the detector in series of their fold cannot judge, such as those of a series that begins after its
 * training. They have no answer, and figures count answers.
 */
export function withoutUnjudged(crossValidation: CrossValidation, table: Table): CrossValidation {
  const judged = crossValidation.folds.map((fold) => ({ ...fold, heldOut: judgedHeldOut(fold, table) }));
  const heldOutRows = Int32Array.from(judged.flatMap(({ heldOut }) => [...heldOut])).sort();
  if (heldOutRows.length === crossValidation.heldOutRows.length) return crossValidation;
  const positionOf = new Map(Array.from(heldOutRows, (row, position) => [row, position]));
  const placed = judged.map((fold) => ({ ...fold, positions: fold.heldOut.map((row) => positionOf.get(row) ?? -1) }));
  const filled = placed.filter(({ heldOut }) => heldOut.length > 0);
  return { ...crossValidation, heldOutRows, folds: filled.length > 0 ? filled : placed.slice(0, 1) };
}

function judgedHeldOut({ graph, heldOut }: FoldModel, table: Table): Int32Array {
  const isJudged = judgedRows(graph, takeRows(table, heldOut));
  return isJudged ? heldOut.filter((_, i) => isJudged[i]) : heldOut;
}
