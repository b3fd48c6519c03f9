import { knownAheadProblems } from "./known-ahead-problems.js";

const NAMES = Array.from({ length: 60 }, (_, i) => `plan ${i}`);
const COLUMNS = new Map(NAMES.map((name) => [name, { name, type: "n" as const }]));

test.each<[string, string[], string[], number[]]>([
  ["30 and 20 others", NAMES.slice(0, 30), NAMES.slice(30, 50), []],
  ["the same 50", NAMES.slice(0, 50), NAMES.slice(0, 50), []],
  ["30 and 30 others are too many", NAMES.slice(0, 30), NAMES.slice(30), [60]],
])("known ahead and of the horizon are at most 50 columns together: %s", (_which, knownAhead, horizonColumns, counts) => {
  const recipe = {
    type: "REGRESSION" as const,
    layers: [{ nodes: [{ algorithm: "ETS" }] }],
    timeSeries: { lags: 1, horizon: 1, knownAhead, horizonColumns },
  };
  const expected = counts.map((count) => ({
    path: "timeSeries.horizonColumns",
    message: expect.stringContaining(`at most 50 columns in knownAhead and horizonColumns together: these are ${count}`),
  }));
  expect(knownAheadProblems(recipe, COLUMNS)).toMatchObject(expected);
});
