import { readFileSync } from "node:fs";

/** Figures that references/<name>.py has written. */
export function referenceFigures<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../references/${name}.json`, import.meta.url), "utf8")) as T;
}

/** A figure over several seeds. */
export interface MeanAndSpread {
  mean: number;
  spread: number;
}

/** A figure that differs with what is left to chance. */
export interface FigureBounds {
  lowest: number;
  highest: number;
}
