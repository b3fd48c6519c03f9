import type { ReportTexts } from "./texts.js";

/** Returns the name of an algorithm in the reader's language; the code where it has none. */
export function algorithmName(code: string, { algorithms }: Pick<ReportTexts, "algorithms">): string {
  return (algorithms as Record<string, string | undefined>)[code] ?? code;
}

/** Returns the code, by which titles and the API name an algorithm, with its name: "XGB · Gradient-boosted trees". */
export function algorithmLabel(code: string, texts: Pick<ReportTexts, "algorithms">): string {
  const name = algorithmName(code, texts);
  return name.toLowerCase().includes(code.toLowerCase()) ? name : `${code} · ${name}`;
}
