import { ROW_LIMIT, type SamplingMethod } from "@agatha/contracts";
import { createRandom } from "../../numeric/random.js";

/** Fixed seed, so that every read on every machine takes the same rows. */
const SEED = 20_240_229;

/** Rows of the file, counted from 0: one range of them, or single ones in ascending order. */
export type RowSelection = { kind: "range"; start: number; count: number } | { kind: "rows"; rows: Float64Array };

/** Returns whether a sampling method takes a part of so many rows. */
export function isSample(sampling: SamplingMethod, totalRows: number): boolean {
  return sampling !== "raw" && totalRows > ROW_LIMIT;
}

/** Returns the method that takes the rows that the data check looks at: those in use, or a sample of them where all rows are in use. */
export function samplingToCheck(sampling: SamplingMethod): SamplingMethod {
  return sampling === "raw" ? "random" : sampling;
}

/**
 * Returns the number of rows that those in use are a random sample of: the file's. Rows that follow each other in the file are a sample
 * of none but themselves.
 */
export function populationSize(sampling: SamplingMethod, { nrow, totalRows }: { nrow: number; totalRows: number }): number {
  return samplingToCheck(sampling) === "random" ? totalRows : nrow;
}

/** Returns the rows that a sampling method takes of `totalRows`. Everything that reads a table uses this selection. */
export function selectRows(sampling: SamplingMethod, totalRows: number): RowSelection {
  const count = Math.min(ROW_LIMIT, totalRows);
  if (!isSample(sampling, totalRows)) return { kind: "range", start: 0, count: totalRows };
  if (sampling === "head") return { kind: "range", start: 0, count };
  if (sampling === "tail") return { kind: "range", start: totalRows - count, count };
  if (sampling === "middle") return { kind: "range", start: Math.floor((totalRows - count) / 2), count };
  return { kind: "rows", rows: sampleRowNumbers(ROW_LIMIT, totalRows) };
}

/** Returns the numbers in the file, from 1, of the rows that a sampling method takes, or undefined if it takes all rows. */
export function sampledRowNumbers(sampling: SamplingMethod, totalRows: number): number[] | undefined {
  if (!isSample(sampling, totalRows)) return undefined;
  const selection = selectRows(sampling, totalRows);
  if (selection.kind === "rows") return Array.from(selection.rows, (row) => row + 1);
  return Array.from({ length: selection.count }, (_, i) => selection.start + i + 1);
}

/** Returns the number of selected rows. */
export function selectionSize(selection: RowSelection): number {
  return selection.kind === "range" ? selection.count : selection.rows.length;
}

/** Returns at most `limit` rows of a selection, from its `start`-th row on. */
export function sliceSelection(selection: RowSelection, start: number, limit: number): RowSelection {
  const end = Math.min(selectionSize(selection), start + limit);
  if (selection.kind === "rows") return { kind: "rows", rows: selection.rows.subarray(Math.min(start, end), end) };
  return { kind: "range", start: selection.start + start, count: Math.max(0, end - start) };
}

/**
 * Returns at most `limit` different rows of `totalRows`, ascending; the same at each call. Floyd's algorithm (Bentley, Programming
 * Pearls, CACM 30:9, 1987): time and memory grow with the sample, not with the table.
 */
export function sampleRowNumbers(limit: number, totalRows: number): Float64Array {
  const count = Math.min(limit, totalRows);
  const random = createRandom(SEED);
  const chosen = new Set<number>();
  for (let j = totalRows - count; j < totalRows; j++) {
    const candidate = random.int(j + 1);
    chosen.add(chosen.has(candidate) ? j : candidate);
  }
  return Float64Array.from(chosen).sort();
}
