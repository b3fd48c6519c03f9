import { ERRORS, InvalidInput } from "@agatha/contracts";
import { fitEncoder } from "../../data/encoding/fit-encoder.js";
import type { Table } from "../../data/tables/table.js";
import type { Plan } from "./plan.js";

export const MIN_TRAINING_ROWS = 5;

/** Refuses constant columns in the first layer before the folds are fitted: it has no other inputs. */
export function requireVariation(plan: Plan, table: Table): void {
  const problems = plan.layers[0].flatMap(({ path, columns, algorithm }) =>
    fitEncoder(table, columns, algorithm.encoding).encoder.featureCount > 0
      ? []
      : [{ path: `${path}.columns`, message: "none of the columns varies and can be used: choose other columns" }],
  );
  if (problems.length > 0) throw new InvalidInput(ERRORS.noColumnsLeft, problems);
}
