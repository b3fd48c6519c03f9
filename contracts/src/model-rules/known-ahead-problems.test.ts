import { knownAheadProblems } from "./known-ahead-problems.js";

const COLUMNS = Array.from({ length: 60 }, (_, i) => ({ name: `plan ${i}`, type: "n" as const }));
const NAMES = COLUMNS.map(({ name }) => name);

test.each<[string, string[], string[], number[]]>([
  ["30 and 20 others", NAMES.slice(0, 30), NAMES.slice(30, 50), []],
  ["the same 50", NAMES.slice(0, 50), NAMES.slice(0, 50), []],
  ["30 and 30 others are too many", NAMES.slice(0, 30), NAMES.slice(30), [60]],
])("known ahead and of the horizon are at most 50 columns together: %s", (_which, knownAhead, horizonColumns, counts) => {
  const request = { layers: [{ nodes: [{ algorithm: "ETS" }] }], timeSeries: { knownAhead, horizonColumns } };
  const expected = counts.map((count) => ({
    path: "timeSeries.horizonColumns",
    message: expect.stringContaining(`at most 50 columns in knownAhead and horizonColumns together: these are ${count}`),
  }));
  expect(knownAheadProblems(request, COLUMNS, "timeSeries")).toMatchObject(expected);
});
