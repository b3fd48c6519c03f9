import { readFile } from "node:fs/promises";
import type { ModelSpec } from "@agatha/contracts";
import { vegaDatasetPath } from "../../testing/dataset-files.js";
import { modelRequest } from "../../testing/train-on-table.js";
import type { ModelRequest } from "../../training/plan/plan.js";
import { predict } from "./predict.js";
import { columns, sort, warmth, weather } from "./testing/evaluated-models.js";
import { createEvaluationBench, lines } from "./testing/evaluation-bench.js";

const { bench, ingested, trained, evaluated, step } = await createEvaluationBench();
afterAll(() => bench.remove());

describe("weather models", () => {
  test("each period of a time series is predicted from those before it", async () => {
    const daily = lines(weather, (i) => i < 1200);
    const later = lines(weather, (i) => i >= 1200);
    const table = await ingested(daily);
    const timeSeries: ModelSpec["timeSeries"] = { time: "date", lags: 2, horizon: 1 };
    const asked = modelRequest("REGRESSION", "GLM", { response: "temp_max", columns: ["wind"], timeSeries });
    const { lines: told, rows, found } = await evaluated(table.document, later, [await trained("series", table, asked)]);
    expect(told[0].reason).toBeUndefined();
    // The past of the first two of 261 days is the end of the training.
    expect(found.series.rows).toBe(261);
    expect(rows("series").prediction.value.slice(0, 3)).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
    expect(told[0].indicators?.RMSE).toBeLessThan(4);
    expect(found.series.drawn).toBe("blocks");
  });

  test("a forecaster predicts each test row from the values before it, as a model of lags does, and its time is no extrapolation", async () => {
    const later = lines(weather, (i) => i >= 1200);
    const table = await ingested(lines(weather, (i) => i < 1200));
    const timeSeries: ModelSpec["timeSeries"] = { time: "date", lags: 1, horizon: 7 };
    const asked = modelRequest("REGRESSION", "SNaive", { response: "temp_max", timeSeries });
    const repeated = { ...asked, layers: [{ nodes: [{ algorithm: "SNaive" as const, params: { season: 1 } }] }] };
    const { rows, found } = await evaluated(table.document, later, [await trained("repeated", table, repeated)]);
    const { actual = [], prediction } = rows("repeated");
    expect(prediction.value.slice(1)).toEqual(actual.slice(0, -1));
    expect(found.repeated.warnings.filter(({ column }) => column === "date")).toEqual([]);
  });

  test("rows more than 10,000 periods after the training of a forecaster are not predicted, and the others are judged", async () => {
    const hourOf = (i: number) => new Date(Date.UTC(2012, 0, 1, i)).toISOString();
    const [header, ...rest] = weather.trim().split(/\r?\n/);
    const atHour = (line: string, i: number) => [hourOf(i), ...line.split(",").slice(1)].join(",");
    const part = (from: number, hours: readonly number[]) => [header, ...hours.map((hour, k) => atHour(rest[from + k], hour))].join("\n");
    const table = await ingested(
      part(
        0,
        Array.from({ length: 1000 }, (_, i) => i),
      ),
    );
    const timeSeries: ModelSpec["timeSeries"] = { time: "date", lags: 1, horizon: 7 };
    const asked = modelRequest("REGRESSION", "SNaive", { response: "temp_max", timeSeries });
    const later = [1000, 1001, 1002, 10_999, 11_000, 12_000];
    const { rows, found } = await evaluated(table.document, part(1000, later), [await trained("late", table, asked)]);
    expect(rows("late").prediction.value.map((value) => value !== null)).toEqual(later.map((hour) => hour <= 10_999));
    expect(found.late.rows).toBe(4);
    expect(found.late.warnings.map(({ code, column }) => [code, column])).toEqual([["beyond_forecast", "date"]]);
  });

  test("sums are forecast from the end of the training, which the evaluation tells", async () => {
    const cities = await readFile(vegaDatasetPath("weather.csv"), "utf8");
    const dateOf = (line: string) => line.split(",")[1];
    const part = (isIn: (date: string) => boolean) => {
      const [header, ...rest] = cities.trim().split(/\r?\n/);
      return [header, ...rest.filter((line) => isIn(dateOf(line)))].join("\n");
    };
    const table = await ingested(part((date) => date < "2013"));
    const timeSeries: ModelSpec["timeSeries"] = {
      ...{ time: "date", lags: 1, horizon: 7 },
      hierarchy: { columns: ["location"], reconciliation: "bottomUp" },
    };
    const asked = modelRequest("REGRESSION", "SNaive", { response: "temp_max", timeSeries });
    const { found } = await evaluated(
      table.document,
      part((date) => date >= "2013" && date < "2013-02"),
      [await trained("sums", table, asked)],
      { text: ["location"] },
    );
    expect(found.sums.warnings.map(({ code, column }) => [code, column])).toContainEqual(["forecast_from_training", "date"]);
    expect(found.sums.rows).toBe(62);
  });

  test("a model of later rows has wider intervals of the same figures, since the errors of following days are alike", async () => {
    const table = await ingested(lines(weather, (i) => i < 1000));
    const asked = { ...warmth, columns: ["precipitation", "wind"] };
    const later = { ...asked, validation: { rows: "time" as const, timeColumn: "date" } };
    const models = [await trained("alone", table, asked), await trained("later", table, later)];
    const { found } = await evaluated(
      table.document,
      lines(weather, (i) => i >= 1000),
      models,
    );
    const { alone, later: inTime } = found;
    expect([alone.drawn, inTime.drawn]).toEqual(["rows", "blocks"]);
    expect(inTime.indicators.RMSE).toBeCloseTo(alone.indicators.RMSE!, 9);
    const widthOf = ({ lower, upper }: { lower: number; upper: number }) => upper - lower;
    expect(widthOf(inTime.intervals!.RMSE!)).toBeGreaterThan(1.15 * widthOf(alone.intervals!.RMSE!));
    expect(widthOf(inTime.baseline_differences!.RMSE!)).toBeGreaterThan(1.15 * widthOf(alone.baseline_differences!.RMSE!));
  });

  test.each<[string, ModelRequest, "RMSE" | "log_loss" | "contamination"]>([
    ["a regression", { ...warmth, columns: ["precipitation", "wind"] }, "RMSE"],
    ["a classification", sort, "log_loss"],
    ["a detector", modelRequest("OCC", "PCA", { columns }), "contamination"],
  ])("the newest rows, beside those that a model learned from, are drawn in blocks of their own: %s", async (_name, asked, figure) => {
    // No two days with so much rain are equal.
    const rainy = lines(weather, (i) => Number(weather.split("\n")[i + 1].split(",")[1]) > 3);
    const table = await ingested(lines(rainy, (i) => i < 200));
    const models = [await trained("later", table, { ...asked, validation: { rows: "time", timeColumn: "date" } })];
    const test = (from: number) => lines(rainy, (i) => i >= from && i < 215);
    const { known } = (await evaluated(table.document, test(0), models)).found.later;
    const alone = (await evaluated(table.document, test(200), models)).found.later;
    const { rows, intervals, baseline_differences } = known!.new_rows!;
    expect([rows, alone.rows]).toEqual([15, 15]);
    expect(intervals[figure]!.upper).toBeGreaterThan(intervals[figure]!.lower);
    expect(intervals).toEqual(alone.intervals);
    expect(baseline_differences).toEqual(alone.baseline_differences ?? {});
  });

  test("only the rows that have a response are drawn in blocks", async () => {
    const table = await ingested(lines(weather, (i) => i < 500));
    const asked = { ...warmth, columns: ["precipitation", "wind"], validation: { rows: "time" as const, timeColumn: "date" } };
    const models = [await trained("later", table, asked)];
    const [header, ...days] = lines(weather, (i) => i >= 500).split("\n");
    const response = header.split(",").indexOf("temp_max");
    const latest = days.slice(-9);
    const unknown = days.slice(0, -9).map((line) => line.split(",").with(response, "").join(","));
    const { found } = await evaluated(table.document, [header, ...unknown, ...latest].join("\n"), models);
    const { found: alone } = await evaluated(table.document, [header, ...latest].join("\n"), models);
    expect(found.later.rows).toBe(9);
    expect(found.later.intervals).toEqual(alone.later.intervals);
    expect(found.later.baseline_differences!.RMSE).toBeDefined();
  });

  test("a detector of a time series judges all test rows together, as a batch does", async () => {
    const hours = await readFile(vegaDatasetPath("seattle-weather-hourly-normals.csv"), "utf8");
    const table = await ingested(lines(hours, (i) => i < 1_000));
    const timeSeries: ModelSpec["timeSeries"] = { time: "date", lags: 1, horizon: 1 };
    const model = await trained("odd", table, modelRequest("OCC", "Residual", { columns: ["temperature"], timeSeries }));
    const later = lines(hours, (i) => i >= 1_000 && i < 3_300);
    const { rows } = await evaluated(table.document, later, [model]);
    const test = await ingested(later, { text: [] });
    const source = { table: test.table.key, tableDocument: test.document, sampling: "raw" as const };
    const { result } = await predict({ kind: "predict", model: model.artifact, rows: source }, step());
    const batch = JSON.parse(bench.objects.bytes.get(result.key)?.toString() ?? "");
    const { score = [] } = rows("odd").prediction;
    expect(score).toHaveLength(2_300);
    expect(score.filter((each, row) => each !== batch.score[row])).toEqual([]);
  });

  test("rows before the training, which a detector of a time series does not judge, do not count", async () => {
    const hours = await readFile(vegaDatasetPath("seattle-weather-hourly-normals.csv"), "utf8");
    const table = await ingested(lines(hours, (i) => i >= 500 && i < 1_000));
    const timeSeries: ModelSpec["timeSeries"] = { time: "date", lags: 1, horizon: 1 };
    const model = await trained("odd", table, modelRequest("OCC", "Residual", { columns: ["temperature"], timeSeries }));
    const { found, rows } = await evaluated(
      table.document,
      lines(hours, (i) => i >= 400 && i < 600),
      [model],
    );
    expect(found.odd.rows).toBe(100);
    expect(rows("odd").prediction.value.filter((value) => value === null)).toHaveLength(100);
  });

  test.each([
    ["ETS", modelRequest("REGRESSION", "ETS", { response: "load" })],
    ["Residual", modelRequest("OCC", "Residual")],
  ])("no series of the training is new to %s, however many they are", async (_name, asked) => {
    const row = (t: number, machine: number) => `${new Date(t * 86_400_000).toISOString()},M${machine},${machine + ((t * 7919) % 11)}`;
    const csv = (from: number, to: number, machines: number[]) => {
      const times = Array.from({ length: to - from }, (_, i) => from + i);
      return ["day,machine,load", ...machines.flatMap((machine) => times.map((t) => row(t, machine)))].join("\n");
    };
    const machines = Array.from({ length: 52 }, (_, i) => i);
    const table = await ingested(csv(0, 30, machines));
    const model = await trained("many", table, { ...asked, timeSeries: { time: "day", lags: 1, horizon: 2, series: "machine" } });
    for (const few of [[51], machines]) {
      const { lines: told, found } = await evaluated(table.document, csv(30, 32, few), [model], { text: ["machine"] });
      expect(told[0].reason).toBeUndefined();
      expect(found.many.rows).toBe(2 * few.length);
      expect(found.many.warnings.map(({ code }) => code)).not.toContain("unseen_values");
    }
  });
});
