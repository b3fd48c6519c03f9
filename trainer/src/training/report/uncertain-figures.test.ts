import { costPerRow, decideClasses, type HeldOutPredictions } from "@agatha/contracts";
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
  const validation = { rows: "random" as const };
  const { info } = await trainOnTable(states(), modelRequest("REGRESSION", "GLM", { response: "y", columns: ["x"], validation }));
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
  expect(info.classification?.roc?.map(({ label, average_precision: area }) => [label, (area ?? 0) > 0.5])).toEqual([
    ["bad", true],
    ["good", true],
  ]);
  expect(info.classification?.class_intervals?.every(({ average_precision: interval }) => interval)).toBe(true);
  expect(new Set(predictions.groups).size).toBe(GROUPS);
  for (const when of ["before", "after"] as const) {
    expect(intervals?.[when]?.lower).toBeLessThanOrEqual(calibration?.[when].ece ?? Number.NaN);
    expect(intervals?.[when]?.upper).toBeGreaterThanOrEqual(calibration?.[when].ece ?? Number.NaN);
  }
  const { predictions: alone } = await trainOnTable(states(), { ...request, validation: { rows: "random" } });
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

/** Returns the area under the ROC curve of a class: the share of its rows above another's row, equal scores as one half. */
function areaUnderCurve({ predictions, label, scores }: { predictions: HeldOutPredictions; label: string; scores: readonly number[] }) {
  const isOf = predictions.rows.map((_, i) => predictions.actual?.[i] === label);
  const [own, others] = [true, false].map((of) => scores.filter((_, i) => isOf[i] === of));
  const won = own.map((score) => others.reduce((sum, other) => sum + (score > other ? 1 : score === other ? 0.5 : 0), 0));
  return won.reduce((sum, count) => sum + count, 0) / (own.length * others.length);
}

test("the curves of three classes rank rows by probabilities that were calibrated without the row", async () => {
  const random = createRandom(5);
  const x = Array.from({ length: 150 }, () => random.normal());
  const grade = x.map((value) => ["low", "middle", "high"][Math.min(2, Math.max(0, Math.round(value + random.normal() + 1)))]);
  const request = modelRequest("CLASSIFICATION", "KNN", { response: "grade", columns: ["x"] });
  const { info, predictions } = await trainOnTable(createTable({ x, grade }), request);
  const { labels = [], calibration, roc = [] } = info.classification ?? {};
  expect(calibration?.method).toBe("temperature");
  const areasBy = (scoresOf: (k: number) => number[]) =>
    labels.map((label, k) => areaUnderCurve({ predictions, label, scores: scoresOf(k) }));
  const areas = areasBy((k) => predictions.rows.map((_, i) => predictions.calibrated?.[3 * i + k] ?? Number.NaN));
  const learned = areasBy((k) => (predictions.prediction.prob ?? []).map((row) => row[labels[k]]!));
  expect(Math.max(...areas.map((area, k) => Math.abs(area - learned[k])))).toBeGreaterThan(0.005);
  // The seven digits of the held-out probabilities make a few rows equal.
  expect(roc).toHaveLength(3);
  roc.forEach(({ auc }, k) => void expect(auc).toBeCloseTo(areas[k], 3));
  expect(info.indicators.roc_auc).toBeCloseTo((areas[0] + areas[1] + areas[2]) / 3, 3);
});

test("figures of other rows, and of each algorithm, are of calibrated probabilities, as the main figures are", async () => {
  const alone = modelRequest("CLASSIFICATION", "KNN", { response: "grade", columns: ["x"] });
  const stacked = [{ nodes: [{ algorithm: "KNN" }] }, { nodes: [{ algorithm: "GLM", columns: ["x"] }] }];
  const [ofGroups, ofRandom, stack] = await Promise.all([
    trainOnTable(states(), { ...alone, validation: byState }),
    trainOnTable(states(), { ...alone, validation: { rows: "random", groupColumns: ["state"] } }),
    trainOnTable(states(), { ...alone, layers: stacked, validation: byState }),
  ]);
  const { calibration } = ofGroups.info.classification ?? {};
  expect(calibration?.before.log_loss).toBeGreaterThan(1.3 * (calibration?.after.log_loss ?? 0));
  const shown = Number(ofGroups.info.indicators.log_loss);
  expect(shown).toBeCloseTo(calibration?.after.log_loss ?? Number.NaN, 9);
  expect(ofRandom.info.validation.other).toMatchObject({ rows: "groups" });
  for (const figure of [ofRandom.info.validation.other?.indicators.log_loss, stack.info.nodes?.[0].indicators.log_loss]) {
    expect(figure).toBeGreaterThan(0.9 * shown);
    expect(figure).toBeLessThan(1.1 * shown);
  }
  expect(stack.info.nodes?.[1].indicators).toEqual(stack.info.indicators);
  expect(ofGroups.info.spread.log_loss).toBeLessThan(0.5 * shown);
});

test("a column that changes no answer by costs has no importance, however it moves probabilities before calibration", async () => {
  const { info, predictions } = await trainOnTable(states(), {
    ...modelRequest("CLASSIFICATION", "KNN", { response: "grade", columns: ["x"] }),
    errorCosts: { weights: { good: 50 } },
  });
  expect(info.classification?.calibration?.method).toBe("temperature");
  expect(new Set(predictions.prediction.value)).toEqual(new Set(["good"]));
  expect(info.importance).toEqual([expect.objectContaining({ column: "x", importance: 0 })]);
});
