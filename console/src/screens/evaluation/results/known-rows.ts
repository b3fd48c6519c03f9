/** Test rows that models know from their training, and whether they decide the verdict. Pure. */
import type { ModelType } from "@agatha/contracts";
import { rankingCriteria } from "@agatha/contracts/ranking/ranking";
import type { EvaluationByModelAnswer } from "@agatha/contracts/wire";
import { rankModels } from "./judge-comparison.js";

/** Returns the models that know some of the test rows. */
export function modelsThatKnowRows(ranked: readonly EvaluationByModelAnswer[]): EvaluationByModelAnswer[] {
  return ranked.filter(({ known }) => known !== null && known.rows + known.groups > 0);
}

/**
 * Returns true if the rows that models know decide the verdict: without them no row is left, another model is the best, or the
 * best is clearly better than a trivial guess only with them.
 */
export function knownRowsDecide(type: ModelType, ranked: readonly EvaluationByModelAnswer[]): boolean {
  const onNewRows = ranked.map((line) => (line.known?.new_rows ? { ...line, ...line.known.new_rows } : line));
  const [first, firstOnNewRows] = [ranked[0], onNewRows[0]];
  if (!first || !firstOnNewRows || onNewRows.every((line, i) => line === ranked[i])) return false;
  return (
    onNewRows.some(({ rows }) => rows === 0) ||
    rankModels(type, onNewRows)[0]?.id !== first.id ||
    isClearlyBetter(type, first) !== isClearlyBetter(type, firstOnNewRows)
  );
}

function isClearlyBetter(type: ModelType, { baseline_differences }: Pick<EvaluationByModelAnswer, "baseline_differences">): boolean {
  const [{ indicator, best } = { indicator: undefined, best: undefined }] = rankingCriteria(type);
  const difference = indicator && baseline_differences?.[indicator];
  return difference !== undefined && (best === "lowest" ? difference.upper < 0 : difference.lower > 0);
}
