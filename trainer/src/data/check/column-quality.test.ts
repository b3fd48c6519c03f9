import type { ColumnStats, ColumnType } from "@agatha/contracts";
import { checkColumn } from "./column-quality.js";

const ROWS = 1000;

function column(type: ColumnType, stats: Partial<ColumnStats>, name = "x") {
  const none: ColumnStats = {
    missing: 0,
    unique: 500,
    min: 0,
    max: 1e6,
    mean: 1,
    std: 1,
    quantiles: [],
    histogram: [],
    top: [],
    integer: false,
  };
  return { uid: "c0", name, label: name, type, originalType: type, colIndex: 0, hidden: false, stats: { ...none, ...stats } };
}

const evidence = (topShare = 0.01, regularTime = true, repeatedTime = false) => ({
  nrow: ROWS,
  totalRows: ROWS,
  topShare,
  regularTime,
  repeatedTime,
});

const raised = (check: ReturnType<typeof checkColumn>) =>
  Object.entries(check.flags)
    .filter(([, flag]) => flag)
    .map(([name]) => name);

test.each<[string, ReturnType<typeof column>, ReturnType<typeof evidence>, string[], number]>([
  ["a measurement that is always another", column("n", { unique: 1000 }), evidence(), [], 1],
  ["a sum of money that is always another, in whole units", column("n", { unique: 1000, integer: true, max: 1e9 }), evidence(), [], 1],
  ["a counter", column("n", { unique: 1000, integer: true, min: 1, max: 1000 }), evidence(), ["idness", "column_quality"], 0],
  ["a year for each row", column("n", { unique: 1000, integer: true, min: 1017, max: 2016 }, "Year"), evidence(), [], 1],
  ...["temperature", "dose_mg", "motorSpeed", "轉速", "設定温度", "Dist"].map(
    (name): [string, ReturnType<typeof column>, ReturnType<typeof evidence>, string[], number] => [
      `settings from 1 to 1000 of ${name}, each once`,
      column("n", { unique: 1000, integer: true, min: 1, max: 1000 }, name),
      evidence(),
      [],
      1,
    ],
  ),
  [
    "a number of a sensor of a temperature",
    column("n", { unique: 1000, integer: true, min: 1, max: 1000 }, "temperature sensor id"),
    evidence(),
    ["idness", "column_quality"],
    0,
  ],
  [
    "a number of a visit, one per row, that begins above the years",
    column("n", { unique: 1000, integer: true, min: 10_001, max: 11_000 }, "visit"),
    evidence(),
    ["idness", "column_quality"],
    0,
  ],
  [
    "a counter of times",
    column("n", { unique: 1000, integer: true, min: 1, max: 1000 }, "time"),
    evidence(),
    ["idness", "column_quality"],
    0,
  ],
  [
    "a sparse number that is named as an identifier",
    column("n", { unique: 1000, integer: true }, "Customer ID"),
    evidence(),
    ["idness", "column_quality"],
    0,
  ],
  ...["CustomerId", "HorseID", "pupilNR", "patient_no", "PID", "idno"].map(
    (name): [string, ReturnType<typeof column>, ReturnType<typeof evidence>, string[], number] => [
      `a sparse number with the name ${name}`,
      column("n", { unique: 1000, integer: true }, name),
      evidence(),
      ["idness", "column_quality"],
      0,
    ],
  ),
  ["a sparse number with a name of a controller", column("n", { unique: 1000, integer: true }, "PID output"), evidence(), [], 1],
  ["a sparse number whose name only contains the letters", column("n", { unique: 1000, integer: true }, "humidity"), evidence(), [], 1],
  ["text that is always another", column("s", { unique: 990, missing: 0 }), evidence(), ["idness", "column_quality"], 0.01],
  ["categories", column("s", { unique: 5 }), evidence(0.6), [], 1],
  ["a rare class", column("n", { unique: 2, integer: true, max: 1 }), evidence(0.966), [], 1],
  [
    "a class that hardly occurs",
    column("n", { unique: 2, integer: true, max: 1 }),
    evidence(0.996),
    ["mass_repeat", "column_quality"],
    0.2,
  ],
  ["a measurement that rests half of the time", column("n", {}), evidence(0.5), [], 1],
  ["a measurement that rests nearly always", column("n", {}), evidence(0.9), ["mass_repeat", "column_quality"], 0.2],
  ["one number throughout", column("n", { unique: 1 }), evidence(1), ["all_equal", "column_quality"], 0],
  [
    "one number throughout, up to rounding",
    column("n", { unique: 2, min: 0.3, max: 0.1 + 0.2 }),
    evidence(0.5),
    ["all_equal", "column_quality"],
    0,
  ],
  [
    "few labels of known anomalies",
    column("s", { unique: 1, missing: 996 }),
    evidence(1),
    ["mass_na", "mass_repeat", "odd_semilabel", "column_quality"],
    0,
  ],
  ["enough labels of known anomalies", column("s", { unique: 2, missing: 400 }, "semi-label"), evidence(0.9), [], 0.6],
  // @contract the-data-check-tells-of-each-column
  [
    "labels of known anomalies that are numbers",
    column("n", { unique: 2, missing: 400 }, "Semilabel"),
    evidence(0.5),
    ["odd_semilabel"],
    0.6,
  ],
  ["labels of known anomalies in every row", column("s", { unique: 2 }, "semi_label"), evidence(0.9), ["odd_semilabel"], 1],
  ["one number, or none", column("n", { unique: 1, missing: 300 }), evidence(1), ["all_equal", "column_quality"], 0],
  [
    "one word, or none, as the labels of anomalies",
    column("s", { unique: 1, missing: 300 }),
    evidence(1),
    ["mass_repeat", "column_quality"],
    0,
  ],
  ["a third missing", column("n", { missing: 333 }), evidence(), [], 0.667],
  ["half missing", column("n", { missing: 500 }), evidence(), ["mass_na"], 0.5],
  ["most missing", column("n", { missing: 800 }), evidence(), ["mass_na", "column_quality"], 0.2],
  ["all missing", column("n", { missing: 1000, unique: 0, min: null, max: null }), evidence(0), ["all_na", "column_quality"], 0],
  ["regular times", column("d", { unique: 1000 }), evidence(), ["is_datetime"], 1],
  ["irregular times", column("d", { unique: 1000 }), evidence(0, false), ["is_datetime", "irregular_time"], 1],
  [
    "times that are there twice",
    column("d", { unique: 900 }),
    evidence(0, false, true),
    ["is_datetime", "irregular_time", "repeated_time"],
    1,
  ],
  ["times of two series", column("d", { unique: 500 }), evidence(0, false, true), ["is_datetime", "repeated_time"], 1],
])("rates %s with its flags and its quality", (_name, described, seen, flags, quality) => {
  const check = checkColumn(described, seen);
  expect(raised(check)).toEqual(flags);
  expect(check.quality).toBeCloseTo(quality, 10);
  expect(check.all_na).toBe(flags.includes("all_na"));
});

test.each<[string, ReturnType<typeof column>, number, boolean]>([
  ["a counter", column("n", { unique: 10_000, integer: true, min: 3, max: 43_800 }), 43_824, true],
  ["a counter of few values", column("n", { unique: 500, missing: 9500, integer: true, min: 3, max: 49_000 }), 1_000_000, true],
  ["a weight in grams", column("n", { unique: 9550, integer: true, min: 0, max: 185_000 }), 100_000, false],
  ["a number of a customer with five rows each", column("s", { unique: 9800 }), 1_000_000, false],
  ["a number of a row", column("s", { unique: 10_000 }), 1_000_000, true],
])("%s in a sample of the rows identifies the row or does not", (_what, sampled, totalRows, expected) => {
  const seen = { nrow: 10_000, totalRows, topShare: 0.0001, regularTime: false, repeatedTime: false };
  expect(raised(checkColumn(sampled, seen)).includes("idness")).toBe(expected);
});

test("whole numbers of few rows are no counter, however many rows the table has", () => {
  const costs = column("n", { unique: 300, missing: 9696, integer: true, min: 3000, max: 15_000 });
  const seen = { nrow: 10_000, totalRows: 10_000, topShare: 0.01, regularTime: false, repeatedTime: false };
  expect(raised(checkColumn(costs, seen))).not.toContain("idness");
});

test("text that differs in every row is no identifier when there are few rows", () => {
  expect(
    raised(checkColumn(column("s", { unique: 9 }), { nrow: 9, totalRows: 9, topShare: 1 / 9, regularTime: false, repeatedTime: false })),
  ).toEqual([]);
});
