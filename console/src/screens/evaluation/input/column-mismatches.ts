/** Compares the columns of the test rows with the models' inputs. Pure. */
import type { ColumnType, ModelInfo } from "@agatha/contracts";
import { columnTypeProblem, missingColumnProblems, type WrongEntry, wrongEntryOf } from "@agatha/contracts/model-rules/model-inputs";
import type { DatasetAnswer } from "@agatha/contracts/wire";

export type ColumnMismatch =
  /** Holds several names, separated by commas, if the server reports many at once. */
  | { column: string; kind: "missing" }
  | { column: string; kind: "otherKind"; actualType: ColumnType; expectedType: ColumnType; first?: WrongEntry | undefined }
  /** In the server's words. */
  | { column: string | null; kind: "other"; words: string };

type ModelSignature = Pick<ModelInfo, "type" | "inputs" | "response">;
type InputColumn = Pick<DatasetAnswer["columns"][number], "name" | "type" | "stats">;

/**
 * Mismatches between a table and a model's signature, as the server will report them. An entirely empty column matches any type.
 * `label` marks known anomalies; null if none is needed.
 */
export function columnMismatches({ type, inputs, response }: ModelSignature, given: readonly InputColumn[], label = ""): ColumnMismatch[] {
  const columns = new Map(given.map((column) => [column.name, column]));
  const problems: ColumnMismatch[] = [];
  const need = (name: string, expectedType: ColumnType | null) => {
    const column = columns.get(name);
    if (!column) problems.push({ column: name, kind: "missing" });
    else if (expectedType !== null && column.type !== expectedType && column.stats.unique > 0)
      problems.push({ column: name, kind: "otherKind", actualType: column.type, expectedType });
  };
  for (const input of inputs) need(input.name, input.type);
  if (response !== null && (type === "REGRESSION" || type === "CLASSIFICATION")) need(response, type === "REGRESSION" ? "n" : null);
  if (type === "OCC" && label !== "") need(label, null);
  return problems;
}

const TYPES = ["n", "s", "d"] as const satisfies readonly ColumnType[];
const MISSING_MANY_SUFFIX = missingColumnProblems(["", ""])[0]?.message.slice(2) ?? "";

/** Parses the mismatches in a refusal's message by the wording of the contract, so that they can be translated. */
export function parseMismatches(message: string): ColumnMismatch[] {
  return splitMessage(message).map((part): ColumnMismatch => {
    const colon = part.indexOf(": ");
    if (colon < 1) return { column: null, kind: "other", words: part };
    const [column, words] = [part.slice(0, colon), part.slice(colon + 2)];
    if (column === "columns" && words.endsWith(MISSING_MANY_SUFFIX))
      return { column: words.slice(0, -MISSING_MANY_SUFFIX.length), kind: "missing" };
    if (words.startsWith("is missing")) return { column, kind: "missing" };
    const first = wrongEntryOf(words);
    for (const actualType of TYPES) {
      for (const expectedType of TYPES) {
        if (words === columnTypeProblem(column, actualType, expectedType, first).message)
          return { column, kind: "otherKind", actualType, expectedType, first };
      }
    }
    return { column, kind: "other", words };
  });
}

/** End of a part. A semicolon within quotes belongs to a value. */
const SEPARATOR = /; (?=(?:[^"]*"[^"]*")*[^"]*$)/;

/** Splits a message. A part that does not name a column belongs to the part before it. */
function splitMessage(message: string): string[] {
  const parts: string[] = [];
  for (const part of message.split(SEPARATOR)) {
    if (parts.length > 0 && !part.includes(": ")) parts.push(`${parts.pop()}; ${part}`);
    else parts.push(part);
  }
  return parts;
}
