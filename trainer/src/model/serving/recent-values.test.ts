import { createTable } from "../../testing/create-table.js";
import { vegaDatasetPath } from "../../testing/dataset-files.js";
import { readCsv } from "../../testing/read-csv.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { joinResults } from "./join-results.js";
import { loadServingModel } from "./serving-model.js";

const DAY = 86_400_000;
/** A straight line with a weekly pattern. */
const valueAt = (t: number) => 10 + t + [0, 3, 1, -2, 4, -3, -3][t % 7];
const dateOf = (t: number) => new Date(t * DAY).toISOString().slice(0, 10);
const days = Array.from({ length: 84 }, (_, t) => t);
const table = createTable({ when: days.map((t) => new Date(t * DAY)), y: days.map(valueAt) });
const request = modelRequest("REGRESSION", "SNaive", { response: "y", timeSeries: { time: "when", lags: 1, horizon: 3 } });
const trained = trainOnTable(table, request).then(({ artifact }) => loadServingModel(artifact));

describe("rows for a model of forecasters", () => {
  test("have the time alone, and are forecast from the end of the training", async () => {
    const model = await trained;
    expect(model.inputs.map(({ name }) => name)).toEqual(["when"]);
    expect(model.predict([{ when: dateOf(84) }, { when: dateOf(90) }]).value).toEqual([valueAt(77), valueAt(83)]);
  });

  test("rows with values tell what has come since, from which the others are forecast", async () => {
    const recent = [0, 1, 2].map((k) => ({ when: dateOf(84 + k), y: 500 + k }));
    const { value, interval } = (await trained).predict([...recent, { when: dateOf(91) }, { when: dateOf(94) }]);
    // A value that is known is predicted from the values before it.
    expect(value.slice(0, 3)).toEqual([valueAt(77), valueAt(78), valueAt(79)]);
    expect(value.slice(3)).toEqual([500, valueAt(80)]);
    // Five periods after the last value there is no interval: three were measured.
    expect([interval?.[2] === null, interval?.[3] === null]).toEqual([false, true]);
  });

  test("the interval of a row is that of its number of periods after the last value before it, also where later values are known", async () => {
    const weather = await readCsv(vegaDatasetPath("seattle-weather.csv"));
    const repeated = modelRequest("REGRESSION", "SNaive", { response: "temp_max", timeSeries: { time: "date", lags: 1, horizon: 7 } });
    const layers = [{ nodes: [{ algorithm: "SNaive" as const, params: { season: 1 } }] }];
    const { artifact, info } = await trainOnTable(weather, { ...repeated, layers });
    const widths = info.forecast?.errors.map(({ half_width }) => half_width) ?? [];
    expect(widths[6]).toBeGreaterThan(widths[0] ?? 0);
    const after = (ahead: number) => new Date(Date.UTC(2015, 11, 31 + ahead)).toISOString();
    const recent = [1, 2, 3, 10].map((ahead) => ({ date: after(ahead), temp_max: 8 }));
    const asked = [5, 9, 12, 20].map((ahead) => ({ date: after(ahead) }));
    const model = loadServingModel(artifact);
    const { interval = [], warning } = model.predict([...recent, ...asked]);
    const expected = [1, 1, 1, 7, 2, 6, 2, undefined].map((ahead) => (ahead === undefined ? null : widths[ahead - 1]));
    expect(interval.map((bounds) => bounds && (bounds.upper - bounds.lower) / 2)).toEqual(
      expected.map((width) => width && expect.closeTo(width, 6)),
    );
    const late = model.predict([{ date: after(92), temp_max: 8 }]);
    expect([late.interval, late.warning]).toEqual([
      [null],
      ["Errors more than 7 periods ahead were not measured: the value may be far off"],
    ]);
    expect(warning?.map((each) => each !== null)).toEqual([false, false, false, false, false, false, false, true]);
  });

  test("several rows of one period tell their mean, as in the training", async () => {
    const recent = [40, 50, 75].map((y, k) => ({ when: `${dateOf(84)}T0${k}:00:00Z`, y }));
    const model = await trained;
    expect(model.predict([...recent, { when: dateOf(91) }]).value[3]).toBe(55);
    const { value } = joinResults([...model.nextPeriods!(model.toTable(recent), { periods: 7 })]);
    expect(value[6]).toBe(55);
  });

  test("contributions are those to the forecast that goes on from what has come since", async () => {
    const recent = Array.from({ length: 7 }, (_, k) => ({ when: dateOf(84 + k), y: 500 + k }));
    const { value, varimp, explanation } = (await trained).predict([...recent, { when: dateOf(92) }], { explain: true });
    expect(value[7]).toBe(501);
    expect(explanation?.prediction).toEqual(value);
    expect(Number(varimp?.[7].when) + Number(explanation?.base[7])).toBeCloseTo(501, 6);
  });

  test("rows are filled cell by cell too, as the prediction API reads them", async () => {
    const model = await trained;
    const columns = model.rowColumns();
    for (const row of [{ when: dateOf(84), y: 500 }, { when: dateOf(91) }]) {
      for (const [name, cell] of Object.entries(row)) columns.set(columns.find(name)!, cell);
      columns.endRow();
    }
    expect(model.predictTable(columns.take()).value).toEqual([valueAt(77), 500]);
  });

  test("rows with values change nothing for later requests", async () => {
    const model = await trained;
    model.predict([{ when: dateOf(84), y: 999 }]);
    expect(model.predict([{ when: dateOf(91) }]).value).toEqual([valueAt(77)]);
  });

  test("rows are each followed by the periods after them where a forecast is asked for", async () => {
    const { forecast } = (await trained).predict([{ when: dateOf(84) }], { forecast: true });
    expect(forecast?.[0]?.map(({ step, value }) => [step, value])).toEqual([
      [1, valueAt(77)],
      [2, valueAt(78)],
      [3, valueAt(79)],
    ]);
    expect(forecast?.[0]?.every(({ lower, upper }) => lower !== null && upper !== null && lower < upper)).toBe(true);
  });

  test("rows with a value in the far future are refused", async () => {
    const model = await trained;
    expect(() => model.predict([{ when: "2999-01-01", y: 1 }])).toThrow("more than 10000 periods after");
  });
});
