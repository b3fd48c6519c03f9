import type { ModelInput, ModelSpec, Resource } from "@agatha/contracts";
import { addUser, type Client, readError, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { addDataset, addModel, addTrainedModel, numericInput } from "../testing/models.js";
import { companionRoutes } from "./index.js";

let deps: TestDeps;
let server: TestServer;
let dataset: Resource<"Dataset">;
let someone: Client;

beforeEach(async () => {
  deps = testDeps({ serviceOrigins: ["https://recipes.example.com"] });
  server = await startServer(deps, companionRoutes(deps));
  const owner = await addUser(deps, "someone");
  dataset = await addDataset(deps, { owner });
  someone = await server.loggedInAs(owner);
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const WORDS: ModelInput = { ...numericInput("kind"), type: "s" };
const trained = async (type: ModelSpec["type"], inputs = [numericInput("x")]): Promise<string> =>
  (await addTrainedModel(deps, { dataset, inputs, spec: { type } })).metadata.name;
const hand = (model_id: string, flow: string, { origin = "https://recipes.example.com", as = someone } = {}): Promise<Response> =>
  as("POST", "/agatha/service/", { body: { origin, dataset_id: dataset.metadata.name, model_id, flow } });

// @contract get-agatha-service, post-agatha-service
test("the console receives its address, the allowed origin and the model", async () => {
  expect(await readJson(await someone("GET", "/agatha/service/"))).toMatchObject({
    main_application_url: `${server.url}/`,
    allowed_origins: ["https://recipes.example.com"],
    flows: ["calculation", "optimization", "detection"],
  });
});

test.each<[string, ModelSpec["type"]]>([
  ["calculation", "REGRESSION"],
  ["optimization", "REGRESSION"],
  ["detection", "OCC"],
  // @contract a-service-is-on-the-same-machine
])("the service receives the model for %s", async (flow, type) => {
  const model_id = await trained(type);
  const answer = await hand(model_id, flow, { origin: "http://127.0.0.1:5000" });
  expect([answer.status, await readJson(answer)]).toEqual([
    200,
    {
      origin: "http://127.0.0.1:5000",
      dataset_id: dataset.metadata.name,
      model_id,
      flow,
      main_application_url: `${server.url}/`,
      state: "SERVICE_INIT_DATA",
    },
  ]);
});

test.each<[string, () => Promise<Response>, [number, string, string | undefined]]>([
  [
    "an origin that is not allowed",
    async () => hand(await trained("OCC"), "detection", { origin: "https://evil.example" }),
    [403, "010302", "origin"],
  ],
  ["a flow that is none", async () => hand(await trained("OCC"), "flying"), [400, "010201", "flow"]],
  ["a calculation of classes", async () => hand(await trained("CLASSIFICATION"), "calculation"), [400, "010504", "model_id"]],
  ["a detection without a detector", async () => hand(await trained("REGRESSION"), "detection"), [400, "010504", "model_id"]],
  [
    "an optimization of words",
    async () => hand(await trained("REGRESSION", [numericInput("x"), WORDS]), "optimization"),
    [400, "011002", "model_id"],
  ],
  [
    "a model that is not trained yet",
    async () => hand((await addModel(deps, { dataset })).metadata.name, "calculation"),
    [409, "010517", ""],
  ],
  [
    "a model of somebody else",
    async () => hand(await trained("OCC"), "detection", { as: await server.loggedInAs(await addUser(deps, "other")) }),
    [404, "010401", undefined],
  ],
  // @contract a-service-is-on-the-same-machine
])("the handshake refuses %s", async (_what, attempt, expected) => {
  expect(await readError(await attempt())).toEqual(expected);
});
