import type { Matrix } from "../algorithm.js";

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

/** Writes rows `from` to before `to` into panels, the first of them at the beginning. What the last panel has besides is left. */
export function writePanels({ columns, ncol }: Matrix, into: Float64Array, from: number, to: number): void {
  for (let first = from; first < to; first += PANEL) {
    const start = (first - from) * ncol;
    const last = Math.min(first + PANEL, to);
    for (let j = 0; j < ncol; j++) {
      const column = columns[j];
      for (let i = first, at = start + j * PANEL; i < last; i++, at++) into[at] = column[i];
    }
  }
}
