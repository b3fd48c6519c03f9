import type { Range } from "@e965/xlsx";
import type { Cell } from "./cell-text.js";

/** Most rows that are looked at for merged cells. Those of a hostile file overlap, and could be many times the sheet. */
const MAX_MERGED_ROWS = 10_000_000;

const hasValue = (cell: Cell | undefined) => cell?.v !== undefined && cell.t !== "z";

/**
 * Gives all rows of a merged cell its value: a sheet stores it in the first row alone, and shows it for all of them. Cells that are
 * merged across columns keep their value in the first column. The names of columns, in the first row with a value, stay as they are,
 * and so do rows without any value.
 */
export function fillMergedCells(data: (Cell | undefined)[][], merges: readonly Range[]): void {
  if (merges.length === 0) return;
  const isUsed = Array.from(data, (row) => row?.some(hasValue) ?? false);
  const header = isUsed.indexOf(true);
  let left = MAX_MERGED_ROWS;
  for (const { s: start, e: end } of merges) {
    const cell = data[start.r]?.[start.c];
    if (start.r <= header || !hasValue(cell)) continue;
    for (let row = start.r + 1; row <= Math.min(end.r, data.length - 1) && left > 0; row++, left--) {
      if (isUsed[row]) data[row][start.c] = cell;
    }
  }
}

/**
 * Empties the first rows. Cells that are merged with some of the next row give it their value, as in names of two rows, if that row has
 * any other value.
 */
export function emptyFirstRows(data: (Cell | undefined)[][], count: number, merges: readonly Range[]): void {
  const next = data[count] ?? [];
  if (next.some(hasValue)) {
    for (const { s: start, e: end } of merges) {
      const cell = data[start.r]?.[start.c];
      if (start.r < count && end.r >= count && hasValue(cell)) next[start.c] = cell;
    }
  }
  for (let row = 0; row < Math.min(count, data.length); row++) data[row] = [];
}
