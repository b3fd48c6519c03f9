import { COLLECTIONS, type EditStepSpec, editStepSpec } from "@agatha/contracts";
import { modelRequest } from "../../testing/train-on-table.js";
import { columns, sort, warmth, weather } from "./testing/evaluated-models.js";
import { createEvaluationBench, isTest, isTraining, lines } from "./testing/evaluation-bench.js";

const { bench, ingested, trained, evaluated } = await createEvaluationBench();
afterAll(() => bench.remove());

describe("weather models", () => {
  const trainingTable = () => ingested(lines(weather, isTraining));

  describe("on rows of an edit history", () => {
    const dry: EditStepSpec[] = [
      { type: "filter", groups: [{ conditions: [{ column: "precipitation", op: "eq", value: 0 }] }] },
      { type: "derived", name: "swing", formula: { op: "subtract", left: { column: "temp_max" }, right: { column: "temp_min" } } },
      { type: "sort", by: [{ column: "wind", order: "desc" }] },
    ].map((spec) => editStepSpec.parse(spec));
    const keep = (specs: EditStepSpec[]) => bench.documents.collection(COLLECTIONS.editSteps).put({ id: "dry", datasetUid: "uid", specs });
    const swing = { ...modelRequest("REGRESSION", "GLM", { response: "swing", columns: ["temp_min", "wind"] }), extraction: "dry" };

    test("models predict the rows and columns that the edit steps leave, in their order", async () => {
      await keep(dry);
      const table = await trainingTable();
      const csv = lines(weather, isTest);
      const {
        lines: told,
        found,
        rows,
      } = await evaluated(table.document, csv, [await trained("swing", table, swing)], { extraction: "dry" });
      const expected = csv
        .split("\n")
        .slice(1)
        .map((line) => line.split(",").slice(1, 5).map(Number) as [number, number, number, number])
        .filter(([precipitation]) => precipitation === 0)
        .sort((a, b) => b[3] - a[3])
        .map(([, high, low]) => high - low);
      expect(told[0].reason).toBeUndefined();
      expect(rows("swing").actual).toEqual(expected.map((value) => expect.closeTo(value, 9)));
      expect(found.swing).toMatchObject({ rows: expected.length, warnings: [] });
    });

    test("models make no predictions when the edit steps do not fit the test rows", async () => {
      await keep(dry);
      const table = await trainingTable();
      const asked = evaluated(table.document, "wind,temp_min\n1,2\n", [await trained("swing", table, swing)], { extraction: "dry" });
      await expect(asked).rejects.toMatchObject({
        code: "010702",
        problems: [{ path: "entries[0].groups[0].conditions[0].column", message: expect.stringContaining('"precipitation"') }],
      });
    });
  });

  test("test rows that were in the training are counted, and the others are evaluated without them", async () => {
    const table = await trainingTable();
    // Every tenth row is one of the fifth that the training does not have; the row after it is one that it has.
    const csv = lines(weather, (i) => i % 10 === 0 || i % 10 === 1);
    const { found } = await evaluated(table.document, csv, [await trained("warmth", table, warmth)]);
    const fresh = await evaluated(
      table.document,
      lines(weather, (i) => i % 10 === 0),
      [await trained("warmth", table, warmth)],
    );
    expect(fresh.found.warmth.known).toMatchObject({ groups: 0 });
    expect(fresh.found.warmth.known!.rows).toBeLessThan(5);
    expect(found.warmth.known!.rows).toBeGreaterThan(135);
    expect(found.warmth.known!.new_rows!.rows).toBe(found.warmth.rows - found.warmth.known!.rows);
    expect(found.warmth.intervals!.RMSE!.lower).toBeLessThan(found.warmth.indicators.RMSE!);
    expect(found.warmth.baseline_intervals!.RMSE!.lower).toBeGreaterThan(found.warmth.indicators.RMSE!);
  });

  test("texts of the training count without the blanks that they have there", async () => {
    const blank = (csv: string) => csv.replace(/,(?=[a-z]+$)(?!weather)/gm, ", ");
    const part = lines(weather, (i) => i < 400);
    const table = await ingested(blank(part));
    const models = [await trained("warmth", table, { ...warmth, columns: ["temp_min", "weather"] }), await trained("sort", table, sort)];
    const mixed = blank(part)
      .split("\n")
      .map((line, i) => (i % 3 === 0 ? line : line.replace(", ", ",")))
      .join("\n");
    const same = await evaluated(table.document, blank(part), models);
    const other = await evaluated(table.document, mixed, models);
    expect(same.found.warmth.known!.rows).toBeGreaterThan(200);
    expect(other.found).toEqual(same.found);
    expect(other.rows("sort").actual).toEqual(same.rows("sort").actual);
  });

  test("models are evaluated by their predictions for the test rows", async () => {
    const table = await trainingTable();
    const {
      lines: told,
      found,
      rows,
    } = await evaluated(table.document, lines(weather, isTest), [
      await trained("warmth", table, warmth),
      await trained("sort", table, sort),
    ]);
    expect(told.map(({ name, reason }) => [name, reason])).toEqual([
      ["warmth", undefined],
      ["sort", undefined],
    ]);
    const { actual = [], prediction } = rows("warmth");
    expect(actual).toHaveLength(293);
    const errors = actual.map((value, i) => Number(value) - Number(prediction.value[i]));
    const rmse = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
    expect(told[0].indicators?.RMSE).toBeCloseTo(rmse, 12);
    expect(rmse).toBeLessThan(4);
    const sorts = rows("sort");
    const right = sorts.prediction.value.filter((label, i) => label === sorts.actual?.[i]).length;
    expect(found.sort.indicators.Accuracy).toBe(right / 293);
    const surprise = sorts.prediction.prob?.map((prob, i) => -Math.log(prob[String(sorts.actual?.[i])]!)) ?? [];
    expect(found.sort.indicators.log_loss).toBeCloseTo(surprise.reduce((sum, one) => sum + one, 0) / 293, 12);
    expect(found.sort).toMatchObject({ rows: 293, warnings: [] });
    const ofClass = (label: string) => sorts.actual!.flatMap((actual, i) => (actual === label ? [sorts.prediction.value[i]] : []));
    // The trivial guess of the same rows: their mean, and their most frequent class.
    const mean = actual.reduce<number>((sum, value) => sum + Number(value), 0) / 293;
    const spread = Math.sqrt(actual.reduce<number>((sum, value) => sum + (Number(value) - mean) ** 2, 0) / 293);
    expect(found.warmth.baseline).toMatchObject({ RMSE: expect.closeTo(spread, 9), R2: expect.closeTo(0, 12) });
    const counts = ["drizzle", "fog", "rain", "snow", "sun"].map((label) => ofClass(label).length);
    expect(found.sort.baseline).toMatchObject({ Accuracy: Math.max(...counts) / 293, Kappa: 0 });
    // Each class has a recall, of the rows that are of it, and an area, within their intervals.
    expect(Object.keys(found.sort.class_intervals!).sort()).toEqual(["drizzle", "fog", "rain", "snow", "sun"]);
    for (const label of ["rain", "sun"]) {
      const { recall, auc } = found.sort.class_intervals![label];
      const answers = ofClass(label);
      const share = answers.filter((answer) => answer === label).length / answers.length;
      expect(recall!.lower).toBeLessThanOrEqual(share);
      expect(recall!.upper).toBeGreaterThanOrEqual(share);
      expect(auc!.upper - auc!.lower).toBeLessThan(0.2);
    }
  });

  test("a clustering is evaluated by the distances among the test rows", async () => {
    const table = await trainingTable();
    const asked = modelRequest("CLUSTERING", "k-means", {
      columns,
      layers: [{ nodes: [{ algorithm: "k-means", params: { clusters: 3 } }] }],
    });
    const {
      lines: told,
      found: { groups },
      rows,
    } = await evaluated(table.document, lines(weather, isTest), [await trained("groups", table, asked)]);
    expect(groups.drawn).toBe("rows");
    for (const name of ["silhouette_score", "CH_index"] as const) {
      expect(groups.intervals![name]!.lower).toBeLessThan(groups.indicators[name]!);
      expect(groups.intervals![name]!.upper).toBeGreaterThan(groups.indicators[name]!);
    }
    expect(told[0].indicators).toMatchObject({ n_clusters: 3, silhouette_score: expect.any(Number), CH_index: expect.any(Number) });
    expect(rows("groups").actual).toBeUndefined();
  });
});
