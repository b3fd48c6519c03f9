import { modelInfo } from "@agatha/contracts";
import { loadServingModel } from "../../model/serving/serving-model.js";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";

const monthAt = (t: number) => new Date(Date.UTC(2012, t, 1));
const LOWEST = [
  ["DE", "Bonn", "tea"],
  ["DE", "Bonn", "milk"],
  ["DE", "Kiel", "tea"],
  ["FR", "Lyon", "tea"],
  ["FR", "Lyon", "milk"],
];
const COUNT = 72;
const COLUMNS = ["country", "shop", "product"];

/** Monthly sales, whose noise is large in each series and small in the sums. */
function sales(seed = 1) {
  const random = createRandom(seed);
  return Array.from({ length: COUNT }, (_, t) => {
    const noise = LOWEST.map(() => 3 * random.normal());
    return LOWEST.map((_series, i) => 30 + 10 * i + 6 * Math.sin((2 * Math.PI * t) / 12) + noise[i] - noise[(i + 1) % LOWEST.length]);
  });
}

interface Row {
  t: number;
  names: (string | null)[];
  y: number | null;
}

const allRows = (y = sales()): Row[] => y.flatMap((values, t) => values.map((value, i) => ({ t, names: LOWEST[i], y: value })));

const tableOf = (rows: readonly Row[]) =>
  createTable({
    month: rows.map(({ t }) => monthAt(t)),
    ...Object.fromEntries(COLUMNS.map((name, i) => [name, rows.map(({ names }) => names[i])])),
    y: rows.map(({ y }) => y),
  });

const request = (hierarchy: object = {}, algorithms: ("ETS" | "SNaive" | "Theta")[] = ["SNaive"]) =>
  modelRequest("REGRESSION", "ETS", {
    response: "y",
    timeSeries: { time: "month", lags: 1, horizon: 4, hierarchy: { columns: COLUMNS, reconciliation: "auto", ...hierarchy } },
    layers: [{ nodes: algorithms.map((algorithm) => ({ algorithm })) }],
  });

const train = (rows: readonly Row[], ...asked: Parameters<typeof request>) => trainOnTable(tableOf(rows), request(...asked));

test("numbers with a fraction name no series of a hierarchy", async () => {
  const rows = allRows();
  const table = createTable({
    month: rows.map(({ t }) => monthAt(t)),
    ...Object.fromEntries(COLUMNS.map((name, i) => [name, rows.map(({ names }) => names[i])])),
    shop: rows.map(({ names }) => 0.5 + LOWEST.findIndex(([, shop]) => shop === names[1])),
    y: rows.map(({ y }) => y),
  });
  await expect(trainOnTable(table, request())).rejects.toMatchObject({
    code: "010405",
    problems: [{ path: "timeSeries.hierarchy.columns[1]", message: expect.stringContaining("whole numbers") }],
  });
});

/** Checks that each sum is that of the lowest series below it, among values by series name. */
function expectCoherent(forecastOf: (name: string) => number) {
  const below = (...start: string[]) =>
    LOWEST.filter((names) => start.every((value, i) => names[i] === value)).reduce((sum, names) => sum + forecastOf(names.join(" / ")), 0);
  for (const sum of [[], ["DE"], ["FR"], ["DE", "Bonn"], ["DE", "Kiel"], ["FR", "Lyon"]]) {
    const value = forecastOf(sum.join(" / ") || "Total");
    expect(Math.abs(value - below(...sum))).toBeLessThan(1e-9 * Math.max(1, Math.abs(value)));
  }
}

describe("forecasts of a hierarchy", () => {
  test.each([
    ["minT", ["ETS"]],
    ["bottomUp", ["ETS"]],
    ["auto", ["SNaive", "Theta"]],
  ] as const)("add up in the description, in the next periods and in rows: %s", async (reconciliation, algorithms) => {
    const { info, artifact } = await train(allRows(), { reconciliation }, [...algorithms]);
    expect(modelInfo.parse(info)).toEqual(info);
    const { hierarchy, series = [], series_column } = info.forecast ?? {};
    expect(series_column).toBe("country / shop / product");
    expect(series).toHaveLength(11);
    expect(series[0]).toMatchObject({ name: "Total", level: [] });
    expect(series[4]).toMatchObject({ name: "DE / Kiel", level: ["country", "shop"] });
    if (reconciliation !== "auto") expect(hierarchy?.method).toBe(reconciliation);
    expect(hierarchy?.levels.map(({ columns, series: count }) => [columns.length, count])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 5],
    ]);
    const model = loadServingModel(artifact);
    expect(model.inputs.map(({ name }) => name)).toEqual(["month", ...COLUMNS]);
    const next = [...(model.nextPeriods?.(model.toTable([]), { periods: 4 }) ?? [])];
    const answered = next.flatMap(({ series: names = [], time = [], value }) =>
      value.map((each, i) => ({ name: names[i], time: time[i], value: each })),
    );
    for (const step of [0, 1, 2, 3]) {
      const time = monthAt(COUNT + step).toISOString();
      expectCoherent((name) => series.find((each) => each.name === name)?.steps[step].value ?? Number.NaN);
      expectCoherent((name) => Number(answered.find((each) => each.name === name && each.time === time)?.value));
      expectCoherent((name) => {
        const [country, shop, product] = name === "Total" ? [] : name.split(" / ");
        return Number(model.predict([{ month: time, country, shop, product }]).value[0]);
      });
      expect(answered.find((each) => each.name === "Total" && each.time === time)?.value).toBe(series[0].steps[step].value);
    }
  });

  test("intervals of each level count in its own errors, and the MASE is the mean of the levels", async () => {
    const { info } = await train(allRows(), { reconciliation: "bottomUp" });
    const { series = [], hierarchy, errors } = info.forecast ?? {};
    const widthOf = (name: string) => {
      const { lower, upper } = series.find((each) => each.name === name)?.steps[0] ?? {};
      return (upper ?? 0) - (lower ?? 0);
    };
    // The noise cancels out in the total: the sum of five intervals would be far too wide.
    expect(widthOf("Total")).toBeGreaterThan(0);
    expect(widthOf("Total")).toBeLessThan(0.8 * widthOf("DE / Bonn / tea") * Math.sqrt(LOWEST.length));
    const mean = (hierarchy?.levels ?? []).reduce((sum, { MASE }) => sum + (MASE.bottomUp ?? 0) / 4, 0);
    expect(info.indicators.MASE).toBeCloseTo(mean, 10);
    expect(info.intervals?.MASE?.lower).toBeLessThan(mean);
    expect(info.intervals?.MASE?.upper).toBeGreaterThan(mean);
    expect(info.baseline_intervals?.MASE?.lower).toBeLessThan(info.baseline.MASE ?? Number.NaN);
    expect(info.baseline_intervals?.MASE?.upper).toBeGreaterThan(info.baseline.MASE ?? Number.NaN);
    for (const { coverage } of errors ?? []) expect(coverage).toBeGreaterThan(0.7);
  });

  test("an error in the lists is that of the row that has the value; a sum has no row", async () => {
    const rows = allRows();
    const { info } = await train(rows, { reconciliation: "bottomUp" });
    const { points = [], largest_errors = [], smallest_errors = [] } = info.regression ?? {};
    const listed = [...largest_errors, ...smallest_errors];
    expect(listed.length).toBeGreaterThan(0);
    for (const { row, actual } of listed) expect(actual).toBe(rows[row].y);
    const own = points.filter(({ row }) => row >= 0);
    expect(own.length).toBeGreaterThan(0);
    for (const { row, actual } of own) expect(actual).toBe(rows[row].y);
    expect(points.some(({ row, actual }) => row === -1 && actual > 200)).toBe(true);
  });

  test("an unknown name has no forecast, and a name that is left out means all", async () => {
    const { artifact } = await train(allRows());
    const model = loadServingModel(artifact);
    const month = monthAt(COUNT).toISOString();
    const { value, warning } = model.predict([{ month, country: "IT" }, { month }, { month, country: "DE", product: "tea" }]);
    expect(value).toEqual([null, expect.any(Number), null]);
    expect(warning).toEqual([expect.stringContaining("does not know"), null, expect.stringContaining("does not know")]);
  });

  test("levels are chosen, and may cross the others", async () => {
    const { info } = await train(allRows(), { levels: [["product"], []] });
    expect(info.forecast?.series?.slice(0, 4).map(({ name }) => name)).toEqual(["Total", "* / * / tea", "* / * / milk", "DE / Bonn / tea"]);
    const [total, tea, milk] = info.forecast?.series?.map(({ steps }) => steps[0].value ?? Number.NaN) ?? [];
    expect(tea + milk).toBeCloseTo(total, 9);
  });

  test("a series that starts later, one with a gap and one that ends earlier: the sums are those of what is there, with a warning", async () => {
    const rows = allRows().filter(
      ({ t, names: [, shop, product] }) =>
        !(shop === "Kiel" && t < 60) &&
        !(product === "milk" && shop === "Bonn" && t === 30) &&
        !(product === "milk" && shop === "Lyon" && t > 68),
    );
    const { info } = await train(rows, {}, ["ETS"]);
    const { series = [] } = info.forecast ?? {};
    const historyOf = (name: string) =>
      new Map(series.find((each) => each.name === name)?.history?.map(({ time, value }) => [time, value]));
    const y = sales();
    const total = historyOf("Total");
    expect(total.get(monthAt(20).toISOString())).toBeCloseTo(
      y[20].reduce((sum, value, i) => sum + (i === 2 ? 0 : value), 0),
      9,
    );
    expect(historyOf("DE / Bonn").get(monthAt(30).toISOString())).toBeCloseTo(y[30][0] + (y[29][1] + y[31][1]) / 2, 9);
    expect(historyOf("FR").get(monthAt(70).toISOString())).toBeCloseTo(y[70][3], 9);
    expect(historyOf("DE / Kiel").size).toBe(12);
    expect(info.warnings.find(({ code }) => code === "series_ended")?.message).toContain("FR / Lyon / milk");
    expectCoherent((name) => series.find((each) => each.name === name)?.steps[0].value ?? Number.NaN);
  });

  test.each(["minT", "bottomUp"])(
    "a row before the first value of its series has a warning alone; the sums are of what is there: %s",
    async (reconciliation) => {
      const rows = allRows().filter(({ t, names: [, shop] }) => !(shop === "Kiel" && t < 36));
      const model = loadServingModel((await train(rows, { reconciliation })).artifact);
      const kiel = (t: number) => ({ month: monthAt(t).toISOString(), country: "DE", shop: "Kiel", product: "tea" });
      const { value, interval, warning } = model.predict([kiel(30), kiel(COUNT), { month: monthAt(30).toISOString() }]);
      expect(value).toEqual([null, expect.any(Number), expect.any(Number)]);
      expect(interval).toEqual([null, expect.anything(), expect.anything()]);
      expect(warning).toEqual([expect.stringContaining("before the first value"), null, null]);
    },
  );

  test("series that are never negative have no negative forecast", async () => {
    const rows = allRows(sales().map((values, t) => values.map((_value, i) => Math.max(0, 40 - t + i))));
    const { info } = await train(rows, { reconciliation: "minT" }, ["Theta"]);
    for (const { steps } of info.forecast?.series ?? []) for (const { value } of steps) expect(value).toBeGreaterThanOrEqual(0);
  });

  test.each([
    ["a method of lags", { layers: [{ nodes: [{ algorithm: "GLM" }] }] }, "GLM forecasts no sums"],
    ["an unknown column", { hierarchy: { columns: ["region"] } }, "no column of text"],
    ["a level of other columns", { hierarchy: { levels: [["city"]] } }, "city is none of the columns"],
  ])("%s is refused", async (_what, change: { layers?: { nodes: { algorithm: string }[] }[]; hierarchy?: object }, message) => {
    const asked = request(change.hierarchy);
    await expect(trainOnTable(tableOf(allRows()), { ...asked, ...(change.layers && { layers: change.layers }) })).rejects.toThrow(message);
  });

  test("later values are refused, since sums go on with all their series alone", async () => {
    const model = loadServingModel((await train(allRows())).artifact);
    expect(() => model.predict([{ month: monthAt(COUNT).toISOString(), country: "DE", shop: "Kiel", product: "tea", y: 3 }])).toThrow(
      "train the model again",
    );
  });
});
