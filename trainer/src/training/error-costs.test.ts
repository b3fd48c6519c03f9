import type { Table } from "../data/tables/table.js";
import { loadServingModel } from "../model/serving/serving-model.js";
import { createRandom } from "../numeric/random.js";
import { createTable } from "../testing/create-table.js";
import { modelRequest, trainOnTable } from "../testing/train-on-table.js";

/** Rows of which one in sixteen is bad, mostly where x is high. */
function rare(nrow = 480): Table {
  const random = createRandom(4);
  const grade = Array.from({ length: nrow }, (_, i) => (i % 16 === 0 ? "bad" : "good"));
  return createTable({ x: grade.map((one) => random.normal() + (one === "bad" ? 1.5 : 0)), grade });
}

describe("costs of wrong answers", () => {
  const plain = modelRequest("CLASSIFICATION", "GLM", { response: "grade", columns: ["x"] });
  const recallOf = ({ confusion, labels }: { confusion: number[][]; labels: string[] }) => {
    const bad = labels.indexOf("bad");
    return confusion[bad][bad] / confusion[bad].reduce((sum, count) => sum + count, 0);
  };

  test.each(["GLM", "SVM", "RF", "XGB"])(
    "all classes weigh alike where no cost is given, and probabilities stay as they are: %s",
    async (algorithm) => {
      const request = { ...plain, layers: [{ nodes: [{ algorithm }] }] };
      const likeliest = await trainOnTable(rare(), request);
      const balanced = await trainOnTable(rare(), { ...request, errorCosts: {} });
      expect(recallOf(balanced.info.classification!)).toBeGreaterThan(recallOf(likeliest.info.classification!) + 0.1);
      expect(balanced.info.indicators.log_loss).toBe(likeliest.info.indicators.log_loss);
      expect(balanced.info.indicators.cost).toBeLessThan(Number(balanced.info.baseline.cost));
      expect(balanced.predictions.prediction.prob).toEqual(likeliest.predictions.prediction.prob);
      expect(balanced.info.warnings.map(({ code }) => code)).not.toContain("imbalance");
    },
  );

  test.each([
    ["bad", "good"],
    ["rare", "common"],
  ])("the baseline is the most frequent class however the classes are spelled, and its cost the least: %s, %s", async (few, many) => {
    const { nrow, columns } = rare();
    const spelled = columns.map((column) =>
      column.type === "s" ? { ...column, levels: column.levels.map((level) => (level === "bad" ? few : many)) } : column,
    );
    const { info } = await trainOnTable({ nrow, columns: spelled }, { ...plain, errorCosts: {} });
    expect(info.baseline).toMatchObject({ Accuracy: 0.9375, Kappa: 0 });
    expect(info.baseline.cost).toBeCloseTo(0.5, 10);
    const dear = await trainOnTable({ nrow, columns: spelled }, { ...plain, errorCosts: { weights: { [few]: 1000 } } });
    expect(dear.info.baseline).toMatchObject({ Accuracy: 0.9375, cost: 0.9375 });
    expect(dear.info.baseline_intervals?.Accuracy?.upper).toBeGreaterThan(0.9375);
  });

  test("a weight of a class that no training row has changes nothing but a warning that names it", async () => {
    const trained = (weights: Record<string, number>) => trainOnTable(rare(), { ...plain, errorCosts: { weights } });
    const [expected, found] = [await trained({ bad: 9, good: 1 }), await trained({ bad: 9, good: 1, scrap: 50 })];
    expect(found.info.indicators).toEqual(expected.info.indicators);
    const warned = ({ info }: typeof found) => info.warnings.filter(({ code }) => code === "weights_without_class");
    expect([expected, found].map(warned)).toEqual([[], [expect.objectContaining({ values: { classes: "scrap" } })]]);
  });

  test("a trained model answers by its costs, and by a stored decision instead", async () => {
    const { artifact } = await trainOnTable(rare(), { ...plain, errorCosts: { weights: { bad: 1000 } } });
    const row = { x: 0 };
    expect(loadServingModel(artifact).predict([row]).value).toEqual(["bad"]);
    const decision = {
      labels: ["bad", "good"],
      costs: [
        [0, 1],
        [1, 0],
      ],
    };
    expect(loadServingModel(artifact, decision).predict([row]).value).toEqual(["good"]);
  });

  test("held-out figures are those of the least expected cost", async () => {
    const cells = [{ actual: "good", predicted: "bad", cost: 1e6 }];
    const { info, predictions } = await trainOnTable(rare(), { ...plain, errorCosts: { cells } });
    expect(new Set(predictions.prediction.value)).toEqual(new Set(["good"]));
    expect(info.indicators.cost).toBeCloseTo(1 / 16, 10);
  });

  test.each([
    ["of classes that there are not", { ...plain, errorCosts: { weights: { broken: 2 } } }, /no class "broken".*"bad", "good"/],
    ["of numbers", modelRequest("REGRESSION", "GLM", { response: "x", columns: ["grade"], errorCosts: {} }), /among classes only/],
  ])("costs %s are refused", async (_what, request, message) => {
    await expect(trainOnTable(rare(), request)).rejects.toThrow(message);
  });
});
