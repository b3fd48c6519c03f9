import { open } from "node:fs/promises";
import { ROW_LIMIT } from "@agatha/contracts";
import { selectRows } from "../tables/sampling.js";
import type { CsvSource } from "./csv-source.js";
import { type RecordBlock, scanRecords } from "./scan-records.js";

/** A shorter file is read whole in little more time than it takes to pick a sample from it. */
const MIN_ROWS_TO_SAMPLE = 10 * ROW_LIMIT;

export interface SampledRecords {
  /** The header and the records of the sample, in file order. */
  source: CsvSource;
  rows: number;
  /** Records of the whole file. */
  totalRows: number;
}

/**
 * Copies the records that random sampling takes of a long file to `target`: the same as of the table that the whole file
 * becomes. Undefined for a file that is not long, and for one whose records are not told apart by line ends and quotes alone.
 */
export async function sampleRecords(
  source: CsvSource,
  { target, signal }: { target: string; signal: AbortSignal },
): Promise<SampledRecords | undefined> {
  const { dialect, headers } = source;
  // An empty line is a missing value where there is one column, and nothing where there are several.
  if (dialect.escape !== dialect.quote || headers.length === 1) return undefined;
  let lines = 0;
  const told = await scanRecords(source, signal, ({ count }) => {
    lines += count;
  });
  const totalRows = lines - 1;
  if (!told || totalRows <= MIN_ROWS_TO_SAMPLE) return undefined;
  const selection = selectRows("random", totalRows);
  if (selection.kind === "range") return undefined;
  await copyRecords(source, { target, signal, wanted: selection.rows });
  return { source: { ...source, path: target, emptyLines: 0 }, rows: selection.rows.length, totalRows };
}

/** The header, and the rows `wanted`, ascending and counted from 0. */
async function copyRecords(
  source: CsvSource,
  { target, signal, wanted }: { target: string; signal: AbortSignal; wanted: Float64Array },
): Promise<void> {
  const file = await open(target, "w");
  try {
    // The header's.
    let row = -1;
    let next = 0;
    let pieces: Buffer[] = [];
    const pick = ({ count, at }: RecordBlock) => {
      if (row === -1 && count > 0) pieces.push(at(0));
      for (; wanted[next] < row + count; next++) pieces.push(at(wanted[next] - row));
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
