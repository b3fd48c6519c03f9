/** Converts the rows of a file to records for a model. Pure. */
import type { ModelInput } from "@agatha/contracts";
import { ROW_LIMIT } from "@agatha/contracts/kinds/limits";

type BatchRecord = Record<string, string | null>;

interface ParsedRows {
  /** Holds the model's inputs only. */
  records: BatchRecord[];
  problems: RowProblem[];
}

export type RowProblem =
  | { kind: "empty" }
  | { kind: "tooMany"; rows: number; most: number }
  /** Columns that the model learned from. */
  | { kind: "missing"; columns: string[] }
  /** The first one that is none; rows are counted from 1, without the header. */
  | { kind: "notNumber"; row: number; column: string; value: string };

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const DECIMAL_COMMA = /^[+-]?\d*,\d+$/;
/** Texts that the server also reads as a missing value. */
const MISSING_VALUE = /^(?:na|#?n\/a|nan|null|none|--?|\?)$/i;

/** The first row holds the column names. */
export function parseRows([header, ...rows]: readonly string[][], inputs: readonly Pick<ModelInput, "name" | "type">[]): ParsedRows {
  if (header === undefined || rows.length === 0) return { records: [], problems: [{ kind: "empty" }] };
  const places = new Map(header.map((name, place) => [name.trim(), place]));
  const columns = inputs.filter(({ name }) => !places.has(name)).map(({ name }) => name);
  if (columns.length > 0) return { records: [], problems: [{ kind: "missing", columns }] };
  if (rows.length > ROW_LIMIT) return { records: [], problems: [{ kind: "tooMany", rows: rows.length, most: ROW_LIMIT }] };
  const problems: RowProblem[] = [];
  const records = rows.map((fields, row) => {
    // Uses entries instead of an object literal because a column may be called __proto__.
    return Object.fromEntries(
      inputs.map((input) => {
        const value = parseCell(input, fields[places.get(input.name) ?? -1] ?? "");
        if (problems.length === 0 && input.type === "n" && value !== null && !isNumber(value))
          problems.push({ kind: "notNumber", row: row + 1, column: input.name, value });
        return [input.name, value];
      }),
    );
  });
  return { records, problems };
}

function parseCell({ type }: Pick<ModelInput, "type">, field: string): string | null {
  const text = field.trim();
  if (text === "") return null;
  if (type !== "n") return text;
  if (MISSING_VALUE.test(text)) return null;
  return DECIMAL_COMMA.test(text) ? text.replace(",", ".") : text;
}

function isNumber(text: string): boolean {
  return NUMBER.test(text) && Number.isFinite(Number(text));
}
