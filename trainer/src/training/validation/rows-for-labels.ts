import { ERRORS, InvalidInput, type ModelWarning } from "@agatha/contracts";
import { countDistinct } from "../../numeric/statistics.js";
import type { ModelRequest } from "../plan/plan.js";
import type { Semilabel } from "../plan/semilabel.js";
import type { ResolvedValidation } from "../plan/training-set.js";
import { isLeftToData } from "./resolve-validation.js";

/**
 * Returns the validation with random rows and a warning if the data decide which rows are held out, and one group has all known anomalies
 * or all other rows. When that group is held out, no rows of this kind remain to learn from or to choose a threshold by. With a limit
 * on false alarms, only the other rows matter, since the threshold needs no anomalies. Throws InvalidInput (modelTrainingFailed) if
 * the request asks for groups.
 */
export function withRowsForLabels(
  { validation, falseAlarms }: Pick<ModelRequest, "validation" | "falseAlarms">,
  resolved: ResolvedValidation,
  semilabel: Semilabel | undefined,
): { validation: ResolvedValidation; warnings: ModelWarning[] } {
  const { groups, groupColumns = [] } = resolved;
  if (!semilabel || resolved.splitter.rows !== "groups" || !groups) return { validation: resolved, warnings: [] };
  const countGroups = (anomalous: number) => countDistinct(groups.filter((_, row) => semilabel.anomalous[row] === anomalous));
  const needsAnomalies = !falseAlarms;
  const rowsOfOneGroup =
    countGroups(0) < 2 ? "the rows that are no known anomalies" : needsAnomalies && countGroups(1) < 2 ? "the known anomalies" : undefined;
  if (rowsOfOneGroup === undefined) return { validation: resolved, warnings: [] };
  const found = `all of ${rowsOfOneGroup} are in one group${groupColumns.length > 0 ? ` of ${groupColumns.join(", ")}` : ""}, so that the figures cannot tell how well anomalies are found in new groups`;
  if (!isLeftToData(validation)) {
    const message = `${found}: hold out random rows, or add such rows of further groups`;
    throw new InvalidInput(ERRORS.modelTrainingFailed, { path: "validation", message });
  }
  const message = `${found}: random rows were held out, and the figures are for more rows of the same groups; add such rows of further groups`;
  return { validation: { ...resolved, splitter: { rows: "random" } }, warnings: [{ code: "labels_of_one_group", message }] };
}
