import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";

const HOUR = 3_600_000;
const LENGTH = 26_000;

const train = (count: number) => {
  const rows = Array.from({ length: count }, (_, code) => Array.from({ length: LENGTH }, (_each, t) => ({ code, t }))).flat();
  return trainOnTable(
    createTable({
      when: rows.map(({ t }) => new Date(t * HOUR)),
      machine: rows.map(({ code }) => `machine ${code}`),
      y: rows.map(({ code, t }) => code + Math.sin(t) + ((t * 7919) % 101) / 50),
    }),
    modelRequest("REGRESSION", "GLM", { response: "y", timeSeries: { time: "when", lags: 2, horizon: 1, series: "machine" } }),
  );
};

test("of several series with very many periods, 100,000 are learned from, and the model says so", async () => {
  const { validation, warnings, forecast } = (await train(4)).info;
  expect(validation.trainRows + validation.heldOutRows).toBe(100_000);
  const told = warnings.find(({ code }) => code === "rows_sampled")?.message;
  expect(told).toBe(`the model learned from 100000 of ${4 * (LENGTH - 2)} periods, drawn at random`);
  expect(warnings.map(({ code }) => code)).not.toContain("history_missing");
  // Forecasts go on from the last row, drawn or not.
  for (const { last } of forecast?.series ?? []) expect(last.time).toBe(new Date((LENGTH - 1) * HOUR).toISOString());
});

test("fewer periods are used whole", async () => {
  const { validation, warnings } = (await train(2)).info;
  expect(validation.trainRows + validation.heldOutRows).toBe(2 * (LENGTH - 2));
  expect(warnings.map(({ code }) => code)).not.toContain("rows_sampled");
});
