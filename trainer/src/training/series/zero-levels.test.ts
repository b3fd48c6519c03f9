import { joinResults } from "../../model/serving/join-results.js";
import { loadServingModel, type ServingModel } from "../../model/serving/serving-model.js";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";

const DAYS = 140;
const HORIZON = 7;
const dateAt = (t: number) => new Date(Date.UTC(2024, 0, 1 + t));

/** Shops that are closed on Sundays and on some other days, which the column `open` tells ahead. */
const random = createRandom(3);
const open = Array.from({ length: DAYS + HORIZON }, (_, t) => (t % 7 === 6 || t % 31 === 17 || t === DAYS + 1 ? 0 : 1));
const salesAt = (t: number) => (open[t] === 0 ? 0 : 100 + 4 * (t % 7) + 5 * random.normal());

const rowsOf = (shops: readonly string[], valueAt: (t: number) => number) =>
  shops.flatMap((shop) => open.map((is, t) => ({ shop, t, is, value: t < DAYS ? valueAt(t) : Number.NaN })));

async function train(algorithm: string, { shops = ["A"], valueAt = salesAt } = {}) {
  const rows = rowsOf(shops, valueAt);
  const table = createTable({
    when: rows.map(({ t }) => dateAt(t)),
    ...(shops.length > 1 && { shop: rows.map(({ shop }) => shop) }),
    sales: rows.map(({ value }) => value),
    open: rows.map(({ is }) => is),
  });
  const timeSeries = { time: "when", lags: 3, horizon: HORIZON, knownAhead: ["open"], ...(shops.length > 1 && { series: "shop" }) };
  return await trainOnTable(table, modelRequest("REGRESSION", algorithm, { response: "sales", timeSeries }));
}

const next = (model: ServingModel, rows: Record<string, unknown>[] = []) => joinResults([...model.nextPeriods!(model.toTable(rows))]);
const CLOSED = open.slice(DAYS).map((is) => is === 0);
const NOTHING = { lower: 0, upper: 0 };

describe.each(["ETS", "Combination", "GLM", "XGB"])("sales of %s with a column of open days", (algorithm) => {
  const trained = train(algorithm);

  test("are forecast as 0, for certain, where the shop is closed, on the model's page and in its answers", async () => {
    const { info, artifact } = await trained;
    const steps = info.forecast?.steps ?? [];
    expect(CLOSED.filter(Boolean)).toHaveLength(2);
    expect(steps.map(({ value }) => value === 0)).toEqual(CLOSED);
    expect(steps.map(({ lower, upper }) => upper! > lower!)).toEqual(CLOSED.map((is) => !is));
    const answer = next(loadServingModel(artifact));
    expect(answer.value).toEqual(steps.map(({ value }) => expect.closeTo(value!, 6)));
    expect(answer.interval).toEqual(
      steps.map(({ lower, upper }) => ({ lower: expect.closeTo(lower!, 6), upper: expect.closeTo(upper!, 6) })),
    );
  });

  test("follow a plan of other days", async () => {
    const model = loadServingModel((await trained).artifact);
    const rows = CLOSED.map((_, k) => ({ when: dateAt(DAYS + k).toISOString(), open: k === 2 ? 0 : 1 }));
    for (const { value, interval } of [next(model, rows), model.predict(rows)]) {
      expect(value.map((each) => each === 0)).toEqual(rows.map((row) => row.open === 0));
      expect(interval?.[2]).toEqual(NOTHING);
      expect(interval?.[0]).not.toEqual(NOTHING);
    }
  });

  test("have a warning that tells so, and a file that older programs refuse", async () => {
    const { info, artifact } = await trained;
    expect(info.warnings).toContainEqual({
      code: "always_zero",
      values: { names: "open = 0" },
      message: "sales was 0 in all periods with open = 0, so it is forecast as 0 there",
    });
    expect(Buffer.from(artifact).toString("latin1")).toContain('"version":3');
  });
});

test.each(["ETS", "GLM"])("each of several series by %s is forecast as 0 where the column says so", async (algorithm) => {
  const { info, artifact } = await train(algorithm, { shops: ["A", "B"] });
  for (const { steps } of info.forecast?.series ?? []) expect(steps.map(({ value }) => value === 0)).toEqual(CLOSED);
  expect(next(loadServingModel(artifact)).value.map((value) => value === 0)).toEqual([...CLOSED, ...CLOSED]);
});

test.each(["ETS", "GLM"])("a training by %s that ends on a holiday, without a plan, assumes open days but Sundays", async (algorithm) => {
  const count = DAYS - 3;
  const isOpen = (t: number) => t % 7 !== 6 && t % 31 !== 17 && t !== count - 1;
  const days = Array.from({ length: count }, (_, t) => t);
  const table = createTable({
    when: days.map(dateAt),
    sales: days.map((t) => (isOpen(t) ? 100 + 4 * (t % 7) + 5 * random.normal() : 0)),
    open: days.map((t) => Number(isOpen(t))),
  });
  const timeSeries = { time: "when", lags: 3, horizon: HORIZON, knownAhead: ["open"] };
  const { info } = await trainOnTable(table, modelRequest("REGRESSION", algorithm, { response: "sales", timeSeries }));
  const weekdays = days.slice(0, HORIZON).map((k) => (count + k) % 7);
  expect(info.forecast?.known_ahead?.[0].values).toEqual(weekdays.map((day) => (day === 6 ? 0 : 1)));
  expect(info.forecast?.steps.map(({ value, lower, upper }) => value! > 50 && upper! > lower!)).toEqual(weekdays.map((day) => day !== 6));
});

test("a value at which there was one sale is no closed day", async () => {
  const { info } = await train("ETS", { valueAt: (t) => (t === 6 ? 3 : salesAt(t)) });
  expect(info.warnings.map(({ code }) => code)).not.toContain("always_zero");
});

test.each<[string, object, string[]]>([
  ["of which none is a gap where the column tells of all of them", {}, []],
  ["which may stand for gaps where there are others", { valueAt: (t: number) => (t % 10 === 3 ? 0 : salesAt(t)) }, ["sales"]],
])("sales are 0 on closed days, %s", async (_which, sales, doubted) => {
  const { info } = await train("ETS", sales);
  expect(info.warnings.map(({ code }) => code)).toContain("always_zero");
  expect(info.findings?.flatMap(({ code, column }) => (code === "zeros_for_missing" ? [column] : []))).toEqual(doubted);
});
