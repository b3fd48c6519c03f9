import type { DataFinding, FindingCode } from "../results/data-finding.js";

/** Texts of each finding in one language: what was found, and what training does about it. `{{name}}` is one of its values. */
export type FindingTexts = Record<FindingCode, { what: string; training: string }>;

/** Texts of one finding, with its values. */
export interface FindingText {
  what: string;
  training: string;
}

/** Returns the texts of a finding with its values, of which `share` is a percentage. */
export function describeFinding(
  { code, column, values }: Pick<DataFinding, "code" | "column" | "values">,
  texts: FindingTexts,
): FindingText {
  const write = (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => (name === "column" ? (column ?? "") : writeValue(name, values[name] ?? "")));
  const { what, training } = texts[code];
  return { what: write(what), training: write(training) };
}

function writeValue(name: string, value: number | string): string {
  if (typeof value === "string") return value;
  const style: Intl.NumberFormatOptions =
    name === "share" ? { style: "percent", maximumSignificantDigits: 3 } : { maximumSignificantDigits: 6 };
  return new Intl.NumberFormat("en", style).format(value);
}
