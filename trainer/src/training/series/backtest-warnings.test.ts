import type { ForecastError } from "@agatha/contracts";
import { loadServingModel } from "../../model/serving/serving-model.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";

const train = async (months: number, algorithm: string, horizon: number) => {
  const table = createTable({
    when: Array.from({ length: months }, (_, t) => new Date(Date.UTC(2018, t, 1))),
    y: Array.from({ length: months }, (_, t) => 50 + 10 * Math.sin((t * Math.PI) / 6) + ((t * 7919) % 5)),
  });
  const timeSeries = { time: "when", lags: 2, horizon };
  return await trainOnTable(table, modelRequest("REGRESSION", algorithm, { response: "y", timeSeries }));
};
const measured = (errors: readonly ForecastError[] = []) => errors.findIndex(({ rows }) => rows === 0);

test("a backtest of 30 months begins before two years are known, and says so", async () => {
  const { info } = await train(30, "SNaive", 3);
  expect(info.warnings.filter(({ code }) => code === "season_unmeasured")).toMatchObject([{ values: { known: 15, season: 12 } }]);
  expect((await train(96, "SNaive", 3)).info.warnings).toEqual([]);
});

test.each(["SNaive", "GLM"])(
  "%s names the periods ahead whose errors are not measured, in the model and in each answer",
  async (algorithm) => {
    const { info, artifact } = await train(60, algorithm, 40);
    const first = measured(info.forecast?.errors);
    expect(first).toBeGreaterThan(0);
    const told = info.warnings.filter(({ code }) => code === "horizon_unmeasured");
    expect(told).toMatchObject([{ values: { measured: first, horizon: 40 } }]);
    const model = loadServingModel(artifact);
    const [{ warning = [] }] = [...(model.nextPeriods?.(model.toTable([])) ?? [])];
    expect(warning).toEqual(
      Array.from({ length: 40 }, (_, step) => (step < first ? null : expect.stringContaining(`more than ${first} periods`))),
    );
  },
);

test("a model of lags whose repeated predictions grow is worse than repeating the season, and says so", async () => {
  const { info } = await train(60, "GLM", 12);
  const [found, naive] = [info.indicators.MASE ?? 0, info.baseline.MASE ?? 0];
  expect(found / naive).toBeGreaterThan(1.5);
  const values = { times: expect.closeTo(found / naive, 1), mase: expect.closeTo(found, 1), naive: expect.closeTo(naive, 1) };
  expect(info.warnings).toMatchObject([{ code: "worse_than_naive", values }]);
  expect((await train(60, "ETS", 12)).info.warnings).toEqual([]);
});

test("a history that is too short for intervals says so, with the number of forecasts that it lacks", async () => {
  const warningsOf = async (months: number) =>
    (await train(months, "SNaive", 1)).info.warnings.filter(({ code }) => code === "intervals_missing");
  expect(await warningsOf(7)).toMatchObject([{ values: { made: 2, needed: 3 } }]);
  expect(await warningsOf(8)).toEqual([]);
});
