import type { ModelInfo } from "@agatha/contracts";
import { createTable } from "../../testing/create-table.js";
import { drawnTestRows } from "./drawn-test-rows.js";

type Validation = Partial<ModelInfo["validation"]>;
const judgedBy = (validation: Validation, time?: string) => ({
  info: { validation: { method: "holdout" as const, folds: 1, trainRows: 80, heldOutRows: 20, ...validation } },
  timeSeries: time === undefined ? undefined : { time },
});
/** Eight days backwards, a time of which is missing, and the batch of each. */
const TEST = createTable({ day: [8, 7, 6, 5, null, 4, 3, 2], batch: ["d", "d", "c", "c", "a", "b", "b", "a"] });
const ALL = Int32Array.from({ length: 8 }, (_, row) => row);
const later: Validation = { method: "rolling_origin", rows: "time", timeColumn: "day" };

test.each<[string, Validation, string | undefined, object]>([
  ["alone where nothing belongs together", {}, undefined, { drawn: "rows" }],
  ["by groups", { groupColumns: ["batch"] }, undefined, { drawn: "groups", groups: [0, 0, 1, 1, 2, 3, 3, 2] }],
  ["alone where the test rows lack the columns of the groups", { groupColumns: ["line"] }, undefined, { drawn: "rows" }],
  ["in blocks by the time of later rows", later, undefined, { drawn: "blocks", groups: [3, 3, 2, 2, 0, 1, 1, 0] }],
  ["in blocks by the time of a series", { method: "latest" }, "day", { drawn: "blocks", groups: [3, 3, 2, 2, 0, 1, 1, 0] }],
  [
    "in blocks of groups of later rows",
    { ...later, groupColumns: ["batch"] },
    undefined,
    { drawn: "blocks", groups: [1, 1, 1, 1, 0, 0, 0, 0] },
  ],
  [
    "in blocks as they are without a time",
    { ...later, timeColumn: "hour" },
    undefined,
    { drawn: "blocks", groups: [0, 0, 1, 1, 2, 2, 3, 3] },
  ],
])(
  "test rows are drawn as the rows that a model was judged by: %s",
  (_how, validation, time, { drawn, groups }: { drawn?: string; groups?: number[] }) => {
    const found = drawnTestRows(TEST, ALL, judgedBy(validation, time));
    const own = found.unitsOf?.(ALL);
    expect([found.drawn, own && Array.from(own)]).toEqual([drawn, groups]);
  },
);

test("test rows of one time are drawn together", () => {
  const day = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((one) => [one, one, one]);
  const { unitsOf } = drawnTestRows(createTable({ day: day.toReversed() }), Int32Array.from(day.keys()), judgedBy(later));
  expect(Array.from(unitsOf!(Int32Array.from(day.keys())))).toEqual(day.map((one) => Math.ceil(one / 2) - 1).toReversed());
});

test("only the test rows that a model answers are drawn", () => {
  const { unitsOf } = drawnTestRows(TEST, Int32Array.of(7, 0, 3), judgedBy(later));
  expect(unitsOf!(Int32Array.of(0, 1, 2))).toEqual(Int32Array.of(0, 2, 1));
});

test.each<[string, Validation, number[]]>([
  ["blocks", later, [1, 1, 0, 0]],
  ["blocks of groups", { ...later, groupColumns: ["batch"] }, [1, 1, 0, 0]],
  ["groups", { groupColumns: ["batch"] }, [0, 0, 1, 1]],
])("a part of the rows is drawn in %s of its own", (_units, validation, groups) => {
  const { unitsOf } = drawnTestRows(TEST, ALL, judgedBy(validation));
  expect(Array.from(unitsOf!(Int32Array.of(0, 1, 2, 3)))).toEqual(groups);
});
