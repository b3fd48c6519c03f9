import { costPerRow, decideClasses } from "@agatha/contracts";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";

const GROUPS = 20;
const SIZE = 6;

/** Groups of rows; the response of the group "Alaska" follows nothing. */
function states() {
  const random = createRandom(3);
  const rows = Array.from({ length: GROUPS * SIZE }, (_, i) => i);
  const group = rows.map((row) => Math.floor(row / SIZE));
  const x = rows.map(() => random.normal());
  const y = rows.map((row) => x[row] + 0.3 * random.normal() + (group[row] === 4 ? 9 : 0));
  const state = group.map((number) => (number === 4 ? "Alaska" : `state ${number}`));
  return createTable({ state, x, y, grade: y.map((value) => (value + random.normal() > 0 ? "good" : "bad")) });
}

const byState = { rows: "groups" as const, groupColumns: ["state"] };

test("a model for new groups names the group that makes most of its squared error, by its held-out rows", async () => {
  const { info, predictions } = await trainOnTable(states(), {
    ...modelRequest("REGRESSION", "GLM", { response: "y", columns: ["x"] }),
    validation: byState,
  });
  const squares = predictions.rows.map((_, i) => (Number(predictions.actual?.[i]) - Number(predictions.prediction.value[i])) ** 2);
  const sumOf = (isCounted: (row: number) => boolean) =>
    squares.reduce((sum, square, i) => sum + (isCounted(predictions.rows[i]) ? square : 0), 0);
  const isAlaska = (row: number) => Math.floor(row / SIZE) === 4;
  const { values } = info.warnings.find(({ code }) => code === "dominant_group") ?? {};
  expect(values?.groups).toBe("state Alaska");
  expect(values?.share).toBeCloseTo(sumOf(isAlaska) / sumOf(() => true), 6);
  expect(values?.rmse).toBeCloseTo(Number(info.indicators.RMSE), 6);
  expect(values?.rmse_without).toBeCloseTo(Math.sqrt(sumOf((row) => !isAlaska(row)) / ((GROUPS - 1) * SIZE)), 6);
});

test("random rows without groups are not remarked", async () => {
  const { info } = await trainOnTable(states(), modelRequest("REGRESSION", "GLM", { response: "y", columns: ["x"] }));
  expect(info.warnings.map(({ code }) => code)).not.toContain("dominant_group");
});

test("a classifier tells the interval of its calibration error, its costs, and the groups of its held-out rows", async () => {
  const request = {
    ...modelRequest("CLASSIFICATION", "GLM", { response: "grade", columns: ["x"] }),
    errorCosts: { weights: { good: 4 } },
    validation: byState,
  };
  const { info, predictions } = await trainOnTable(states(), request);
  const { labels = [], costs, calibration, calibration_intervals: intervals } = info.classification ?? {};
  expect(costs).toEqual(labels.map((actual) => labels.map((answer) => (actual === answer ? 0 : actual === "good" ? 4 : 1))));
  expect(new Set(predictions.groups).size).toBe(GROUPS);
  for (const when of ["before", "after"] as const) {
    expect(intervals?.[when]?.lower).toBeLessThanOrEqual(calibration?.[when].ece ?? Number.NaN);
    expect(intervals?.[when]?.upper).toBeGreaterThanOrEqual(calibration?.[when].ece ?? Number.NaN);
  }
  const { predictions: alone } = await trainOnTable(states(), modelRequest("CLASSIFICATION", "GLM", { response: "grade", columns: ["x"] }));
  expect(alone.groups).toBeUndefined();
});

test("the calibrated held-out probabilities give the figures of a model that answers by costs", async () => {
  const { info, predictions } = await trainOnTable(states(), {
    ...modelRequest("CLASSIFICATION", "KNN", { response: "grade", columns: ["x"] }),
    errorCosts: { weights: { good: 4 } },
  });
  const { labels = [], costs = [], confusion = [], calibration } = info.classification ?? {};
  expect(calibration?.method).toBe("temperature");
  const answers = decideClasses({ labels, costs }, predictions.calibrated ?? []);
  const counts = labels.map((actual) =>
    labels.map((_, k) => [...answers].filter((code, i) => code === k && predictions.actual?.[i] === actual).length),
  );
  expect(counts).toEqual(confusion);
  expect(info.indicators.cost).toBeCloseTo(costPerRow(costs, counts) ?? Number.NaN, 9);
});

test("the outcome of each threshold is that of probabilities which were calibrated without the row", async () => {
  const { info, predictions } = await trainOnTable(states(), modelRequest("CLASSIFICATION", "KNN", { response: "grade", columns: ["x"] }));
  const { labels = [], calibration, thresholds = [] } = info.classification ?? {};
  expect(calibration?.method).toBe("temperature");
  expect(thresholds).toHaveLength(19);
  const isSecond = predictions.rows.map((_, i) => predictions.actual?.[i] === labels[1]);
  for (const { threshold, true_positives, false_positives } of thresholds) {
    const flagged = isSecond.filter((_, i) => (predictions.calibrated?.[2 * i + 1] ?? 0) >= threshold);
    expect(flagged).toHaveLength(true_positives + false_positives);
    expect(flagged.filter((second) => second)).toHaveLength(true_positives);
  }
});
