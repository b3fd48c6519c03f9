import { readFileSync } from "node:fs";

/** Reads the figures that references/<name>.py writes. */
export function referenceFigures<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../references/${name}.json`, import.meta.url), "utf8")) as T;
}

/** Mean and spread of a figure over several seeds. */
export interface MeanAndSpread {
  mean: number;
  spread: number;
}

/** Bounds of a figure that depends on random choices. */
export interface FigureBounds {
  lowest: number;
  highest: number;
}
