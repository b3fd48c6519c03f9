import { contaminationMetrics } from "../../evaluation/metrics/outlier-metrics.js";
import { createRandom } from "../../numeric/random.js";
import { testWithDataFolder } from "../../testing/dataset-files.js";
import { modelRequest } from "../../testing/train-on-table.js";
import { cardio, detector } from "./testing/evaluated-models.js";
import { createEvaluationBench, isTest, isTraining, lines } from "./testing/evaluation-bench.js";

const { bench, ingested, trained, evaluated } = await createEvaluationBench();
afterAll(() => bench.remove());

describe("outlier detectors", () => {
  testWithDataFolder(
    "outlier detectors are evaluated by the known anomalies of the test rows, for any limit (anomaly-cardio)",
    async () => {
      const csv = await cardio();
      const table = await ingested(lines(csv, isTraining));
      const { found, rows } = await evaluated(table.document, lines(csv, isTest), [await trained("odd", table, detector)], {
        text: ["anomaly"],
      });
      const { choices = [], indicators, threshold } = found.odd;
      const { actual = [], prediction } = rows("odd");
      const anomalous = Int32Array.from(actual, (label) => Number(label === "yes"));
      const recount = (limit: number) =>
        contaminationMetrics(
          Int32Array.from(prediction.score ?? [], (score) => Number(score !== null && score > limit)),
          anomalous,
        );
      expect(indicators).toMatchObject(recount(threshold ?? 0));
      expect(indicators.true_positive).toBeGreaterThan(0.75);
      expect(indicators.min_distance).toBeLessThan(0.3);
      expect(choices.length).toBeGreaterThan(20);
      expect(found.odd.drawn).toBe("rows");
      for (const { indicators: figures, intervals = {} } of [found.odd, ...choices]) {
        for (const name of ["true_positive", "contamination", "min_distance", "roc_auc"] as const) {
          expect(intervals[name]!.lower).toBeLessThanOrEqual(figures[name]!);
          expect(intervals[name]!.upper).toBeGreaterThanOrEqual(figures[name]!);
        }
      }
      for (const choice of choices) expect(choice.indicators).toMatchObject(recount(choice.threshold));
    },
  );

  test("test rows are marked by the value that marked anomalies in the training", async () => {
    const csv = (odd: number, rest: number) =>
      ["x,y,odd", ...Array.from({ length: odd + rest }, (_, i) => `${(i * 7) % 13},${i},${i < odd ? "ok" : "nok"}`)].join("\n");
    const table = await ingested(csv(10, 60), { text: ["odd"] });
    const models = [await trained("odd", table, modelRequest("OCC", "PCA", { semilabel: "odd", anomalyValue: "nok" }))];
    const { rows } = await evaluated(table.document, csv(6, 12), models, { text: ["odd"] });
    expect(rows("odd").actual).toEqual([...Array(6).fill(""), ...Array(12).fill("nok")]);
  });

  test("the value that marked anomalies marks them without the blanks that it has in the training, too", async () => {
    const csv = (odd: string) =>
      ["x,y,odd", ...Array.from({ length: 70 }, (_, i) => `${(i * 7) % 13},${i},${i < 10 ? odd : "ok"}`)].join("\n");
    const table = await ingested(csv(" nok"), { text: ["odd"] });
    const models = [await trained("odd", table, modelRequest("OCC", "PCA", { semilabel: "odd", anomalyValue: " nok" }))];
    const { rows } = await evaluated(table.document, csv("nok"), models, { text: ["odd"] });
    expect(rows("odd").actual).toEqual([...Array(10).fill(" nok"), ...Array(60).fill("")]);
  });

  test.each([
    ["a second kind of anomalies marks too, as in the training", ["crack", "scratch"], ["crack", "scratch"], 3, "at least 5: empty"],
    ["the kind of the training marks, and its opposite does not", ["yes"], ["yes", "no"], 0, undefined],
  ])("of two values in test rows, %s", async (_, kinds, values, empty, message) => {
    const row = (label: string, i: number) => `${(i * 7) % 13},${i},${label}`;
    const csv = (labels: string[]) => ["x,y,odd", ...labels.map(row)].join("\n");
    const table = await ingested(csv([...kinds.flatMap((kind) => Array(10).fill(kind)), ...Array(60).fill("")]), { text: ["odd"] });
    const models = [await trained("odd", table, modelRequest("OCC", "PCA", { semilabel: "odd" }))];
    const labels = [...Array(8).fill(values[0]), ...Array(20).fill(values[1]), ...Array(empty).fill("")];
    const { lines: told, rows } = await evaluated(table.document, csv(labels), models, { text: ["odd"] });
    if (message) expect(told[0]).toMatchObject({ reason: "010703", message: expect.stringContaining(message) });
    else expect(rows("odd").actual).toEqual([...Array(8).fill(values[0]), ...Array(20).fill("")]);
  });

  test("a detector's test rows that were in the training are counted, and the others are evaluated without them", async () => {
    const row = (i: number) => `${Math.sin(i * i)},${Math.cos(3 * i)},${i % 10 === 0 ? "nok" : "ok"}`;
    const csv = (from: number, to: number) => ["x,y,odd", ...Array.from({ length: to - from }, (_, i) => row(from + i))].join("\n");
    const table = await ingested(csv(0, 100), { text: ["odd"] });
    const request = modelRequest("OCC", "PCA", { semilabel: "odd", anomalyValue: "nok", otherRows: "normal" });
    const models = [await trained("odd", table, request)];
    const [same, half] = [
      await evaluated(table.document, csv(0, 100), models, { text: ["odd"] }),
      await evaluated(table.document, csv(50, 150), models, { text: ["odd"] }),
    ];
    expect(same.found.odd.known).toMatchObject({ rows: 100, new_rows: { rows: 0 } });
    expect(half.found.odd.known).toMatchObject({ rows: 50, new_rows: { rows: 50 } });
    const { value, score } = half.rows("odd").prediction;
    const flags = value.slice(50);
    const anomalous = Int32Array.from(half.rows("odd").actual?.slice(50) ?? [], (label) => Number(label === "nok"));
    expect(half.found.odd.known!.new_rows!.indicators).toMatchObject(contaminationMetrics(Int32Array.from(flags, Number), anomalous));
    const { choices } = half.found.odd;
    expect(half.found.odd.known!.new_rows!.choices!.map(({ max_fpr }) => max_fpr)).toEqual(choices!.map(({ max_fpr }) => max_fpr));
    for (const { threshold, indicators, intervals } of half.found.odd.known!.new_rows!.choices!) {
      const flagged = Int32Array.from(score!.slice(50), (one) => Number(one! > threshold));
      expect(indicators).toMatchObject(contaminationMetrics(flagged, anomalous));
      expect(intervals!.contamination!.lower).toBeLessThanOrEqual(indicators.contamination!);
    }
    expect(half.rows("odd").unlabeled).toBe("normal");
  });

  test("the figures of test rows that are judged together are those of their alarms", async () => {
    const random = createRandom(7);
    const csv = (odd: number, rest: number) => {
      const rows = Array.from({ length: odd + rest }, (_, i) => (i < odd ? 5 : 0));
      return ["x,y,odd", ...rows.map((at) => `${at + random.normal()},${random.normal() - at},${at > 0 ? "yes" : ""}`)].join("\n");
    };
    const table = await ingested(csv(20, 300), { text: ["odd"] });
    const falseAlarms = { atMost: 1, outOf: 5, of: "alarms" as const };
    const models = [await trained("odd", table, modelRequest("OCC", "PCA", { semilabel: "odd", falseAlarms }))];
    const { lines: told, rows } = await evaluated(table.document, csv(40, 200), models, { text: ["odd"] });
    const { actual = [], prediction } = rows("odd");
    const of = (flags: readonly unknown[] = []) =>
      contaminationMetrics(
        Int32Array.from(flags, Number),
        Int32Array.from(actual, (label) => Number(label === "yes")),
      );
    expect(told[0].indicators).toMatchObject(of(prediction.alarm));
    expect(prediction.value).toEqual(prediction.alarm);
    expect(prediction.threshold).toBeUndefined();
    const aloneAlarms = prediction.p_value?.map((p) => p !== null && p <= 0.2);
    expect(of(prediction.alarm).contamination).toBeLessThan(of(aloneAlarms).contamination ?? 0);
  });
});
