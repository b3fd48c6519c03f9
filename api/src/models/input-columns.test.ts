import type { ModelInfo, ModelPhase, Resource, User } from "@agatha/contracts";
import { COLLECTIONS } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { ModelAnswer, ModelColumnsAnswer, ModelStudioAnswer } from "@agatha/contracts/wire";
import { addUser, type Client, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { addDataset, addModel, addTrainedModel, numericInput, setModelStatus } from "../testing/models.js";
import { inputColumns } from "./input-columns.js";
import { reportRoutes } from "./report-routes.js";
import { resultRoutes } from "./result-routes.js";
import { lifecycleRoutes } from "./routes.js";

let deps: TestDeps;
let server: TestServer;
let amber: User;
let client: Client;
let dataset: Resource<"Dataset">;

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps, [...resultRoutes(deps), ...reportRoutes(deps), ...lifecycleRoutes(deps)]);
  amber = await addUser(deps, "amber");
  client = await server.loggedInAs(amber);
  dataset = await addDataset(deps, { owner: amber });
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const pathOf = (model: Resource<"Model">): string => `/agatha/datasets/${dataset.metadata.name}/models/${model.metadata.name}`;

describe("a model's columns", () => {
  // @contract get-agatha-datasets-id-models-mid-columns
  test("a model's columns are its inputs with display names, ranges and importance", async () => {
    const tables = deps.documents.collection(COLLECTIONS.tables);
    const document = (await tables.get(dataset.status?.table?.document ?? ""))!;
    const columns = document.table.columns.map((column) => (column.name === "x" ? { ...column, label: "Heat" } : column));
    await tables.replace({ ...document, table: { ...document.table, columns } });
    const importance = [{ column: "kind", importance: 0.7, spread: 0 }];
    const inputs = [numericInput("x"), { ...numericInput("kind"), type: "s" as const, min: null, max: null, levels: ["a", "b"] }];
    const model = await addTrainedModel(deps, { dataset, inputs, info: { importance } });
    const { data } = await readJson<ModelColumnsAnswer>(await client("GET", `${pathOf(model)}/columns/`));
    expect(data).toEqual([
      {
        name: "x",
        column: "x",
        label: "Heat",
        type: "n",
        lag: null,
        min: 0,
        max: 10,
        typical: 5,
        integer: false,
        levels: [],
        importance: null,
      },
      expect.objectContaining({ name: "kind", label: "kind", type: "s", levels: ["a", "b"], importance: 0.7 }),
    ]);
  });

  test("the columns of a time series name the column that they are lags of", () => {
    const made = { response: "load", forecast: { time: "at" } };
    const info = fromPartial<ModelInfo>({
      inputs: ["load_lag_2", "a_lag_b_lag_1", "load_mean_7", "at_hour"].map(numericInput),
      importance: [],
      ...made,
    });
    expect(inputColumns(info, []).map(({ column, lag }) => [column, lag])).toEqual([
      ["load", 2],
      ["a_lag_b", 1],
      ["load", null],
      ["at", null],
    ]);
    const { forecast: _none, ...notSeries } = info;
    expect(inputColumns(notSeries, []).map(({ column, lag }) => [column, lag])).toEqual([
      ["load_lag_2", null],
      ["a_lag_b_lag_1", null],
      ["load_mean_7", null],
      ["at_hour", null],
    ]);
  });

  test("the columns are unknown before the training, and to other users", async () => {
    const waiting = await addModel(deps, { dataset });
    expect((await client("GET", `${pathOf(waiting)}/columns`)).status).toBe(409);
    const trained = await addTrainedModel(deps, { dataset, spec: { displayName: "Trained" } });
    const stranger = await server.loggedInAs(await addUser(deps, "berta"));
    for (const part of ["columns", "studio"]) expect((await stranger("GET", `${pathOf(trained)}/${part}`)).status).toBe(404);
  });
});

describe("a model's studio", () => {
  const studio = async (model: Resource<"Model">): Promise<ModelStudioAnswer> =>
    readJson<ModelStudioAnswer>(await client("GET", `${pathOf(model)}/studio/`));

  // @contract get-agatha-datasets-id-models-mid-studio, the-model-studio-s-state-is-polled
  test("the studio links to the report once it exists", async () => {
    const model = await addTrainedModel(deps, { dataset });
    const { status, link } = await studio(model);
    expect([status, link]).toEqual(["success", `${server.url}${pathOf(model)}/report/`]);
    const report = await client("GET", link!.slice(server.url.length));
    expect([report.status, report.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  });

  test.each<[ModelPhase, string | undefined]>([
    ["init", undefined],
    ["fitting", undefined],
    ["fitting_fail", "010515"],
    // @contract the-model-studio-s-state-is-polled
  ])("a model in phase %s has no report, and its answer states the same", async (phase, reason) => {
    const made = await addModel(deps, { dataset });
    const model = await setModelStatus(deps, made.metadata.name, { phase, ...(reason && { reason, message: "Too few rows" }) });
    expect(await studio(model)).toEqual({ status: phase, link: null, reason: reason ?? null, message: reason ? "Too few rows" : null });
    expect(await readJson<ModelAnswer>(await client("GET", pathOf(model)))).toMatchObject({ model_studio: phase });
  });
});
