import { API_VERSION, type Resource, type User } from "@agatha/contracts";
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

describe("the report of a model that an automatic training made", () => {
  /** Adds a model of an automatic training whose best model has that name. */
  async function addChildModel(bestModelOf: (name: string) => string): Promise<Resource<"Model">> {
    const figures = { baseline: { RMSE: 2 }, baseline_differences: { RMSE: { lower: -0.8, upper: -0.2 } } };
    const model = await addTrainedModel(deps, { dataset, info: figures });
    const { owner } = dataset.spec;
    const training = await deps.resources.create("AutoModel", {
      metadata: { name: "training" },
      spec: { owner, datasetRef: dataset.metadata.name, mode: "AUTO_REGRESSION", response: "y" },
    });
    const expected = { indicator: "RMSE" as const, value: 1.9, interval: { lower: 1.2, upper: 2.6 }, models: 9 };
    const status = { phase: "fitting_finished" as const, bestModel: bestModelOf(model.metadata.name), expected };
    await deps.resources.updateStatus("AutoModel", { ...training, status });
    const { name, uid } = training.metadata;
    const ownerReferences = [{ apiVersion: API_VERSION, kind: "AutoModel", name, uid }];
    return await deps.resources.update("Model", { ...model, metadata: { ...model.metadata, ownerReferences } });
  }
  const reportOf = async (model: Resource<"Model">) => (await client("GET", pathOf(model, "report"))).text();

  test("tells the figure to expect of the one that was chosen among several, and its verdict is about it", async () => {
    const html = await reportOf(await addChildModel((name) => name));
    expect(html).toContain("RMSE 1.5 on held-out rows; 1.9 (95% interval 1.2 to 2.6) expected on new rows for a model chosen among 9.");
    expect(html).toContain("the difference may be chance");
  });

  test("tells nothing of the kind of the others", async () => {
    const html = await reportOf(await addChildModel(() => "another"));
    expect(html).not.toContain("chosen among");
    expect(html).toContain("Clearly better than the baseline.");
  });
});
