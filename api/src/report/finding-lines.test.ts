import type { DataFinding } from "@agatha/contracts";
import { findingLines } from "./finding-lines.js";
import { reportPage } from "./page.js";
import { profilePage } from "./profile/page.js";
import { MODEL_GRAPH, MODEL_INFOS } from "./testing/model-infos.js";
import { OVEN_PROFILE } from "./testing/table-profile.js";

const values = { share: 0.25 };
const finding: DataFinding = { code: "missing_values", column: "<heat>", values, message: "" };

test.each([
  ["en", "&#60;heat> lacks a value in 25% of the rows."],
  ["tw", "&#60;heat> 有 25% 的列沒有值。"],
  ["cn", "&#60;heat> 有 25% 的行没有值。"],
  ["ja", "&#60;heat> は 25% の行に値がありません。"],
] as const)("a finding of the data check is the same sentence in both reports, in the reader's language: %s", (language, expected) => {
  const [line = ""] = findingLines([finding], language);
  expect(line.replaceAll(/&(lt|gt);/g, (_, name) => (name === "lt" ? "&#60;" : ">"))).toContain(expected);
  const info = { ...MODEL_INFOS.REGRESSION, findings: [finding] };
  expect(reportPage({ name: "Oven", dataset: "Oven", timezone: "UTC", trainedAt: null, info, graph: MODEL_GRAPH }, language)).toContain(
    line,
  );
  const profile = { ...OVEN_PROFILE, findings: [finding] };
  expect(profilePage({ name: "Oven", fileName: "oven.csv", profile }, language)).toContain(line);
});

test("what training does about several columns stands once, below all of them", () => {
  const [line, ...others] = findingLines([finding, { ...finding, column: "speed" }], "en");
  expect(line).toContain("speed lacks a value in 25% of the rows.");
  expect(line?.match(/learn from the gap/g)).toHaveLength(1);
  expect(others).toEqual([]);
});

test("what several columns with one value in each group give is said of such a column", () => {
  const constant = { code: "constant_in_group", values: { groupColumns: "state", groups: 40, rows: 900 }, message: "" } as const;
  const [line] = findingLines(
    [
      { ...constant, column: "region" },
      { ...constant, column: "area" },
    ],
    "en",
  );
  expect(line).toContain("For new groups, a column with one value in each group gives 40 examples to learn from, not 900.");
});
