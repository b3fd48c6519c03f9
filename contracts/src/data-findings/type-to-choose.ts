import type { DataFinding, FindingCode } from "../results/data-finding.js";

/** Type that the values of a column of text look like. */
const LIKELY_TYPES: Partial<Record<FindingCode, "n" | "d">> = { numbers_as_text: "n", times_as_text: "d", exchanged_days_as_text: "d" };
/** Least share of the rows with a value that the type must read: the cells of the others would be empty. */
const MIN_READABLE_SHARE = 0.8;

/** Returns the type that reads most values of a column of text which look like numbers or times; undefined if it would empty more cells. */
export function typeToChoose({ code, values }: Pick<DataFinding, "code" | "values">): "n" | "d" | undefined {
  return Number(values.readable) >= MIN_READABLE_SHARE * Number(values.rows) ? LIKELY_TYPES[code] : undefined;
}
