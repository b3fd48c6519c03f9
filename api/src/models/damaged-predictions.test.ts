import { Readable } from "node:stream";
import { COLLECTIONS, DamagedObject, ERRORS, MissingObject, type Resource } from "@agatha/contracts";
import { addUser, type Client, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { addDataset, addTrainedModel } from "../testing/models.js";
import { createTokenUsage } from "../tokens/usage.js";
import { modelRoutes } from "./index.js";

let deps: TestDeps;
let server: TestServer;
let client: Client;
let model: Resource<"Model">;
let predictions: string;

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps, modelRoutes(deps, createTokenUsage(deps)));
  const amber = await addUser(deps, "amber");
  client = await server.loggedInAs(amber);
  const dataset = await addDataset(deps, { owner: amber });
  model = await addTrainedModel(deps, { dataset, spec: { displayName: "Torn", title: "\u713c\u6210" } });
  predictions = `/agatha/datasets/${dataset.metadata.name}/models/${model.metadata.name}/preds/`;
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

test("damage is told before the first byte of a download", async () => {
  deps.objects.verify = (key) => Promise.reject(new DamagedObject(key, "bytes 0 to 9 have changed"));
  const answer = await client("GET", predictions);
  expect([answer.status, await answer.json()]).toEqual([500, expect.objectContaining({ tukey_error: ERRORS.storedDataDamaged })]);
});

test("damage in the middle of a download breaks the connection", async () => {
  async function* half(key: string) {
    yield Buffer.from('{"rows":[');
    throw new DamagedObject(key, "bytes 10 to 19 have changed");
  }
  deps.objects.get = async (key) => Readable.from(half(key), { objectMode: false });
  const answer = await client("GET", predictions);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow("terminated");
});

test("a model whose description is lost is told by its title, with what to do", async () => {
  await deps.documents.collection(COLLECTIONS.modelInfos).delete(model.status!.artifact!.info);
  const answer = await client("GET", predictions.replace(/preds\/$/, "info/"));
  expect([answer.status, await answer.json()]).toEqual([
    500,
    expect.objectContaining({
      tukey_error: ERRORS.storedDataDamaged,
      detail: [
        { path: "", message: expect.stringMatching(/^The description of the model "\u713c\u6210" is missing\. Train the model again/) },
      ],
    }),
  ]);
});

test("an object that is missing is told by its model, with what to do, unless the model has another one by now", async () => {
  const folder = `models/${model.metadata.uid}`;
  const artifact = { ...model.status!.artifact!, predictions: `${folder}/2/predictions.json` };
  await deps.resources.updateStatus("Model", { ...model, status: { ...model.status, artifact } });
  const answerFor = async (key: string) => {
    deps.objects.verify = () => Promise.reject(new MissingObject(key));
    const answer = await client("GET", predictions);
    return [answer.status, await answer.json()];
  };
  const message = expect.stringMatching(
    /^The list of held-out predictions of the model "\u713c\u6210" .* is missing\. Train the model again/,
  );
  expect(await answerFor(artifact.predictions)).toEqual([
    500,
    expect.objectContaining({ tukey_error: ERRORS.storedDataDamaged, detail: [{ path: "", message }] }),
  ]);
  expect((await answerFor(`${folder}/1/predictions.json`))[0]).toBe(404);
});

test("the names of a missing object are looked for once, however often it is asked for", async () => {
  const artifact = { ...model.status!.artifact!, predictions: `models/${model.metadata.uid}/2/predictions.json` };
  await deps.resources.updateStatus("Model", { ...model, status: { ...model.status, artifact } });
  deps.objects.verify = () => Promise.reject(new MissingObject(artifact.predictions));
  const { resources } = deps;
  const list = resources.list.bind(resources);
  let listed = 0;
  resources.list = (...args) => {
    listed++;
    return list(...args);
  };
  const lists = async () => {
    listed = 0;
    expect((await client("GET", predictions)).status).toBe(500);
    return listed;
  };
  const first = await lists();
  expect(await lists()).toBeLessThan(first);
});
