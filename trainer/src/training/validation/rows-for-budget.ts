import { falseAlarmShare, type ModelWarning } from "@agatha/contracts";
import { scoresNeeded } from "../../evaluation/conformal-p-values.js";
import { heldOutGroupCount } from "../../numeric/split.js";
import { countDistinct } from "../../numeric/statistics.js";
import type { ModelRequest } from "../plan/plan.js";
import type { Semilabel } from "../plan/semilabel.js";
import type { ResolvedValidation } from "../plan/training-set.js";
import { isLeftToData } from "./resolve-validation.js";

/**
 * Returns the validation with random rows and a warning if the data decide which rows are held out, and there are too few groups for the
 * limit on false alarms. The limit then holds for more rows of the same groups. Groups that the request asks for are kept, and a limit
 * that they cannot promise is refused.
 */
export function withRowsForBudget(
  { validation, falseAlarms }: Pick<ModelRequest, "validation" | "falseAlarms">,
  resolved: ResolvedValidation,
  semilabel: Semilabel | undefined,
): { validation: ResolvedValidation; warnings: ModelWarning[] } {
  const { groups, folds } = resolved;
  if (!falseAlarms || !isLeftToData(validation) || resolved.splitter.rows !== "groups" || !groups)
    return { validation: resolved, warnings: [] };
  const needed = scoresNeeded(falseAlarmShare(falseAlarms));
  // Where anomalies are known, each group is held out in turn.
  const has = semilabel ? countDistinct(groups.filter((_, row) => semilabel.anomalous[row] === 0)) : heldOutGroupCount(groups, folds);
  if (has >= needed) return { validation: resolved, warnings: [] };
  const limit = `${falseAlarms.atMost} false alarms of ${falseAlarms.outOf} ${falseAlarms.of}`;
  const warning: ModelWarning = {
    code: "limit_for_known_groups",
    values: { needed, groups: has },
    message: `the limit holds for more rows of the same groups, and not for new ones, which may raise more false alarms or hide their anomalies: ${limit} need ${needed} groups of held-out normal rows, and there are ${has}; if new groups will come, allow more or add groups`,
  };
  return { validation: { ...resolved, splitter: { rows: "random" } }, warnings: [warning] };
}
