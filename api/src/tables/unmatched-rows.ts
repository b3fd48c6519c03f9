import { ERRORS, InvalidInput, type SamplingMethod } from "@agatha/contracts";
import type { Cell, EditSteps, LoadedJoin, RowReader } from "@agatha/trainer/serving";

/** Rows among which the first keys are looked for, and how many of these are told. */
const UNMATCHED_ROWS = 100;
const UNMATCHED_KEYS = 5;

/** Counts the rows without a row of the joined dataset, and returns the first of their keys. The join is the last of the steps. */
export async function unmatchedRows(
  reader: RowReader,
  { specs, timezone }: EditSteps,
  { join, sampling }: { join: LoadedJoin; sampling: SamplingMethod },
): Promise<{ rows: number; keys: Cell[][] }> {
  const extraction = { specs: [...specs.slice(0, -1), { ...join, keepsUnmatched: true }], timezone };
  try {
    const { columns, data, total } = await reader.editedRows({ start: 0, limit: UNMATCHED_ROWS, sampling, extraction });
    const places = join.on.map(({ column }) => columns.indexOf(column));
    const keys = new Map(data.map((row) => places.map((place) => row[place] ?? null)).map((key) => [JSON.stringify(key), key]));
    return { rows: total, keys: [...keys.values()].slice(0, UNMATCHED_KEYS) };
  } catch (error) {
    if (error instanceof InvalidInput && error.code === ERRORS.noRowsLeft) return { rows: 0, keys: [] };
    throw error;
  }
}
