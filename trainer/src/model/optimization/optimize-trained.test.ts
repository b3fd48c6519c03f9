/** The search on trained models of a made table, beside random settings of the same model. */
import { optimizationRequest } from "@agatha/contracts";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { vegaDatasetPath } from "../../testing/dataset-files.js";
import { readCsv } from "../../testing/read-csv.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { loadServingModel } from "../serving/serving-model.js";
import { optimize } from "./optimize.js";
import { searchSpace, toTable } from "./space.js";

const START = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const KINDS = ["oak", "ash", "elm"];
const RANDOM_SETTINGS = 3_000;

const search = { signal: new AbortController().signal, progress() {} };
const random = createRandom(7);
const rows = Array.from({ length: 240 }, () => ({
  a: 10 * random.next(),
  kind: random.int(3),
  day: random.int(365),
  noise: random.next(),
}));
/** Best at a = 3, with ash, on day 182. */
const table = createTable({
  a: rows.map(({ a }) => a),
  kind: rows.map(({ kind }) => KINDS[kind]),
  when: rows.map(({ day }) => new Date(START + day * DAY_MS)),
  lot: rows.map((_row, i) => `lot ${i % 12}`),
  y: rows.map(({ a, kind, day, noise }) => 10 - (a - 3) ** 2 / 4 + (kind === 1 ? 3 : 0) - Math.abs(day - 182) / 30 + noise / 2),
});

const one = (algorithm: string) => modelRequest("REGRESSION", algorithm, { response: "y", columns: ["a", "kind", "when"] });
const layered = (...layers: string[][]) => ({
  ...one("GLM"),
  layers: layers.map((names) => ({ nodes: names.map((algorithm) => ({ algorithm })) })),
});

test.each([
  ["GLM", one("GLM")],
  ["GAM", one("GAM")],
  ["RF", one("RF")],
  ["XGB", one("XGB")],
  ["two layers", layered(["GAM", "XGB"], ["GLM"])],
  ["three layers", layered(["GLM", "GAM"], ["XGB", "GLM"], ["GLM"])],
  ["a model for new groups", { ...one("GAM"), validation: { rows: "groups" as const, groupColumns: ["lot"] } }],
])("the best settings of %s are not worse than any of many random settings", async (_what, asked) => {
  const trained = await trainOnTable(table, asked);
  const model = loadServingModel(trained.artifact);
  const request = optimizationRequest.parse({ target: { goal: "max" }, solutions: 1 });
  const { solutions } = await optimize(request, new Map([[undefined, model]]), search);
  const space = searchSpace(request, [model]);
  const settings = Array.from({ length: RANDOM_SETTINGS }, () =>
    Float64Array.from(space.from, (from, j) =>
      space.choices[j].length > 0 ? random.int(space.choices[j].length) : from + random.next() * (space.to[j] - from),
    ),
  );
  const { value } = model.predictTable(toTable(space, settings, model.inputs));
  expect(solutions[0].prediction).toBeGreaterThanOrEqual(Math.max(...value.map(Number)) - 0.05);
  expect(solutions[0].settings.kind).toBe("ash");
});

test("the hour of a date is searched where the model learned from it", async () => {
  const weather = await readCsv(vegaDatasetPath("seattle-weather-hourly-normals.csv"));
  const { artifact } = await trainOnTable(weather, modelRequest("REGRESSION", "XGB", { response: "temperature", columns: ["date"] }));
  const model = loadServingModel(artifact);
  const request = optimizationRequest.parse({ target: { goal: "max" }, solutions: 1 });
  const [warmest] = (await optimize(request, new Map([[undefined, model]]), search)).solutions;
  const { value } = model.predictTable(weather);
  expect(warmest?.prediction).toBeCloseTo(Math.max(...value.map(Number)), 1);
  const [coldest] = (await optimize({ ...request, target: { goal: "min" } }, new Map([[undefined, model]]), search)).solutions;
  expect(coldest?.prediction).toBeCloseTo(Math.min(...value.map(Number)), 1);
});

test("a model of lags is searched over the past of other columns, and keeps that of its response", async () => {
  const days = rows.map((_, t) => new Date(START + t * DAY_MS));
  const heat = rows.map(({ a }) => a);
  const load = rows.map(({ noise }, t) => 3 * (heat[t - 1] ?? 0) + 10 * (t % 7) + noise);
  const { artifact } = await trainOnTable(
    createTable({ when: days, heat, load }),
    modelRequest("REGRESSION", "GLM", {
      response: "load",
      columns: ["heat"],
      timeSeries: { time: "when", lags: 1, horizon: 1, lagInputs: "proposed" },
    }),
  );
  const model = loadServingModel(artifact);
  const found = (variables: object[]) =>
    optimize(optimizationRequest.parse({ target: { goal: "max" }, variables, solutions: 1 }), new Map([[undefined, model]]), search);
  await expect(found([])).rejects.toMatchObject({ code: "011003", problems: [{ path: "variables" }] });
  const others = model.inputs.filter(({ name }) => name !== "heat_lag_1");
  expect(others.map(({ name }) => name)).toEqual(expect.arrayContaining(["load_lag_1", "load_mean_7", "when_weekday"]));
  const latest = others.map(({ name, typical }) => ({ column: name, fixed: Number(typical) }));
  const [solution] = (await found(latest)).solutions;
  expect(solution?.settings).toMatchObject(Object.fromEntries(latest.map(({ column, fixed }) => [column, fixed])));
  expect(solution?.settings.heat_lag_1).toBeCloseTo(Math.max(...heat.slice(1)), 1);
});
