/** Range of the whole progress, 0 to 1, that one part of the work covers. */
export interface ProgressRange {
  from: number;
  to: number;
}

/** Returns the whole progress when `fraction` of the part is done. */
export function wholeProgress({ from, to }: ProgressRange, fraction: number): number {
  return from + (to - from) * fraction;
}
