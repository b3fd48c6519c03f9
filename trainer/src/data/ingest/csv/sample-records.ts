import { open } from "node:fs/promises";
import { ROW_LIMIT } from "@agatha/contracts";
import { selectRows } from "../../tables/sampling.js";
import type { CsvSource } from "./csv-source.js";
import { type RecordBlock, scanRecords } from "./scan-records.js";

/** Rows up to which a file is read whole, in little more time than the selection of a sample takes. */
const MIN_ROWS_TO_SAMPLE = 10 * ROW_LIMIT;

export interface SampledRecords {
  /** Source with the header and the records of the sample, in file order. */
  source: CsvSource;
  rows: number;
  /** Number of records in the whole file. */
  totalRows: number;
}

/**
 * Copies a random sample of a long file's records to `target`. The sample equals the one of the table that the whole file would
 * become. Returns undefined for a file that is not long, and for one whose records cannot be separated by line ends and quotes
 * alone.
 */
export async function sampleRecords(
  source: CsvSource,
  { target, signal }: { target: string; signal: AbortSignal },
): Promise<SampledRecords | undefined> {
  const { dialect, headers } = source;
  // An empty line is a missing value in a file with one column, and is skipped in a file with several.
  if (dialect.escape !== dialect.quote || headers.length === 1) return undefined;
  let lines = 0;
  const scanned = await scanRecords(source, signal, ({ count }) => {
    lines += count;
  });
  const totalRows = lines - 1;
  if (!scanned || totalRows <= MIN_ROWS_TO_SAMPLE) return undefined;
  const selection = selectRows("random", totalRows);
  if (selection.kind === "range") return undefined;
  await copyRecords(source, { target, signal, rows: selection.rows });
  return { source: { ...source, path: target, emptyLines: 0 }, rows: selection.rows.length, totalRows };
}

/** Copies the header and the `rows`, which ascend and count from 0. */
async function copyRecords(
  source: CsvSource,
  { target, signal, rows }: { target: string; signal: AbortSignal; rows: Float64Array },
): Promise<void> {
  const file = await open(target, "w");
  try {
    // Row −1 is the header.
    let row = -1;
    let next = 0;
    let pieces: Buffer[] = [];
    const pick = ({ count, at }: RecordBlock) => {
      if (row === -1 && count > 0) pieces.push(at(0));
      for (; rows[next] < row + count; next++) pieces.push(at(rows[next] - row));
      row += count;
    };
    await scanRecords(source, signal, pick, async () => {
      await file.writev(pieces);
      pieces = [];
    });
  } finally {
    await file.close();
  }
}
