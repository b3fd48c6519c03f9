import { readFileSync } from "node:fs";
import { carsCsv, vegaFile } from "../data.js";
import type { TestClient } from "../end-to-end/testing/client.js";

/** Persons without work in the United States from 2000 to 2010, in thousands, one line for each industry and month. */
function unemploymentCsv(): string {
  const months = JSON.parse(readFileSync(vegaFile("unemployment-across-industries.json"), "utf8")) as {
    series: string;
    year: number;
    month: number;
    count: number;
  }[];
  const lines = months.map(({ series, year, month, count }) => `${year}-${String(month).padStart(2, "0")}-01,${series},${count}`);
  return ["month,industry,unemployed", ...lines].join("\n");
}

/** A table with an edit history, models of each kind, calculations, a comparison, and two accounts. */
export async function prepareCars(client: TestClient) {
  const cars = await client.uploadDataset("Cars.csv", carsCsv(), { product_type: "quality" });
  const later = await client.uploadDataset("Later cars.csv", carsCsv(), { product_type: "quality" });
  await client.api.createExtraction(cars.id, {
    cond: "Horsepower > 60",
    spec: { type: "filter", groups: [{ conditions: [{ column: "Horsepower", op: "gt", value: 60 }] }] },
  });
  const columns = ["Cylinders", "Displacement", "Horsepower", "Weight_in_lbs", "Acceleration", "Origin"];
  const train = (name: string, algorithm: string, more: Record<string, unknown>) =>
    client.train(cars.id, { name, columns, layers: [{ nodes: [{ algorithm }] }], seed: 7, ...more });
  const target = { model_type: "REGRESSION", response: "Miles_per_Gallon" };
  const regression = await train("Consumption", "RF", target);
  const linear = await train("Linear", "GLM", target);
  const classes = await train("Origin", "GLM", {
    model_type: "CLASSIFICATION",
    response: "Origin",
    columns: columns.filter((column) => column !== "Origin"),
  });
  const outliers = await train("Unusual", "iForest", { model_type: "OCC" });
  const groups = await train("Kinds", "k-means", { model_type: "CLUSTERING" });
  await client.api.enableApis({ api_update_list: [{ model_id: regression.id, api_enabled: true }] });
  const request = { model_id_list: [regression.id, linear.id], response: "Miles_per_Gallon", test_dataset_id: later.id };
  const comparison = (await client.api.createEvaluation(cars.id, request)).id;
  await client.waitForEvaluation(cars.id, comparison);
  const search = await client.api.calculate(cars.id, regression.id, {
    type: "optimization",
    target: { goal: "max" },
    variables: [{ column: "Weight_in_lbs", min: 2500 }],
  });
  const batch = await client.api.calculate(cars.id, regression.id, { type: "batch", dataset_id: later.id });
  for (const { id } of [search, batch]) await client.waitForCalculation(cars.id, regression.id, id);
  const person = await client.api.createUser({ username: "line3@example.com", email: "line3@example.com", model_limit: 20 });
  await client.api.createUser({ username: "laboratory", is_active: false });
  return { cars, columns, later, regression, linear, classes, outliers, groups, comparison, search, batch, person };
}

/** Prepares what the screens show, and also an automatic training, a forecast of sums, and outliers in series. */
export async function prepareProduct(client: TestClient) {
  const made = await prepareCars(client);
  const { cars, columns } = made;
  const { id: training } = await client.api.createAutoModel(cars.id, {
    mode: "AUTO_MINIMUM",
    response: "Miles_per_Gallon",
    columns,
    limit: 4,
  });
  await client.waitForAutoModel(cars.id, training);
  const jobs = await client.uploadDataset("Unemployment.csv", unemploymentCsv(), { product_type: "timeseries" });
  const forecast = await client.train(jobs.id, {
    name: "NextYear",
    model_type: "REGRESSION",
    response: "unemployed",
    layers: [{ nodes: [{ algorithm: "ETS" }] }],
    time_series_params: { time: "month", horizon: 12, hierarchy: { columns: ["industry"], levels: [[]], reconciliation: "auto" } },
  });
  const weather = await client.uploadDataset("Weather.csv", readFileSync(vegaFile("seattle-weather.csv")), { product_type: "occ" });
  const anomalies = await client.train(weather.id, {
    name: "UnusualDays",
    model_type: "OCC",
    columns: ["temp_max", "temp_min", "wind"],
    time_series_params: { time: "date" },
    layers: [{ nodes: [{ algorithm: "Residual" }] }],
  });
  return { ...made, training, jobs, forecast, weather, anomalies };
}
export type PreparedCars = Awaited<ReturnType<typeof prepareCars>>;
export type PreparedProduct = Awaited<ReturnType<typeof prepareProduct>>;
