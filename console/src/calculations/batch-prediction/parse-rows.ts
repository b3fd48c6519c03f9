/** Converts the rows of a file to records for a model. Pure. */
import type { ModelInput } from "@agatha/contracts";
import { type NumberStyle, numberReader } from "@agatha/contracts/csv/number-texts";
import { ROW_LIMIT } from "@agatha/contracts/kinds/limits";

type BatchRecord = Record<string, number | string | null>;

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

/** Texts that the server also reads as a missing value. */
const MISSING_VALUE = /^(?:na|#?n\/a|nan|null|none|--?|\?)$/i;

interface TableToParse {
  /** The cells. The first row holds the column names. */
  fields: readonly string[][];
  inputs: readonly Pick<ModelInput, "name" | "type">[];
  /** How the numbers of a column are probably written. */
  styleOf(column: string): NumberStyle;
  /** Whether the server reads more than numbers in a numeric column: durations, or any text as a missing value. */
  mayHaveText(column: string): boolean;
}

export function parseRows({ fields: [header, ...rows], inputs, styleOf, mayHaveText }: TableToParse): ParsedRows {
  if (header === undefined || rows.length === 0) return { records: [], problems: [{ kind: "empty" }] };
  const places = new Map(header.map((name, place) => [name.trim(), place]));
  const columns = inputs.filter(({ name }) => !places.has(name)).map(({ name }) => name);
  if (columns.length > 0) return { records: [], problems: [{ kind: "missing", columns }] };
  if (rows.length > ROW_LIMIT) return { records: [], problems: [{ kind: "tooMany", rows: rows.length, most: ROW_LIMIT }] };
  const problems: RowProblem[] = [];
  const cellOf = (fields: readonly string[], name: string) => fields[places.get(name) ?? -1] ?? "";
  const parsers = inputs.map((input) => {
    if (input.type !== "n") return parseText;
    return numberParser(
      numberReader(
        rows.map((fields) => cellOf(fields, input.name).trim()),
        styleOf(input.name),
      ),
      { mayHaveText: mayHaveText(input.name) },
    );
  });
  const records = rows.map((fields, row) => {
    // Uses entries instead of an object literal because a column may be called __proto__.
    return Object.fromEntries(
      inputs.map(({ name }, at) => {
        const value = parsers[at]?.(cellOf(fields, name));
        if (problems.length === 0 && value === undefined)
          problems.push({ kind: "notNumber", row: row + 1, column: name, value: cellOf(fields, name).trim() });
        return [name, value ?? null];
      }),
    );
  });
  return { records, problems };
}

/** Blanks at an end may be part of a text. */
const parseText = (cell: string): string | null => (cell.trim() === "" ? null : cell);

/**
 * Returns a function that parses the cells of a column: null for a missing value, undefined for text that is no number. A number is
 * not written like text in the dataset's file, where 1.037 may be in thousands.
 */
const numberParser =
  (read: ReturnType<typeof numberReader>, { mayHaveText }: { mayHaveText: boolean }) =>
  (text: string) => {
    const cell = text.trim();
    if (cell === "" || MISSING_VALUE.test(cell)) return null;
    const number = Number(read(cell));
    if (Number.isFinite(number)) return number;
    return mayHaveText ? cell : undefined;
  };
