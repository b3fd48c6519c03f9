import { roundUp } from "../round-up.js";
import type { RowMajorRows } from "./kernel-function.js";

/** Rows of a tile, stored column by column, the same as in assembly/kernel-function.ts. */
export const TILE_ROWS = 16;

/** Returns the number of rows with the padding of the last tile. */
export function padToTiles(count: number): number {
  return roundUp(count, TILE_ROWS);
}

/** Copies the chosen rows into tiles. Places of negative rows and the padding get 0. */
export function fillTiles({ width, values }: RowMajorRows, chosen: Int32Array, into: Float32Array): void {
  into.fill(0, 0, padToTiles(chosen.length) * width);
  for (let at = 0; at < chosen.length; at++) {
    if (chosen[at] < 0) continue;
    const from = chosen[at] * width;
    const place = (at - (at % TILE_ROWS)) * width + (at % TILE_ROWS);
    for (let j = 0; j < width; j++) into[place + j * TILE_ROWS] = values[from + j];
  }
}
