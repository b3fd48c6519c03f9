import type { DataFinding } from "../results/data-finding.js";
import { describeFinding, FINDING_TEXTS } from "./index.js";

type Described = Pick<DataFinding, "code" | "column" | "values">;
const sentinel = (value: number): Described => ({
  code: "sentinel",
  column: "x",
  values: { value, count: 1_234_567, least: 0.25, greatest: 7 },
});

test.each<[string, Described, string]>([
  ["a whole sentinel", sentinel(9_999_999), "x is 9999999 in 1,234,567 of the rows looked at, and from 0.25 to 7 in"],
  ["a sentinel with decimals", sentinel(9999.999), "x is 9999.999 in 1,234,567 of the rows looked at, and from 0.25 to 7 in"],
  ["whole numbers", { code: "copied_rows", values: { count: 98_765_432, share: 0.12345 } }, "98,765,432 (12.3%)"],
  ["digits before the point", { code: "zeros_for_missing", column: "x", values: { count: 3, least: 9_999_999.25 } }, "9,999,999"],
  ["a long fraction", { code: "zeros_for_missing", column: "x", values: { count: 3, least: 100 / 3 } }, "33.3333"],
])("a finding tells %s so that it can be looked up", (_what, finding, expected) => {
  for (const texts of Object.values(FINDING_TEXTS)) {
    const { what } = describeFinding(finding, texts);
    for (const told of expected.match(/[\d.,%]*\d%?/g) ?? []) expect(what).toContain(told);
  }
  expect(describeFinding(finding, FINDING_TEXTS.en).what).toContain(expected);
});

test.each([
  ["en", "Other models take month, weekday and hour in UTC whatever the time zone"],
  ["tw", "其他模型無論時區為何，都以 UTC"],
  ["cn", "其他模型无论时区为何，都按 UTC"],
  ["ja", "ほかのモデルは、タイムゾーンにかかわらず月、曜日、時を UTC"],
] as const)("the advice to choose a time zone tells which models do not follow it: %s", (language, expected) => {
  for (const code of ["unset_time_zone", "offsets_of_zone"] as const)
    expect(describeFinding({ code, values: {} }, FINDING_TEXTS[language]).training).toContain(expected);
});

test.each([
  ["en", "Or choose the type"],
  ["tw", "或將此欄位的類型改為"],
  ["cn", "或将此列的类型改为"],
  ["ja", "または列の型を"],
] as const)("another type is advised where it reads most values: %s", (language, advice) => {
  const trainingOf = (code: "numbers_as_text" | "times_as_text", readable: object) =>
    describeFinding({ code, values: { rows: 10, ...readable } }, FINDING_TEXTS[language]).training;
  for (const code of ["numbers_as_text", "times_as_text"] as const) {
    expect(trainingOf(code, { readable: 8 })).toContain(advice);
    for (const readable of [{ readable: 7 }, {}]) expect(trainingOf(code, readable)).not.toContain(advice);
  }
});
