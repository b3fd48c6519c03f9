import { ROTATION_ALGORITHMS } from "@agatha/contracts/algorithms/algorithm-labels";
import type { ReportTexts } from "./texts.js";

/** Returns the name of an algorithm in the reader's language; the code if it has no name. */
export function algorithmName(code: string, { algorithms }: Pick<ReportTexts, "algorithms">): string {
  return (algorithms as Record<string, string | undefined>)[code] ?? code;
}

/** Returns the name of the algorithm by which a rotation is named; the code if it has no name. */
export function rotationName(code: string, texts: Pick<ReportTexts, "algorithms">): string {
  return algorithmName((ROTATION_ALGORITHMS as Record<string, string | undefined>)[code] ?? code, texts);
}

/** Returns the code, by which titles and the API name an algorithm, with its name: "XGB · Gradient-boosted trees". */
export function algorithmLabel(code: string, texts: Pick<ReportTexts, "algorithms">): string {
  const name = algorithmName(code, texts);
  return name.toLowerCase().includes(code.toLowerCase()) ? name : `${code} · ${name}`;
}
