import { carsCsv } from "../data.js";
import type { TestClient } from "../end-to-end/client.js";

/** What the screens show: a table with an edit history, models of each kind, a comparison, and two accounts. */
export async function prepareProduct(client: TestClient) {
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
  await client.api.createUser({ username: "line3@example.com", email: "line3@example.com", model_limit: 20 });
  await client.api.createUser({ username: "laboratory", is_active: false });
  return { cars, later, regression, linear, classes, outliers, groups, comparison };
}
export type PreparedProduct = Awaited<ReturnType<typeof prepareProduct>>;
