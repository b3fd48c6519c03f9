import { createNormalScores } from "../../evaluation/conformal-p-values.js";
import type { Semilabel } from "../plan/semilabel.js";
import { budgetWarnings } from "./budget-warnings.js";

const scoresOf = (count: number, groups?: number) => {
  const rows = Array.from({ length: count }, (_, i) => i);
  return createNormalScores(Float64Array.from(rows), groups === undefined ? undefined : Int32Array.from(rows, (i) => i % groups));
};
const known = (anomalies: number, rows: number) =>
  ({ anomalous: Int32Array.from({ length: rows }, (_, i) => (i < anomalies ? 1 : 0)) }) as Semilabel;
const ofAlarms = { atMost: 1, outOf: 10, of: "alarms" as const };

test("a budget out of alarms that known anomalies are too rare for says how many have to be in a batch", () => {
  expect(budgetWarnings({ falseAlarms: ofAlarms, semilabel: known(40, 1000) }, scoresOf(960, 100))).toEqual([
    {
      code: "alarms_need_share_of_groups",
      values: { count: 100, least: 0.0099, percent: 9.9 },
      message:
        "with 100 groups of held-out normal rows the smallest p-value is 0.0099: under a limit of 1 false alarms of 10 alarms, rows that are predicted together raise an alarm only if at least 9.9 % of them are anomalies, and 4 % of the training rows are; add groups, hold out random rows if no new groups will come, allow more false alarms, or limit them among normal rows",
    },
  ]);
});

test.each([
  ["rows without groups, and no known anomalies", { falseAlarms: ofAlarms }, scoresOf(50), ["alarms_need_share"]],
  ["as many rows as the budget needs", { falseAlarms: ofAlarms }, scoresOf(99), []],
  ["anomalies that are frequent enough", { falseAlarms: ofAlarms, semilabel: known(110, 1000) }, scoresOf(100), []],
  ["a budget out of rows", { falseAlarms: { ...ofAlarms, of: "rows" as const } }, scoresOf(20), []],
  ["no budget", {}, scoresOf(20), []],
])("warnings of a budget with %s", (_which, trainingSet, scores, codes) => {
  expect(budgetWarnings(trainingSet, scores).map(({ code }) => code)).toEqual(codes);
});
