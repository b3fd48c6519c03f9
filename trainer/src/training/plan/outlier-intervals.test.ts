import { choiceAmongModels, type MetricIntervals, type Metrics, modelInfo } from "@agatha/contracts";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { asked, some } from "../../testing/semilabeled.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import type { TrainingResult } from "../train-model.js";

describe("intervals of the figures", () => {
  test("figures of known anomalies have intervals by the bootstrap over held-out rows, wide where anomalies are few", async () => {
    const [few, many] = await Promise.all([8, 80].map((odd) => trainOnTable(some({ odd, known: odd }), asked())));
    const widthOf = ({ info }: TrainingResult, name: "true_positive" | "contamination") => {
      const { lower, upper } = info.intervals![name]!;
      expect(lower).toBeLessThanOrEqual(info.indicators[name]!);
      expect(upper).toBeGreaterThanOrEqual(info.indicators[name]!);
      return upper - lower;
    };
    expect(widthOf(few, "true_positive")).toBeGreaterThan(2 * widthOf(many, "true_positive"));
    expect(widthOf(many, "contamination")).toBeGreaterThan(0);
    expect(modelInfo.parse(few.info)).toEqual(few.info);
  });

  const holdFigures = (intervals: MetricIntervals = {}, indicators: Metrics) => {
    for (const [name, { lower, upper }] of Object.entries(intervals)) {
      const figure = indicators[name as keyof Metrics];
      expect([name, lower <= figure! && figure! <= upper]).toEqual([name, true]);
    }
  };

  test("every figure has an interval, for the model's own limit and for each other one", async () => {
    const { info } = await trainOnTable(some({ odd: 30, known: 30 }), asked());
    const names = ["contamination", "min_distance", "roc_auc", "silhouette_score", "true_positive"];
    expect(Object.keys(info.intervals ?? {}).sort()).toEqual(names);
    expect(info.indicators.roc_auc).toBeCloseTo(info.outlier?.labels?.roc.auc ?? Number.NaN, 12);
    holdFigures(info.intervals, info.indicators);
    const { choices = [] } = info.outlier ?? {};
    expect(choices.length).toBeGreaterThan(1);
    for (const { intervals, indicators } of choices) {
      const known = Object.entries(indicators).filter(([, value]) => value !== null);
      expect(Object.keys(intervals ?? {}).sort()).toEqual(known.map(([name]) => name).sort());
      holdFigures(intervals, indicators);
    }
  });

  test("detectors of the same rows are compared by the anomalies that they find", async () => {
    const table = some({ odd: 30, known: 30 });
    const candidates = await Promise.all(
      ["PCA", "LOF"].map(async (name) => {
        const { info, resamples } = await trainOnTable(table, { ...asked(), layers: [{ nodes: [{ algorithm: name }] }] });
        return { name, heldOutRows: info.validation.heldOutRows, indicators: info.indicators, resamples: resamples! };
      }),
    );
    const choice = choiceAmongModels("OCC", { best: "PCA", candidates });
    expect(choice).toMatchObject({ indicator: "true_positive", models: 2 });
    expect(choice!.expected).toBeLessThanOrEqual(candidates[0].indicators.true_positive!);
  });

  test("the interval of a silhouette is around the figure where a part of many rows is drawn for it", async () => {
    const random = createRandom(9);
    const [x, y] = [0, 1].map(() => Array.from({ length: 11_000 }, () => random.normal()));
    const { info } = await trainOnTable(createTable({ x, y }), modelRequest("OCC", "PCA"));
    const { lower, upper } = info.intervals!.silhouette_score!;
    expect((lower + upper) / 2).toBeCloseTo(info.indicators.silhouette_score!, 2);
  });

  test("a detector without known anomalies has those of contamination and silhouette, and nothing to be compared by", async () => {
    const { info, resamples } = await trainOnTable(some(), modelRequest("OCC", "PCA", { columns: ["x", "y"] }));
    expect(Object.keys(info.intervals ?? {}).sort()).toEqual(["contamination", "silhouette_score"]);
    holdFigures(info.intervals, info.indicators);
    expect(resamples).toBeUndefined();
  });
});
