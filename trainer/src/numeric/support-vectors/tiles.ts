import type { Rows } from "./similarity.js";

/** Rows whose numbers lie together, column by column: as in assembly/kernel-rows.ts. */
export const TILE = 16;

/** Rows with those that fill the last tile. */
export function wholeTiles(count: number): number {
  return Math.ceil(count / TILE) * TILE;
}

/** Puts the chosen rows into tiles; the places of negative ones, and what the last tile has beyond them, get 0. */
export function fillTiles({ width, values }: Rows, chosen: Int32Array, into: Float32Array): void {
  into.fill(0, 0, wholeTiles(chosen.length) * width);
  for (let at = 0; at < chosen.length; at++) {
    if (chosen[at] < 0) continue;
    const from = chosen[at] * width;
    const place = (at - (at % TILE)) * width + (at % TILE);
    for (let j = 0; j < width; j++) into[place + j * TILE] = values[from + j];
  }
}
