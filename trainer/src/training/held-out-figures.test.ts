import { createRandom } from "../numeric/random.js";
import { createTable } from "../testing/create-table.js";
import { modelRequest, trainOnTable } from "../testing/train-on-table.js";
import { classification, regression, usual } from "../testing/usual-rows.js";

describe("held-out figures", () => {
  test("1,000 rows have metrics from a held-out fifth, without a deviation", async () => {
    const { info, predictions } = await trainOnTable(usual(1_000), regression);
    expect(info.validation).toEqual({ method: "holdout", folds: 1, trainRows: 800, heldOutRows: 200, rows: "random" });
    expect(info.spread).toEqual({});
    expect(predictions.rows).toHaveLength(200);
  });

  test("100 rows have metrics from five folds, each with a deviation", async () => {
    const { info } = await trainOnTable(usual(100), regression);
    expect(info.validation).toEqual({ method: "cross_validation", folds: 5, trainRows: 80, heldOutRows: 100, rows: "random" });
    expect(info.spread.RMSE).toBeGreaterThan(0);
  });

  test("20 rows have metrics from leave-one-out, with a warning", async () => {
    const { info } = await trainOnTable(usual(20), regression);
    expect(info.validation).toEqual({ method: "leave_one_out", folds: 20, trainRows: 19, heldOutRows: 20, rows: "random" });
    expect(info.warnings.map(({ code }) => code)).toContain("few_rows");
  });

  test.each([1_000, 100, 20])("the metrics of %p rows are those of the listed predictions", async (nrow) => {
    const { info, predictions } = await trainOnTable(usual(nrow), regression);
    const errors = predictions.rows.map((_, i) => Number(predictions.actual?.[i]) - Number(predictions.prediction.value[i]));
    expect(info.indicators.RMSE).toBeCloseTo(Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length), 12);
    // Only the noise of 0.5 is left.
    expect(info.indicators.RMSE).toBeGreaterThan(0.3);
    expect(info.indicators.RMSE).toBeLessThan(0.9);
    expect(info.baseline.RMSE).toBeGreaterThan(4);
    expect(info.baseline_kind).toBe("mean");
  });

  test("held-out metrics of random columns are no better than the baseline", async () => {
    const random = createRandom(1);
    const noise = createTable(
      Object.fromEntries(["a", "b", "c", "y"].map((name) => [name, Array.from({ length: 400 }, () => random.normal())])),
    );
    const { info } = await trainOnTable(noise, modelRequest("REGRESSION", "XGB", { response: "y" }));
    expect(info.train_indicators.R2).toBeGreaterThan(0.8);
    expect(info.indicators.R2).toBeLessThan(0.1);
  });

  test("layers on random columns are no better either: a later layer does not see memorised training rows", async () => {
    const random = createRandom(2);
    const noise = createTable(
      Object.fromEntries(["a", "b", "y"].map((name) => [name, Array.from({ length: 400 }, () => random.normal())])),
    );
    const layers = [{ nodes: [{ algorithm: "XGB" }] }, { nodes: [{ algorithm: "GLM" }] }];
    const { info } = await trainOnTable(noise, modelRequest("REGRESSION", "GLM", { response: "y", layers }));
    expect(info.train_indicators.R2).toBeLessThan(0.15);
    expect(info.indicators.RMSE).toBeLessThan(1.1 * (info.baseline.RMSE ?? 0));
  });

  test("held-out metrics of classes agree with the confusion matrix", async () => {
    const { info } = await trainOnTable(usual(250), classification);
    const confusion = info.classification?.confusion ?? [];
    const total = confusion.flat().reduce((sum, count) => sum + count, 0);
    expect(total).toBe(250);
    expect(info.indicators.Accuracy).toBe((confusion[0][0] + confusion[1][1]) / 250);
    expect(info.baseline_kind).toBe("majority");
    expect(info.indicators.log_loss).toBe(info.classification?.calibration?.after.log_loss);
    const shares = confusion.map((row) => row.reduce((sum, count) => sum + count, 0) / total);
    expect(info.baseline.log_loss).toBeCloseTo(-shares.reduce((sum, share) => sum + share * Math.log(share), 0), 2);
  });
});

test("importance ranks the relevant columns, in the target's unit", async () => {
  const { info } = await trainOnTable(usual(400), regression);
  expect(info.importance_measure).toBe("RMSE");
  expect(info.importance.map(({ column }) => column)).toEqual(["x", "kind", "chance"]);
  // Shuffling x adds the variance of 2 · x twice: √(2 · 36 + 0.25) less the noise of 0.5.
  expect(info.importance[0].importance).toBeGreaterThan(6);
  expect(info.importance[0].importance).toBeLessThan(10);
  expect(Math.abs(info.importance[2].importance)).toBeLessThan(0.1);
});

test("importance of many columns uses a seeded sample of the held-out rows and states its size", async () => {
  const columns = Object.fromEntries(
    Array.from({ length: 300 }, (_, j) => [`x${j}`, Array.from({ length: 2800 }, (_row, i) => Math.sin(i * (j + 1.3)))]),
  );
  const y = columns.x7.map((value, i) => 3 * value + columns.x20[i]);
  const [one, again] = await Promise.all(
    [1, 2].map(() => trainOnTable(createTable({ ...columns, y }), modelRequest("REGRESSION", "GLM", { response: "y" }))),
  );
  expect(one.info.validation.heldOutRows).toBe(560);
  expect(one.info.importance_rows).toBe(555);
  expect(one.info.importance.slice(0, 2).map(({ column }) => column)).toEqual(["x7", "x20"]);
  // Shuffling x7 adds the variance of 3 · x7 twice: √(2 · 4.5), to almost no error.
  expect(one.info.importance[0].importance).toBeGreaterThan(2.7);
  expect(one.info.importance[0].importance).toBeLessThan(3.3);
  expect(again.info.importance).toEqual(one.info.importance);
  expect((await trainOnTable(usual(400), regression)).info.importance_rows).toBeUndefined();
});
