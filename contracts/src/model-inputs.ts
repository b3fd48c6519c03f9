import type { Problem } from "./error-classes.js";
import type { ColumnType } from "./kinds/dataset.js";
import type { ModelInput } from "./model-info.js";

const COLUMN_TYPE_NAMES = { n: "numbers", s: "text", d: "times" } as const satisfies Record<ColumnType, string>;
/** Names that are told; of more it is told how many. */
const MAX_LISTED_COLUMNS = 10;

/** One problem for all columns that a table lacks, so that a table that is another one altogether is told in one breath; at most one. */
export function missingColumnProblems(names: readonly string[]): Problem[] {
  const [only] = names;
  if (only === undefined) return [];
  if (names.length === 1) return [{ path: only, message: "is missing, and the model learned from it: add the column" }];
  const others = names.length - MAX_LISTED_COLUMNS;
  const all = others > 0 ? `${names.slice(0, MAX_LISTED_COLUMNS).join(", ")} and ${others} more` : names.join(", ");
  return [{ path: "columns", message: `${all} are missing, and the model learned from them: add the columns` }];
}

export function columnTypeProblem(name: string, found: ColumnType, wanted: ColumnType): Problem {
  return {
    path: name,
    message: `holds ${COLUMN_TYPE_NAMES[found]}, and the model learned from ${COLUMN_TYPE_NAMES[wanted]}: change its values`,
  };
}

/** Why rows with these columns cannot be given to a model. */
export function modelInputProblems(
  inputs: readonly Pick<ModelInput, "name" | "type">[],
  columns: ReadonlyMap<string, { type: ColumnType }>,
): Problem[] {
  return [
    ...missingColumnProblems(inputs.flatMap(({ name }) => (columns.has(name) ? [] : [name]))),
    ...inputs.flatMap(({ name, type }) => {
      const found = columns.get(name)?.type;
      return found === undefined || found === type ? [] : [columnTypeProblem(name, found, type)];
    }),
  ];
}
