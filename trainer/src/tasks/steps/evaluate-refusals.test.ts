import { testWithDataFolder } from "../../testing/dataset-files.js";
import { modelRequest } from "../../testing/train-on-table.js";
import { cardio, detector, sort, warmth, weather } from "./testing/evaluated-models.js";
import { createEvaluationBench, isTest, isTraining, lines } from "./testing/evaluation-bench.js";

const { bench, ingested, trained, evaluated } = await createEvaluationBench();
afterAll(() => bench.remove());

describe("weather models", () => {
  const trainingTable = () => ingested(lines(weather, isTraining));

  test.each<[string, (csv: string) => string, string]>([
    ["lacks a column", (csv) => csv.replace("wind", "breeze"), "wind: is missing"],
    [
      "has text where numbers were",
      (csv) => csv.replace(/^([^,]*,[^,]*,[^,]*,[^,]*),[^,]*,/gm, "$1,strong,").replace("strong", "wind"),
      "wind: holds text",
    ],
    ["lacks what is predicted", (csv) => csv.replace("temp_max", "warmest"), "temp_max: is missing"],
    // @contract test-data-has-the-columns-types-and
  ])("an evaluation fails with the column's name when the file %s", async (_case, change, message) => {
    const table = await trainingTable();
    const { lines: told, found } = await evaluated(table.document, change(lines(weather, isTest)), [
      await trained("warmth", table, warmth),
    ]);
    expect(told[0]).toMatchObject({ reason: "010702", message: expect.stringContaining(message) });
    expect(found).toEqual({});
  });

  test("a model fails alone when the others do not need the missing column", async () => {
    const table = await trainingTable();
    const { lines: told } = await evaluated(table.document, lines(weather, isTest).replace("wind", "breeze"), [
      await trained("warmth", table, warmth),
      await trained("cold", table, { ...warmth, columns: ["temp_min"] }),
    ]);
    expect(told.map(({ reason }) => reason)).toEqual(["010702", undefined]);
  });

  test("a model whose file is missing fails alone, with what to do", async () => {
    const table = await trainingTable();
    const cold = await trained("cold", table, warmth);
    const { lines: told, found } = await evaluated(table.document, lines(weather, isTest), [
      await trained("warmth", table, warmth),
      { ...cold, artifact: "models/cold/gone.bin" },
    ]);
    expect(told[1]).toEqual({ name: "cold", reason: "010105", message: expect.stringMatching(/^The stored file .* is missing\. Train/) });
    expect(Object.keys(found)).toEqual(["warmth"]);
  });

  test("an evaluation warns of unknown columns, new values, new classes, and rows without a response", async () => {
    const table = await trainingTable();
    const file = lines(weather, isTest)
      .split("\n")
      .map(
        (line, i) =>
          `${i === 40 ? line.replace(/[^,]*$/, "hail") : i === 50 ? line.replace(/[^,]*$/, "") : line},${i === 0 ? "note" : "x"}`,
      );
    const asked = { ...warmth, columns: ["temp_min", "weather"] };
    const { found } = await evaluated(table.document, file.join("\n"), [
      await trained("warmth", table, asked),
      await trained("sort", table, sort),
    ]);
    const told = (name: string) => found[name].warnings.map(({ code, column }) => `${code} ${column}`);
    expect(told("warmth")).toEqual(["unseen_values weather", "extra_column note"]);
    expect(told("sort")).toEqual(["target_missing weather", "unseen_class weather", "extra_column note"]);
    expect(found.sort.rows).toBe(292);
  });

  test("an evaluation names the first entry that keeps a column from being numbers", async () => {
    const table = await trainingTable();
    const rows = lines(weather, isTest).split("\n");
    const at = rows[0].split(",").indexOf("wind");
    const file = rows.map((line, i) => (i === 7 ? line.split(",").with(at, "calm").join(",") : line));
    const { lines: told } = await evaluated(table.document, file.join("\n"), [await trained("warmth", table, warmth)]);
    expect(told[0]).toMatchObject({ reason: "010702", message: expect.stringContaining('first row 7: "calm"') });
  });

  // @contract test-data-has-the-columns-types-and
  test("an evaluation refuses text that shares no value with the training data", async () => {
    const table = await trainingTable();
    const file = lines(weather, isTest).replace(/,[a-z]+$/gm, (end) => (end === ",weather" ? end : ",7"));
    const asked = { ...warmth, columns: ["temp_min", "weather"] };
    const { lines: told } = await evaluated(table.document, file, [await trained("warmth", table, asked)], { text: ["weather"] });
    expect(told[0]).toMatchObject({ reason: "010702", message: expect.stringContaining("no value that was seen in training") });
  });
});

describe("outlier detectors", () => {
  for (const [fault, change, message] of [
    ["lacks the semi-labeled column", (csv) => csv.replace("anomaly", "note"), "anomaly: is missing"],
    ["marks no row", (csv) => csv.replaceAll(",yes", ","), "anomaly: marks 0 rows as anomalies, and has to mark at least 5"],
    ["marks every row", (csv) => csv.replace(/,$/gm, ",yes"), "anomaly: leaves 0 rows that are no known anomalies"],
  ] as [string, (csv: string) => string, string][]) {
    testWithDataFolder(`an outlier evaluation refuses a file that ${fault}`, async () => {
      const csv = await cardio();
      const table = await ingested(lines(csv, isTraining));
      const models = [await trained("odd", table, detector)];
      const { lines: told } = await evaluated(table.document, change(lines(csv, isTest)), models, { text: ["anomaly"] });
      expect(told[0]).toMatchObject({ reason: "010703", message: expect.stringContaining(message) });
    });
  }

  // @contract test-data-has-the-columns-types-and
  test.each([
    [4, 40, "odd: marks 4 rows as anomalies, and has to mark at least 5"],
    [40, 4, "odd: leaves 4 rows that are no known anomalies, and has to leave at least 5"],
    [5, 5, undefined],
  ])("test rows with %i labels and %i without are taken as training takes them", async (labeled, unlabeled, message) => {
    const csv = (marked: number, rest: number) =>
      ["x,y,odd", ...Array.from({ length: marked + rest }, (_, i) => `${(i * 7) % 13},${i},${i < marked ? "yes" : ""}`)].join("\n");
    const table = await ingested(csv(10, 60), { text: ["odd"] });
    const models = [await trained("odd", table, modelRequest("OCC", "PCA", { semilabel: "odd" }))];
    const { lines: told } = await evaluated(table.document, csv(labeled, unlabeled), models, { text: ["odd"] });
    if (message === undefined) expect(told[0].indicators?.true_positive).toEqual(expect.any(Number));
    else expect(told[0]).toMatchObject({ reason: "010703", message: expect.stringContaining(message) });
  });
});
