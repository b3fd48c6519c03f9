import type { ModelInfo } from "@agatha/contracts";

/** Data of one line series that draws a bar of ± one spread for each column. Null points part the bars. */
export function errorBars(importance: ModelInfo["importance"]): (readonly [number, number] | null)[] {
  return importance.flatMap(({ importance: mean, spread }, at) => [[mean - spread, at], [mean + spread, at], null] as const);
}
