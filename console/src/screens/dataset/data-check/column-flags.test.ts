import type { ColumnCheck, DataFinding } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { DataCheckAnswer } from "@agatha/contracts/wire";
import { columnsToLookAt, reportedFlags } from "./column-flags.js";

const line = (name: string, flags: Partial<ColumnCheck["flags"]> = {}) => ({ name, quality: 1, flags }) as ColumnCheck;
const gaps: DataFinding = { code: "missing_values", column: "director", values: { share: 0.4 }, message: "" };
const copies: DataFinding = { code: "copied_rows", values: { count: 3, share: 0.1 }, message: "" };

test.each([
  ["a flag", [line("title", { idness: true })], [], "quality", ["title"]],
  ["a finding without a flag", [line("title"), line("director")], [gaps], "quality", ["director"]],
  ["a finding about rows names no column", [line("title")], [copies], "quality", []],
  ["uneven times where no series is forecast", [line("day", { irregular_time: true })], [], "quality", []],
  ["uneven times of a series", [line("day", { irregular_time: true })], [], "timeseries", ["day"]],
] as const)("columns to look at: %s", (_, check_table, findings, product, expected) => {
  const check = fromPartial<DataCheckAnswer>({ check_table, findings });
  expect(columnsToLookAt(check, product).map(({ name }) => name)).toEqual(expected);
});

test("of the times of one series it is told that their steps are uneven, and that one occurs twice", () => {
  const flags = ["is_datetime", "irregular_time", "repeated_time"] as const;
  expect(reportedFlags(line("month", Object.fromEntries(flags.map((flag) => [flag, true]))))).toEqual(flags);
});
