import { createTable } from "../../testing/create-table.js";
import { matchColumns } from "./match-columns.js";

const required = [{ name: "hours", type: "n" as const }];

test("durations below a day are the hours that they were in training", () => {
  const { table } = matchColumns(createTable({ hours: ["8:30:00", null, "0:06:00"] }), required);
  expect(table.columns).toEqual([{ name: "hours", type: "n", values: Float64Array.of(8.5, Number.NaN, 0.1) }]);
});

test("another text among durations is refused with its row", () => {
  const table = createTable({ hours: ["8:30:00", "late"] });
  expect(() => matchColumns(table, required)).toThrow(/holds text, and the model learned from numbers/);
});

test("text is that of the training also without the blanks at its ends", () => {
  const origin = { name: "Origin", type: "s" as const, levels: [" USA", "Japan"] };
  const { warnings } = matchColumns(createTable({ Origin: ["USA", " Japan ", " USA", "Europe"] }), [origin]);
  expect(warnings).toMatchObject([{ code: "unseen_values", column: "Origin", message: expect.stringContaining("1 of 4 rows") }]);
});

test.each([
  ["the columns of the model's groups", "site", ["site"]],
  ["columns whose name is that of units", "machine", []],
])("%s may name new groups alone, with a warning", (_case, name, groupColumns) => {
  const table = createTable({ [name]: ["c", "d", "d"] });
  const { warnings } = matchColumns(table, [{ name, type: "s", levels: ["a", "b"] }], groupColumns);
  expect(warnings).toMatchObject([{ code: "unseen_values", column: name }]);
});

test("a text that goes with each group may be new in all rows, another text may not", () => {
  const required = [{ name: "label", type: "s" as const, levels: ["A", "B"] }];
  const testRows = (label: string[]) => createTable({ site: [7, 7, 8, 8], label });
  const { warnings } = matchColumns(testRows(["G", "G", "H", "H"]), required, ["site"]);
  expect(warnings).toMatchObject([{ code: "unseen_values", column: "label" }]);
  expect(() => matchColumns(testRows(["G", "H", "G", "H"]), required, ["site"])).toThrow(/no value that was seen in training/);
  expect(() => matchColumns(testRows(["G", "G", "H", "H"]), required)).toThrow(/no value that was seen in training/);
  const oneSite = createTable({ site: [7, 7], label: ["G", "G"] });
  expect(() => matchColumns(oneSite, required, ["site"])).toThrow(/no value that was seen in training/);
});
