/** Table profile for tests: columns of each type with names that must not become markup, an empty column and a constant one. */
import { type ColumnProfile, type TableProfile, tableProfile } from "@agatha/contracts";
import { MARKUP_INJECTION } from "./model-infos.js";

const bins = { from: 0, to: 10, counts: [3, 0, 4, 2], below: 1, above: 0 };
const column = (name: string, type: ColumnProfile["type"], more: Partial<ColumnProfile> = {}): ColumnProfile => ({
  name,
  type,
  missing: 0,
  distinct: 4,
  quality: 1,
  flags: [],
  missingAlong: [],
  ...more,
});

const numbers: ColumnProfile["numbers"] = {
  mean: 2.5,
  std: 1.25,
  skewness: null,
  kurtosis: null,
  quantiles: [0, 0.5, 1, 2, 5, 9, 10],
  zeros: 1,
  negatives: 0,
  outliers: null,
  integer: false,
  bins,
};

export const OVEN_PROFILE: TableProfile = tableProfile.parse({
  rows: 10,
  totalRows: 20_000,
  sampling: "random",
  timezone: "Asia/Taipei",
  steps: null,
  finishedAt: "2024-05-01T08:00:00Z",
  duplicateRows: 2,
  completeRows: 4,
  columns: [
    column(MARKUP_INJECTION, "n", { numbers, missing: 2, missingAlong: [0, 0.4, 0, 0] }),
    column("note", "s", {
      texts: {
        top: [{ value: MARKUP_INJECTION, count: 3 }],
        once: 2,
        lengths: { min: 1, mean: 12.5, max: 40, bins },
        padded: 1,
        variants: 1,
        words: [{ value: MARKUP_INJECTION, count: 2 }],
      },
    }),
    column("at", "d", {
      times: {
        from: Date.parse("2020-01-01"),
        to: Date.parse("2023-06-01"),
        bins: { ...bins, from: Date.parse("2020-01-01"), to: Date.parse("2023-06-01") },
        steps: { median: 86_400_000, longest: 7_200_000, longestFrom: 0, regular: false },
        repeated: 1,
        months: [1, 2, ...new Array<number>(10).fill(0)],
        weekdays: [1, 1, 0, 0, 0, 0, 0],
        hours: [9, ...new Array<number>(23).fill(0)],
      },
    }),
    column("__proto__", "s", { missing: 10, distinct: 0, quality: 0, flags: ["all_na"], missingAlong: [1, 1] }),
    column("constant", "n", {
      distinct: 1,
      numbers: {
        ...numbers,
        std: null,
        bins: { from: 7, to: 7, counts: [10], below: 0, above: 0 },
        quantiles: new Array<number>(7).fill(7),
      },
    }),
  ],
  missingTogether: [{ columns: [MARKUP_INJECTION, "__proto__"], rows: 2 }],
  correlations: {
    columns: [MARKUP_INJECTION, "constant"],
    matrix: [
      [1, null],
      [null, 1],
    ],
  },
  associations: [{ a: MARKUP_INJECTION, b: "note", measure: "eta", value: 0.96, pearson: null, rows: 8 }],
  associatedRows: 8,
  uncomparedColumns: 2,
  warnings: [
    { about: "few_rows", columns: [], figure: 10 },
    { about: "all_na", columns: ["__proto__"], figure: null },
    { about: "skewed", columns: Array.from({ length: 11 }, (_, i) => `${MARKUP_INJECTION}${i}`), figure: null },
    { about: "associated", columns: [MARKUP_INJECTION, "note"], figure: 0.96 },
  ],
});
