import type { Matrix } from "../../numeric/matrix.js";

/** Rows in a panel, in which each column's numbers lie together. */
export const PANEL = 4;

/** Where a row's first number lies in panels; its next ones follow at every fourth place. */
export function placeOf(row: number, width: number): number {
  return (row - (row % PANEL)) * width + (row % PANEL);
}

/** Numbers that rows in panels take. */
export function panelLength(rows: number, width: number): number {
  return Math.ceil(rows / PANEL) * PANEL * width;
}

/** Rows that stay in the processor's cache while one column after the other is written into their panels. */
const BLOCK = 16 * PANEL;

/** Writes rows `from` to before `to` into panels, the first of them at the beginning. What the last panel has besides is left. */
export function writePanels({ columns, ncol }: Matrix, into: Float64Array, from: number, to: number): void {
  for (let first = from; first < to; first += BLOCK) {
    const last = Math.min(first + BLOCK, to);
    const whole = last - ((last - first) % PANEL);
    for (let j = 0; j < ncol; j++) {
      const column = columns[j];
      let at = (first - from) * ncol + j * PANEL;
      // The four rows of a panel are written out: as a loop they take twice as long.
      for (let i = first; i < whole; i += PANEL, at += PANEL * ncol) {
        into[at] = column[i];
        into[at + 1] = column[i + 1];
        into[at + 2] = column[i + 2];
        into[at + 3] = column[i + 3];
      }
      for (let i = whole; i < last; i++, at++) into[at] = column[i];
    }
  }
}
