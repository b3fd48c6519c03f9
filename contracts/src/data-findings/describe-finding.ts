import type { DataFinding, FindingCode } from "../results/data-finding.js";
import { typeToChoose } from "./type-to-choose.js";

/** Names of the texts of a finding: its code, or that of text which another type reads. */
type FindingTextName = FindingCode | "readable_numbers_as_text" | "readable_times_as_text";

/** Texts of each finding in one language: what was found, and what training does about it. `{{name}}` is one of its values. */
export type FindingTexts = Record<FindingTextName, { what: string; training: string }>;

/** Returns the name of a finding's texts. */
export function findingTextName(finding: Pick<DataFinding, "code" | "values">): FindingTextName {
  return (typeToChoose(finding) && READABLE[finding.code]) ?? finding.code;
}

const READABLE: Partial<Record<FindingCode, FindingTextName>> = {
  numbers_as_text: "readable_numbers_as_text",
  times_as_text: "readable_times_as_text",
};

/** Texts of one finding, with its values. */
export interface FindingText {
  what: string;
  training: string;
}

/** Writes numbers and shares (0 to 1) as readers of a language do. */
interface ValueFormat {
  number(value: number): string;
  percent(share: number): string;
}

/**
 * Returns the values of a finding as texts. A number that stands for a missing value is written as it is in the data, so that a
 * filter by it finds the rows.
 */
export function writeFindingValues({ code, values }: Pick<DataFinding, "code" | "values">, format: ValueFormat): Record<string, string> {
  const write = (name: string, value: number | string): string => {
    if (typeof value === "string" || (code === "sentinel" && name === "value")) return String(value);
    return name === "share" ? format.percent(value) : format.number(value);
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(name, value)]));
}

/** Returns the texts of a finding with its values. The value `share` is written as a percentage. */
export function describeFinding(finding: Pick<DataFinding, "code" | "column" | "values">, texts: FindingTexts): FindingText {
  const written: Record<string, string> = { ...writeFindingValues(finding, FORMAT), column: finding.column ?? "" };
  const write = (text: string): string => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => written[name] ?? "");
  const { what, training } = texts[findingTextName(finding)];
  return { what: write(what), training: write(training) };
}

/** Digits before the point are never rounded away: 10,000,000 would look like an exact count. */
const NUMBERS = new Intl.NumberFormat("en", { maximumSignificantDigits: 6, maximumFractionDigits: 0, roundingPriority: "morePrecision" });
const SHARES = new Intl.NumberFormat("en", { style: "percent", maximumSignificantDigits: 3 });
const FORMAT: ValueFormat = { number: (value) => NUMBERS.format(value), percent: (share) => SHARES.format(share) };
