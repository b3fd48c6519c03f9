/** Reads a file of values known ahead: a row for each future period, with the series where there are several. Pure. */
import { detectDelimiter, parseCsvLines } from "./csv-text.js";
import { numberReader } from "./number-texts.js";

interface FutureColumns {
  time: string;
  /** Columns that name the series; none for one series. */
  series: readonly string[];
  knownAhead: readonly string[];
}

export interface FutureRow {
  line: number;
  /** The cell of the time as it is in the file. */
  time: string;
  series: string[];
  /** Values in the order of the columns known ahead. */
  values: number[];
}

/** A fault and its line. A missing column is a fault of the first line. */
export interface FutureFault {
  kind: "noColumn" | "noNumber" | "noTime";
  line: number;
  column: string;
  cell: string;
}

/**
 * Returns the rows of the file, and its faults in its order. Other columns are ignored. If the delimiter is not the comma, a comma
 * that may separate thousands is a decimal comma.
 */
export function readFutureRows(text: string, columns: FutureColumns): { rows: FutureRow[]; faults: FutureFault[] } {
  const content = text.replace(/^\uFEFF/, "");
  const delimiter = detectDelimiter(content);
  const [{ fields: header } = { fields: [] }, ...lines] = parseCsvLines(content, delimiter);
  const heads = header.map((head) => head.trim());
  const wanted = [columns.time, ...columns.series, ...columns.knownAhead];
  const missing = wanted.filter((name) => !heads.includes(name));
  if (missing.length > 0) return { rows: [], faults: missing.map((column) => ({ kind: "noColumn", line: 1, column, cell: "" })) };
  const faults: FutureFault[] = [];
  const cellIn = (fields: readonly string[], name: string) => (fields[heads.indexOf(name)] ?? "").trim();
  const style = { decimal: delimiter === "," ? "." : ",", grouped: false } as const;
  const readers = columns.knownAhead.map((column) =>
    numberReader(
      lines.map(({ fields }) => cellIn(fields, column)),
      style,
    ),
  );
  const rows = lines.map(({ line, fields }): FutureRow => {
    const cellOf = (name: string) => cellIn(fields, name);
    const values = columns.knownAhead.map((column, j) => {
      const cell = cellOf(column);
      const value = Number(readers[j]?.(cell) ?? Number.NaN);
      if (!Number.isFinite(value)) faults.push({ kind: "noNumber", line, column, cell });
      return value;
    });
    const time = cellOf(columns.time);
    if (time === "") faults.push({ kind: "noTime", line, column: columns.time, cell: "" });
    return { line, time, series: columns.series.map(cellOf), values };
  });
  return { rows, faults };
}
