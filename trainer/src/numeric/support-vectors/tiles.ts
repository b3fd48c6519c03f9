import type { RowMajorRows } from "./kernel-function.js";

/** Rows whose numbers lie together, column by column: as in assembly/kernel-rows.ts. */
export const TILE_ROWS = 16;

/** Rows with those that fill the last tile. */
export function padToTiles(count: number): number {
  return Math.ceil(count / TILE_ROWS) * TILE_ROWS;
}

/** Puts the chosen rows into tiles; the places of negative ones, and what the last tile has beyond them, get 0. */
export function fillTiles({ width, values }: RowMajorRows, chosen: Int32Array, into: Float32Array): void {
  into.fill(0, 0, padToTiles(chosen.length) * width);
  for (let at = 0; at < chosen.length; at++) {
    if (chosen[at] < 0) continue;
    const from = chosen[at] * width;
    const place = (at - (at % TILE_ROWS)) * width + (at % TILE_ROWS);
    for (let j = 0; j < width; j++) into[place + j * TILE_ROWS] = values[from + j];
  }
}
