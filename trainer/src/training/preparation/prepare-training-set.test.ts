import { createRandom } from "../../numeric/random.js";
import { type Cells, createTable } from "../../testing/create-table.js";
import { modelRequest } from "../../testing/train-on-table.js";
import { plannedColumns } from "../plan/plan.js";
import { prepareTrainingSet } from "./prepare-training-set.js";

const random = createRandom(3);
const rows = Array.from({ length: 200 }, (_, i) => i);
const x = rows.map(() => random.normal());
const y = x.map((value) => value + random.normal());

function warned(columns: Record<string, Cells>, asked = modelRequest("REGRESSION", "GLM", { response: "y" }), totalRows?: number) {
  const { trainingSet, warnings } = prepareTrainingSet(asked, createTable(columns), totalRows);
  return {
    columns: plannedColumns(trainingSet.plan),
    warnings: warnings.map(({ code, column }) => (column ? `${code} ${column}` : code)),
    trainingSet,
  };
}

test("the training set leaves out rows without a target, and the warning gives their number", () => {
  const { trainingSet, warnings } = warned({
    x,
    y: y.map((value, i) => (i % 4 === 1 ? null : i === 2 ? Number.POSITIVE_INFINITY : value)),
  });
  expect(trainingSet.table.nrow).toBe(149);
  expect([...trainingSet.datasetRows.subarray(0, 4)]).toEqual([0, 3, 4, 6]);
  expect(warnings).toEqual(["target_missing"]);
});

test("classes are in numeric order for numbers, in order of code points for text", () => {
  const numbers = warned({ x, y: rows.map((i) => [10, 9, 100][i % 3]) }, modelRequest("CLASSIFICATION", "GLM", { response: "y" }))
    .trainingSet.target;
  expect(numbers).toMatchObject({ kind: "class", labels: ["9", "10", "100"] });
  expect(numbers.kind === "class" && [...numbers.codes.subarray(0, 3)]).toEqual([1, 0, 2]);
  const text = warned({ x, y: rows.map((i) => ["b", "B", "é"][i % 3]) }, modelRequest("CLASSIFICATION", "GLM", { response: "y" }))
    .trainingSet.target;
  expect(text).toMatchObject({ labels: ["B", "b", "é"] });
});

describe("default columns", () => {
  test("default columns are all but the response and identifiers", () => {
    const { columns, warnings } = warned({
      serial: rows.map((i) => `S${i}`),
      number: rows.map((i) => i + 1),
      x,
      kind: rows.map((i) => `k${i % 7}`),
      y,
    });
    expect(columns).toEqual(["x", "kind"]);
    expect(warnings).toEqual(["names_the_row serial", "names_the_row number"]);
  });

  const marks: (string | null)[] = rows.map((i) => (i % 15 === 0 ? "odd" : null));
  test.each<[string, (string | number | null)[], string[]]>([
    ["a text in few rows, like a label of anomalies", marks, ["x", "y"]],
    ["a 1 in few rows, like a label of anomalies", rows.map((i) => (i % 15 === 0 ? 1 : 0)), ["x", "y"]],
    ["two common values", rows.map((i) => i % 2), ["mark", "x", "y"]],
    ["verdicts in common", rows.map((i) => (i % 5 < 2 ? "nok" : "ok")), ["x", "y"]],
    ["verdicts of which some are missing", rows.map((i) => (i % 5 < 2 ? "nok" : i % 5 < 4 ? "ok" : null)), ["x", "y"]],
    ["two common texts", rows.map((i) => (i % 5 < 2 ? "yes" : "no")), ["mark", "x", "y"]],
    ["three values", rows.map((i) => (i < 2 ? i : 2)), ["mark", "x", "y"]],
  ])("outlier detection without known anomalies looks at a column of %s", (_what, mark, expected) => {
    const found = warned({ mark, x, y } as Parameters<typeof warned>[0], modelRequest("OCC", "PCA", {}));
    expect(found.columns).toEqual(expected);
    expect(found.warnings).toEqual(expected.includes("mark") ? [] : ["looks_like_label mark"]);
    const named = warned({ mark, x, y } as Parameters<typeof warned>[0], modelRequest("OCC", "PCA", { columns: ["mark", "x"] }));
    expect(named.columns).toEqual(["mark", "x"]);
  });

  const times = rows.map((i) => new Date(Date.UTC(2024, 0, 1, i)));
  test.each<[string, string, (Date | number)[], boolean]>([
    ["times in order", "time", times, true],
    ["times in no order", "time", rows.map((i) => times[(i * 7) % 200]), true],
    ["seconds in order", "time", rows.map((i) => i / 2), true],
    ["years in order", "built", rows.map((i) => 1990 + Math.floor(i / 10)), true],
    ["times of a process in no order", "time", rows.map((i) => (i * 7) % 20), false],
    ["other numbers in order", "depth", rows.map((i) => i / 2), false],
  ])("models without a response leave out %s", (_what, name, cells, isLeftOut) => {
    for (const asked of [modelRequest("OCC", "PCA"), modelRequest("CLUSTERING", "k-means")]) {
      const found = warned({ [name]: cells, x, y }, asked);
      expect(found.columns).toEqual(isLeftOut ? ["x", "y"] : [name, "x", "y"]);
      expect(found.warnings).toEqual(isLeftOut ? [`time_left_out ${name}`] : []);
      const chosen = warned({ [name]: cells, x, y }, { ...asked, columns: [name, "x"] });
      expect(chosen.columns).toEqual([name, "x"]);
      expect(chosen.warnings).toEqual(isLeftOut ? [`time_used ${name}`] : []);
    }
    expect(warned({ [name]: cells, x, y }).columns).toEqual([name, "x"]);
  });

  test("a table of times alone has no column for a model without a response", () => {
    expect(() => warned({ time: times }, modelRequest("OCC", "PCA"))).toThrow(/no column is usable.*are times/);
  });

  test("default columns leave out a row number even in a sample, where it has gaps", () => {
    const sample = { number: rows.map((i) => 9 * i + (i % 2)), x, y };
    expect(warned(sample, undefined, 2000).columns).toEqual(["x"]);
    expect(warned(sample, undefined, 200).columns).toEqual(["number", "x"]);
  });

  test("default columns keep whole numbers that repeat or are in no order", () => {
    const { columns, warnings } = warned({ age: rows.map((i) => i % 90), code: rows.map((i) => (i * 7919) % 100_003), x, y });
    expect(columns).toEqual(["age", "code", "x"]);
    expect(warnings).toEqual([]);
  });
});

describe("leakage", () => {
  const even = rows.map((i) => ((i * 37) % 200) / 20 + 0.001 * (i % 2));

  test.each([
    { name: "a copy of the target", target: y, leak: y.map((value) => 1000 - 3 * value) },
    { name: "the target in classes of text", target: even, leak: even.map((value) => `about ${Math.round(value)}`) },
    {
      name: "a copy of the target that is sometimes missing",
      target: even,
      leak: even.map((value, i) => (i % 97 === 3 ? null : value ** 3)),
    },
  ])("warns of $name and keeps it", ({ target, leak }) => {
    const { columns, warnings } = warned({ leak, x, y: target });
    expect(columns).toEqual(["leak", "x"]);
    expect(warnings).toEqual(["leakage leak"]);
  });

  test("a good column without leakage causes no warning", () => {
    expect(warned({ x, y: x.map((value, i) => value + 0.3 * y[i]) }).warnings).toEqual([]);
  });

  test("the training set warns of a column with a value that reveals a class", () => {
    const kind = rows.map((i) => (i % 3 ? "good" : "bad"));
    const { warnings } = warned(
      { reject: kind.map((value) => (value === "bad" ? 1 : 0)), x, kind },
      modelRequest("CLASSIFICATION", "GLM", { response: "kind" }),
    );
    expect(warnings).toEqual(["leakage reject"]);
  });

  test.each([
    { name: "a flag that is set only with a rare class", every: 1, expected: ["leakage flag"] },
    { name: "a flag that is set with other classes too", every: 2, expected: [] },
  ])("$name gives the warnings $expected", ({ every, expected }) => {
    const many = Array.from({ length: 1000 }, (_, i) => i);
    const kind = many.map((i) => (i % 8 === 0 ? "broken" : "fine"));
    const flag = many.map((i) => (i % 32 === 0 && (i / 32) % every === 0 ? "yes" : every > 1 && i % 64 === 7 ? "yes" : "no"));
    const { warnings } = warned(
      { flag, x: many.map(() => random.normal()), kind },
      modelRequest("CLASSIFICATION", "GLM", { response: "kind" }),
    );
    expect(warnings).toEqual(expected);
  });

  describe("where six of forty batches are bad as a whole", () => {
    const SIZE = 25;
    const batchOf = Array.from({ length: 40 * SIZE }, (_, row) => Math.floor(row / SIZE));
    const kind = batchOf.map((batch) => (batch < 6 ? "bad" : "good"));
    const rest = { batch: batchOf.map((batch) => `B${batch}`), x: batchOf.map(() => random.normal()), kind };
    const byBatch = modelRequest("CLASSIFICATION", "GLM", {
      response: "kind",
      leaveOutLeaks: true,
      validation: { rows: "groups", groupColumns: ["batch"] },
    });

    test.each([2, 4])("a value that only %p of these have tells nothing of new batches, and its column stays", (count) => {
      const team = batchOf.map((batch) => (batch < count ? "night" : `day ${batch % 4}`));
      expect(warned({ team, ...rest }, byBatch)).toMatchObject({ columns: ["team", "x"], warnings: ["names_the_group batch"] });
    });

    test("a flag that is set in all of them gives the answer away", () => {
      const scrapped = kind.map((value) => (value === "bad" ? 1 : 0));
      expect(warned({ scrapped, ...rest }, byBatch).warnings).toContain("leakage scrapped");
    });
  });

  test.each([2, 3, 4])("a flag gives bad rows of %p plants away where others of the plant are good", (plants) => {
    const plantOf = Array.from({ length: 1200 }, (_, row) => row % plants);
    const kind = plantOf.map((_plant, row) => (Math.floor(row / plants) % 16 === 0 ? "bad" : "good"));
    const scrapped = kind.map((value, row) => (value === "bad" && row % 7 > 0 ? 1 : 0));
    const columns = { plant: plantOf.map((plant) => `P${plant}`), x: plantOf.map(() => random.normal()), scrapped, kind };
    const byPlant = { leaveOutLeaks: true, validation: { rows: "groups" as const, groupColumns: ["plant"] } };
    const { warnings } = warned(columns, modelRequest("CLASSIFICATION", "GLM", { response: "kind", ...byPlant }));
    expect(warnings).toContain("leakage scrapped");
  });

  test("an identifier that the request names is kept", () => {
    const { columns, warnings } = warned(
      { number: rows.map((i) => i), x, y },
      modelRequest("REGRESSION", "GLM", { response: "y", columns: ["number", "x"] }),
    );
    expect(columns).toEqual(["number", "x"]);
    expect(warnings).toEqual(["row_name_used number"]);
  });
});

test.each([
  { share: 0.93, expected: ["imbalance"] },
  { share: 0.6, expected: [] },
])("a class with $share of the rows gives the warnings $expected", ({ share, expected }) => {
  const { warnings } = warned(
    { x, kind: rows.map((i) => (i < share * 200 ? "good" : "bad")) },
    modelRequest("CLASSIFICATION", "GLM", { response: "kind" }),
  );
  expect(warnings).toEqual(expected);
});

test("the training set names the classes of fewer than five rows, the rarest first", () => {
  const kind = rows.map((i) => (i < 4 ? "odd" : i < 5 ? "once" : i < 10 ? "rare" : i % 2 ? "good" : "bad"));
  const request = modelRequest("CLASSIFICATION", "GLM", { response: "kind" });
  const { warnings } = prepareTrainingSet(request, createTable({ x, kind }));
  expect(warnings).toMatchObject([{ code: "rare_classes", values: { classes: "once: 1; odd: 4", rows: 5 } }]);
});

test("the training set warns of fewer than 30 rows", () => {
  expect(warned({ x: x.slice(0, 29), y: y.slice(0, 29) }).warnings).toEqual(["few_rows"]);
  expect(warned({ x: x.slice(0, 30), y: y.slice(0, 30) }).warnings).toEqual([]);
  const { warnings } = prepareTrainingSet(modelRequest("CLUSTERING", "k-means", {}), createTable({ x: x.slice(0, 29) }));
  expect(warnings).toEqual([{ code: "few_rows", message: "29 rows are few: the figures may be far off for new rows" }]);
});

test("an outlier detector without labels flags the mean contamination of its last algorithms, within the limit", () => {
  const nodes = [0.1, 0.2].map((contamination) => ({ algorithm: "iForest", params: { contamination } }));
  const { contamination: flaggedShare, maxFpr } = warned(
    { x, y },
    modelRequest("OCC", "iForest", { maxFpr: 0.05, layers: [{ nodes }] }),
  ).trainingSet;
  expect([flaggedShare, maxFpr]).toEqual([expect.closeTo(0.15, 12), 0.05]);
});

describe("leaveOutLeaks", () => {
  const leaky = { serial: rows.map((i) => i + 1), twin: y.map((value) => 2 * value + 1), x, y };
  const asked = modelRequest("REGRESSION", "GLM", { response: "y", leaveOutLeaks: true });

  test("leaveOutLeaks drops leaks and identifiers, and the warnings give the reason and the remedy", () => {
    const { trainingSet, warnings } = prepareTrainingSet(asked, createTable(leaky));
    expect(plannedColumns(trainingSet.plan)).toEqual(["x"]);
    expect(warnings).toEqual([
      expect.objectContaining({ code: "names_the_row", column: "serial" }),
      expect.objectContaining({
        code: "leakage",
        column: "twin",
        message: expect.stringMatching(/explains .*left out; choose it by name/),
      }),
    ]);
  });

  test("leaveOutLeaks keeps a single leak where no other column tells anything, with a warning", () => {
    const [noise, cause] = [rows.map(() => random.normal()), y.map((value) => value + 0.06 * random.normal())];
    const { columns, warnings } = warned({ serial: leaky.serial, cause, noise, y }, asked);
    expect(columns).toEqual(["cause", "noise"]);
    expect(warnings).toEqual(["names_the_row serial", "leakage cause"]);
    expect(warned({ cause, y }, asked).columns).toEqual(["cause"]);
    expect(warned({ cause, other: leaky.twin, noise, y }, asked).columns).toEqual(["noise"]);
    expect(warned({ twin: leaky.twin, noise, y }, asked).columns).toEqual(["noise"]);
  });

  test("text that training leaves out for its many values gives no answer away", () => {
    const many = Array.from({ length: 1220 }, (_, i) => i);
    const table = {
      postcode: many.map((i) => `${10_000 + (i % 61)}`),
      x: many.map(() => random.normal()),
      y: many.map((i) => (i % 61) ** 2),
    };
    expect(warned(table)).toMatchObject({ columns: ["x"], warnings: [] });
    expect(warned(table, asked)).toMatchObject({ columns: ["x"], warnings: [] });
  });

  test("leaveOutLeaks drops two columns from which the target is computed, and keeps them where there are no others", () => {
    const made = rows.map(() => 50 + 5 * random.normal());
    const scrap = rows.map(() => 5 + random.normal());
    const share = rows.map((i) => scrap[i] / made[i]);
    const byRatio = { ...asked, response: "share" };
    const { trainingSet, warnings } = prepareTrainingSet(byRatio, createTable({ made, scrap, x, share }));
    expect(plannedColumns(trainingSet.plan)).toEqual(["x"]);
    expect(warnings).toEqual(
      [
        ["made", "scrap"],
        ["scrap", "made"],
      ].map(([column, other]) => ({
        code: "leaks_together",
        column,
        values: { formula: "scrap ÷ made" },
        message: `${column} gives the target away together with ${other}: it follows from scrap ÷ made, and was left out; choose it by name to use it`,
      })),
    );
    const kept = warned({ made, scrap, share }, byRatio);
    expect(kept.columns).toEqual(["made", "scrap"]);
    expect(kept.warnings).toEqual(["leaks_together made", "leaks_together scrap"]);
    expect(warned({ made, scrap, x, share }, { ...byRatio, columns: ["made", "x"] }).warnings).toEqual([]);
  });

  test("leaveOutLeaks keeps leaks that the request names", () => {
    const { columns, warnings } = warned(leaky, { ...asked, columns: ["twin", "x"] });
    expect(columns).toEqual(["twin", "x"]);
    expect(warnings).toEqual(["leakage twin"]);
  });

  test("leaks are used unless the request drops them", () => {
    expect(warned(leaky).columns).toEqual(["twin", "x"]);
  });

  test("leaveOutLeaks drops a column among leaks in a run that is complete only in the table", () => {
    const flag = (position: number) => rows.map((i) => (i % 50 === position ? 1 : 0));
    const failed = rows.map((i) => (i % 50 < 3 ? "yes" : "no"));
    const flags = { a: flag(0), b: flag(1), seldom: rows.map((i) => (i % 67 === 40 ? 1 : 0)), c: flag(2) };
    const twenty = Object.fromEntries(Object.entries(flags).map(([name, values]) => [name, Array(10).fill(values).flat()]));
    const table = createTable({ x: Array(10).fill(x).flat(), ...twenty, failed: Array(10).fill(failed).flat() });
    const classes = modelRequest("CLASSIFICATION", "GLM", { response: "failed" });
    const kept = prepareTrainingSet(classes, table);
    expect(plannedColumns(kept.trainingSet.plan)).toEqual(["x", "a", "b", "seldom", "c"]);
    expect(kept.warnings.filter(({ code }) => code === "among_leaks")).toEqual([
      {
        code: "among_leaks",
        column: "seldom",
        message: expect.stringMatching(/^seldom stands among 3 columns .* its values do not show it: make sure/),
      },
    ]);
    const left = prepareTrainingSet({ ...classes, leaveOutLeaks: true }, table);
    expect(plannedColumns(left.trainingSet.plan)).toEqual(["x"]);
    expect(left.warnings.find(({ column }) => column === "seldom")?.message).toMatch(/its values do not show it, and was left out/);
    const named = prepareTrainingSet({ ...classes, columns: ["x", "seldom"] }, table);
    expect(named.warnings.filter(({ code }) => code === "among_leaks")).toHaveLength(1);
  });

  test("the training set refuses a table in which every column leaks", () => {
    expect(() => prepareTrainingSet(asked, createTable({ twin: leaky.twin, y }))).toThrow(expect.objectContaining({ code: "010505" }));
  });
});
