import type { Matrix } from "../../numeric/matrix.js";
import { roundUp } from "../../numeric/round-up.js";

/** Rows of a panel, in which each column's numbers are side by side. */
export const PANEL_ROWS = 4;

/** Returns the place of a row's first number in panels. Its next numbers follow at every fourth place. */
export function panelOffset(row: number, width: number): number {
  return (row - (row % PANEL_ROWS)) * width + (row % PANEL_ROWS);
}

/** Returns the length of the panels for that many rows. */
export function panelLength(rows: number, width: number): number {
  return roundUp(rows, PANEL_ROWS) * width;
}

/** Rows that stay in the processor's cache while their panels are filled column by column. */
const BLOCK_ROWS = 16 * PANEL_ROWS;

/**
 * Writes rows `from` to before `to` into panels, starting at the beginning of `into`. It leaves the padding of the last panel
 * unchanged.
 */
export function writePanels({ columns, ncol }: Matrix, into: Float64Array, from: number, to: number): void {
  for (let first = from; first < to; first += BLOCK_ROWS) {
    const last = Math.min(first + BLOCK_ROWS, to);
    const whole = last - ((last - first) % PANEL_ROWS);
    for (let j = 0; j < ncol; j++) {
      const column = columns[j];
      let at = (first - from) * ncol + j * PANEL_ROWS;
      // The four rows of a panel are unrolled; a loop takes twice as long.
      for (let i = first; i < whole; i += PANEL_ROWS, at += PANEL_ROWS * ncol) {
        into[at] = column[i];
        into[at + 1] = column[i + 1];
        into[at + 2] = column[i + 2];
        into[at + 3] = column[i + 3];
      }
      for (let i = whole; i < last; i++, at++) into[at] = column[i];
    }
  }
}
