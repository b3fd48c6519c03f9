import type { Resource, User } from "@agatha/contracts";
import { addUser, type Client, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { addDataset, addModel, addTrainedModel } from "../testing/models.js";
import { reportRoutes } from "./report-routes.js";

let deps: TestDeps;
let server: TestServer;
let amber: User;
let client: Client;
let dataset: Resource<"Dataset">;

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps, reportRoutes(deps));
  amber = await addUser(deps, "amber");
  client = await server.loggedInAs(amber);
  dataset = await addDataset(deps, { owner: amber, name: "Oven1" });
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const pathOf = (model: Resource<"Model">, page: string): string =>
  `/agatha/datasets/${dataset.metadata.name}/models/${model.metadata.name}/${page}/`;

test.each([
  ["report", ["<h1>Model2</h1>", "Oven1", "RMSE", "1.5", "XGB"]],
  ["graph_html", ["<h1>Model2</h1>", "<svg", ">x<"]],
  // @contract get-agatha-datasets-id-models-mid-graph-html, get-agatha-datasets-id-models-mid-report
])("%s is a page of the trained model and runs no script", async (page, texts) => {
  const model = await addTrainedModel(deps, { dataset, spec: { displayName: "Model2" } });
  const answer = await client("GET", pathOf(model, page));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const html = await answer.text();
  for (const text of texts) expect(html).toContain(text);
  expect(html).not.toContain("<script");
});

test.each(["report", "graph_html"])("%s does not exist for an untrained model or other users", async (page) => {
  const waiting = await addModel(deps, { dataset });
  expect((await client("GET", pathOf(waiting, page))).status).toBe(409);
  const trained = await addTrainedModel(deps, { dataset, spec: { displayName: "Trained" } });
  const stranger = await server.loggedInAs(await addUser(deps, "berta"));
  expect((await stranger("GET", pathOf(trained, page))).status).toBe(404);
});
