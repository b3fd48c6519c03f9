import { loadServingModel } from "../../model/serving/serving-model.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { evaluateModel } from "./evaluate-model.js";

const DAY = 86_400_000;

interface Line {
  day: number;
  part: string;
  y: number;
}

/** Order lines from a day to another, and their sum of each day. Both parts have one on the first and the last day. */
function orders(from: number, to: number) {
  const lines: Line[] = [];
  const sums: Line[] = [];
  for (const [number, part] of ["bolt", "gear"].entries()) {
    for (let day = from; day < to; day++) {
      const chance = (day * 7919 + number * 104_729) % 17;
      const count = day === from || day === to - 1 ? 2 : chance < 5 ? 1 + (chance % 3) : 0;
      const own = Array.from({ length: count }, (_, i) => ({ day, part, y: 1 + ((day + i) % 4) }));
      lines.push(...own);
      sums.push({ day, part, y: own.reduce((sum, { y }) => sum + y, 0) });
    }
  }
  return { lines, sums };
}

const tableOf = (rows: readonly Line[]) =>
  createTable({ when: rows.map(({ day }) => new Date(day * DAY)), part: rows.map(({ part }) => part), y: rows.map(({ y }) => y) });

test.each(["Croston", "GLM"])("%s is judged by the sums of order lines, days without any included", async (algorithm) => {
  const evaluate = async (kind: "lines" | "sums") => {
    const emptyPeriods = kind === "lines" ? ("zero" as const) : ("unknown" as const);
    const timeSeries = { time: "when", series: "part", lags: 2, horizon: 5, emptyPeriods };
    const trained = await trainOnTable(tableOf(orders(0, 120)[kind]), modelRequest("REGRESSION", algorithm, { response: "y", timeSeries }));
    const model = loadServingModel(trained.artifact);
    const test = tableOf(orders(120, 150)[kind]);
    const evaluated = { model, info: trained.info, known: undefined, actualColumn: "y", timeSeries };
    const found = await evaluateModel(test, evaluated, async (inputs) => model.predictTable(inputs));
    return { ...found, test };
  };
  const [ofLines, ofSums] = [await evaluate("lines"), await evaluate("sums")];
  expect(ofLines.evaluation.rows).toBe(60);
  expect(ofLines.evaluation.indicators).toEqual(ofSums.evaluation.indicators);
  const { actual = [], prediction } = ofLines.predictions;
  expect([actual.length, prediction.value.length]).toEqual([ofLines.test.nrow, ofLines.test.nrow]);
  expect(actual.slice(0, 2)).toEqual([ofSums.predictions.actual?.[0], null]);
  expect(prediction.value[0]).toBe(ofSums.predictions.prediction.value[0]);
});
