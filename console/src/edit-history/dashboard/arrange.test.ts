import { missingColumns, moveChart, putBack } from "./arrange.js";

const charts = ["a", "b", "c"].map((id) => ({ id }));
const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id).join("");

test.each([
  ["down", "a", 1, "bac"],
  ["up", "c", -1, "acb"],
  ["up from the first place", "a", -1, "abc"],
  ["down from the last place", "c", 1, "abc"],
  ["that is gone", "d", 1, "abc"],
])("a chart is moved %s", (_way, id, by, expected) => {
  expect(ids(moveChart(charts, id, by))).toBe(expected);
});

test("a deleted chart comes back to its place, once", () => {
  expect(ids(putBack(charts, { id: "d" }, 1))).toBe("adbc");
  expect(ids(putBack(charts, { id: "b" }, 0))).toBe("abc");
});

test("the columns that a table lacks are named", () => {
  expect(missingColumns({ x: "speed", y: "yield", by: "shift" }, new Set(["yield"]))).toEqual(["speed", "shift"]);
  expect(missingColumns({}, new Set())).toEqual([]);
});
