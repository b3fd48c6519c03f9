import { falseAlarmShare, type ModelWarning } from "@agatha/contracts";
import { leastPValue, type NormalScores, scoresNeeded } from "../../evaluation/conformal-p-values.js";
import type { TrainingSet } from "../plan/training-set.js";

/**
 * Returns a warning if a budget out of alarms raises no alarm unless anomalies are more frequent than expected. The expected share is
 * that of the known anomalies among the training rows, or else the budget's. Of n rows that are judged together, k of the least
 * p-value p raise an alarm if p ≤ share · k / n (Benjamini and Hochberg 1995), so at least p / share of the rows have to be anomalies.
 */
export function budgetWarnings(
  { falseAlarms, semilabel }: Pick<TrainingSet, "falseAlarms" | "semilabel">,
  normalScores: NormalScores | undefined,
): ModelWarning[] {
  if (falseAlarms?.of !== "alarms" || !normalScores) return [];
  const share = falseAlarmShare(falseAlarms);
  const least = leastPValue(normalScores);
  const needed = least / share;
  const expected = semilabel ? semilabel.anomalous.reduce((sum, one) => sum + one, 0) / semilabel.anomalous.length : share;
  if (needed <= expected) return [];
  const count = scoresNeeded(least);
  const [percent, p] = [100 * needed, least].map((value) => Number(value.toPrecision(2)));
  const byGroup = normalScores.weights !== undefined;
  const what = byGroup ? "groups of held-out normal rows" : "held-out normal rows";
  const remedy = byGroup ? "add groups, hold out random rows if no new groups will come" : "add normal rows";
  return [
    {
      code: byGroup ? "alarms_need_share_of_groups" : "alarms_need_share",
      values: { count, least: p, percent },
      message: `with ${count} ${what} the smallest p-value is ${p}: under a limit of ${falseAlarms.atMost} false alarms of ${falseAlarms.outOf} alarms, rows that are predicted together raise an alarm only if at least ${percent} % of them are anomalies, and ${semilabel ? `${Number((100 * expected).toPrecision(2))} % of the training rows are` : "rarer ones raise none"}; ${remedy}, allow more false alarms, or limit them among normal rows`,
    },
  ];
}
