import { readFileSync } from "node:fs";

/** Figures that references/<name>.py has written. */
export function reference<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../references/${name}.json`, import.meta.url), "utf8")) as T;
}

/** A figure over several seeds. */
export interface OverSeeds {
  mean: number;
  spread: number;
}

/** A figure that differs with what is left to chance. */
export interface Bounds {
  lowest: number;
  highest: number;
}
