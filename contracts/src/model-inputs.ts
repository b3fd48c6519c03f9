import type { Problem } from "./failures.js";
import type { ColumnType } from "./kinds/dataset.js";
import type { ModelInput } from "./model-info.js";

const WORDS = { n: "numbers", s: "text", d: "times" } as const satisfies Record<ColumnType, string>;
/** Names that are told; of more it is told how many. */
const TOLD = 10;

/** One problem for all columns that a table lacks, so that a table that is another one altogether is told in one breath; at most one. */
export function missingColumns(names: readonly string[]): Problem[] {
  const [only] = names;
  if (only === undefined) return [];
  if (names.length === 1) return [{ path: only, message: "is missing, and the model learned from it: add the column" }];
  const others = names.length - TOLD;
  const all = others > 0 ? `${names.slice(0, TOLD).join(", ")} and ${others} more` : names.join(", ");
  return [{ path: "columns", message: `${all} are missing, and the model learned from them: add the columns` }];
}

export function otherKind(name: string, found: ColumnType, wanted: ColumnType): Problem {
  return { path: name, message: `holds ${WORDS[found]}, and the model learned from ${WORDS[wanted]}: change its values` };
}

/** Why rows with these columns cannot be given to a model. */
export function inputProblems(
  inputs: readonly Pick<ModelInput, "name" | "type">[],
  columns: ReadonlyMap<string, { type: ColumnType }>,
): Problem[] {
  return [
    ...missingColumns(inputs.flatMap(({ name }) => (columns.has(name) ? [] : [name]))),
    ...inputs.flatMap(({ name, type }) => {
      const found = columns.get(name)?.type;
      return found === undefined || found === type ? [] : [otherKind(name, found, type)];
    }),
  ];
}
