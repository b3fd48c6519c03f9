/** Lists of the keys and of the added columns of a join. */
import { type ColumnType, ERRORS, InvalidInput } from "@agatha/contracts";
import type { Cell } from "@agatha/trainer/serving";
import { flattenPages, type readPages } from "./rows.js";

/** Most characters of the lists, as JSON: each statement binds them. */
const MAX_CHARACTERS = 16 * 1024 ** 2;

/** A column of the dataset to join, with its place in each row. */
export interface PlacedColumn {
  type: ColumnType;
  place: number;
}

/**
 * Collects one JSON list a column; the first columns are the keys. Rows with a missing key are left out: no row could meet them.
 * Throws InvalidInput (dataExtraction) for keys of several rows and for too many rows.
 */
export async function readLists(
  pages: ReturnType<typeof readPages>,
  columns: readonly PlacedColumn[],
  { keys, title }: { keys: number; title: string },
): Promise<{ lists: string[]; rows: number }> {
  const lists = columns.map((column) => ({ ...column, parts: [] as string[] }));
  const known = new Set<string>();
  let characters = 0;
  for await (const row of flattenPages(await pages.next(), pages)) {
    const cells = columns.map(({ type, place }) => toStored(row[place] ?? null, type));
    if (cells.slice(0, keys).includes(null)) continue;
    const key = JSON.stringify(cells.slice(0, keys));
    if (known.has(key)) {
      const message = `Several rows of the dataset ${title} have the key ${keyText(row, columns.slice(0, keys))}: choose more key columns, or aggregate its rows by the key in its own edit history`;
      throw joinError("on", message);
    }
    known.add(key);
    for (const [i, list] of lists.entries()) {
      const part = JSON.stringify(cells[i]);
      characters += part.length + 1;
      list.parts.push(part);
    }
    if (characters > MAX_CHARACTERS) {
      const message = `The columns of the dataset ${title} have more than 16 MiB of text: choose fewer, or filter its rows in its own edit history`;
      throw joinError("columns", message);
    }
  }
  return { lists: lists.map(({ parts }) => `[${parts.join(",")}]`), rows: known.size };
}

/** Returns the error dataExtraction at a field of the step. */
export const joinError = (path: string, message: string): InvalidInput =>
  new InvalidInput(ERRORS.dataExtraction, { path: `spec.${path}`, message });

const keyText = (row: readonly Cell[], keys: readonly PlacedColumn[]): string =>
  keys.map(({ place }) => JSON.stringify(row[place])).join(", ");

/** Returns a cell in the form that columns store: times are milliseconds since the epoch. */
const toStored = (cell: Cell, type: ColumnType): Cell => (type === "d" && cell !== null ? Date.parse(String(cell)) : cell);
