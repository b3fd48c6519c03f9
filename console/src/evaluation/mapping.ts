/** Which columns of the test rows do not match what the models learned from. Pure. */
import type { ColumnType, ModelInfo } from "@agatha/contracts";
import { missingColumns, otherKind } from "@agatha/contracts/model-inputs";
import type { DatasetAnswer } from "@agatha/contracts/wire";

export type ColumnProblem =
  /** Several names stand in one, divided by commas, where a server tells of many at once. */
  | { column: string; kind: "missing" }
  | { column: string; kind: "otherKind"; found: ColumnType; wanted: ColumnType }
  /** In the server's words. */
  | { column: string | null; kind: "other"; words: string };

type Learned = Pick<ModelInfo, "type" | "inputs" | "response">;
type Given = Pick<DatasetAnswer["columns"][number], "name" | "type" | "stats">;

/**
 * What a table lacks for a model, as the server will say: a column without any value counts as one of any type. `label`
 * marks known anomalies, where one is asked for.
 */
export function mappingProblems({ type, inputs, response }: Learned, given: readonly Given[], label = ""): ColumnProblem[] {
  const columns = new Map(given.map((column) => [column.name, column]));
  const problems: ColumnProblem[] = [];
  const need = (name: string, wanted: ColumnType | null) => {
    const column = columns.get(name);
    if (!column) problems.push({ column: name, kind: "missing" });
    else if (wanted !== null && column.type !== wanted && column.stats.unique > 0)
      problems.push({ column: name, kind: "otherKind", found: column.type, wanted });
  };
  for (const input of inputs) need(input.name, input.type);
  if (response !== null && (type === "REGRESSION" || type === "CLASSIFICATION")) need(response, type === "REGRESSION" ? "n" : null);
  if (type === "OCC" && label !== "") need(label, null);
  return problems;
}

const TYPES = ["n", "s", "d"] as const satisfies readonly ColumnType[];
const MANY = missingColumns(["", ""])[0]?.message.slice(2) ?? "";

/** The problems that a refusal's message names, one by one: by the words of the contract, so that they can be said in any language. */
export function problemsIn(message: string): ColumnProblem[] {
  return partsOf(message).map((part): ColumnProblem => {
    const colon = part.indexOf(": ");
    if (colon < 1) return { column: null, kind: "other", words: part };
    const [column, words] = [part.slice(0, colon), part.slice(colon + 2)];
    if (column === "columns" && words.endsWith(MANY)) return { column: words.slice(0, -MANY.length), kind: "missing" };
    if (words.startsWith("is missing")) return { column, kind: "missing" };
    for (const found of TYPES) {
      for (const wanted of TYPES) {
        if (words === otherKind(column, found, wanted).message) return { column, kind: "otherKind", found, wanted };
      }
    }
    return { column, kind: "other", words };
  });
}

/** Where a part ends: a semicolon within quotes belongs to a value. */
const BETWEEN = /; (?=(?:[^"]*"[^"]*")*[^"]*$)/;

/** A part without a column of its own belongs to the words before it. */
function partsOf(message: string): string[] {
  const parts: string[] = [];
  for (const part of message.split(BETWEEN)) {
    if (parts.length > 0 && !part.includes(": ")) parts.push(`${parts.pop()}; ${part}`);
    else parts.push(part);
  }
  return parts;
}
