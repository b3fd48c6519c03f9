import { findNamesLine } from "./find-names-line.js";

test("the rows of a sheet are told apart in little time, also with one that is cut", () => {
  const head = `"Report",""\n"${"x".repeat(40_000)}`;
  const { user } = process.cpuUsage();
  expect(findNamesLine({ head, complete: false, rowNumbers: [1, 2] })).toBeUndefined();
  expect(process.cpuUsage().user - user).toBeLessThan(1e6);
});

test("names of many columns are found below a title, by two rows", () => {
  const row = (cell: string) => Array.from({ length: 2000 }, (_, i) => `${cell}${i}`).join(",");
  const head = `Report of line 3\n\n${row("column ")}\n${`${row("")}\n`.repeat(20)}`;
  expect(findNamesLine({ head, complete: false })).toEqual({ name: "namesInLine", names: 3 });
});
