/**
 * Every code of the error catalogue is returned by the API: here by a request or, if it takes a training or an operator, by the
 * named end-to-end test. A code without either does not compile.
 */
import { readFileSync } from "node:fs";
import { COLLECTIONS, DamagedObject, ERRORS_BY_CODE, type ErrorCode, Unavailable, type User } from "@agatha/contracts";
import { createTokenStore, modelSubject } from "@agatha/contracts/api-access/api-tokens";
import type { ErrorBody } from "@agatha/contracts/wire";
import { addUser, type Client, type TestDeps, type TestServer, testDeps } from "./testing/deps.js";
import { lowCostHash } from "./testing/low-cost-hash.js";
import { addDataset, addModel, addTrainedModel, enableApi, numericInput, setModelStatus } from "./testing/models.js";
import { createOwnerFixtures, OWNER_NAME, type OwnerFixtures, PASSWORD, serveAll } from "./testing/route-fixtures.js";
import { turnOnSecondFactor } from "./testing/second-factor.js";

interface TestHarness {
  deps: TestDeps;
  has: OwnerFixtures;
  /** Ids of the owner's dataset and model. */
  dataset: string;
  model: string;
  nobody: Client;
  owner: Client;
  manager: Client;
}
type Request = (harness: TestHarness) => Promise<Response>;
/** File below tests/src/end-to-end and the title of a test in it. The file names the code. */
type ErrorTrigger = Request | { file: string; test: string };

const NEW_PASSWORD = { new_password: "of eight or more", new_password_again: "of eight or more" };
const MODEL = { name: "New", model_type: "REGRESSION", response: "y" };
const create =
  (changes: object): Request =>
  ({ owner, dataset }) =>
    owner("POST", `${dataset}/models/`, { body: { ...MODEL, ...changes } });
const node = (algorithm: string, rest: object = {}) => ({ layers: [{ nodes: [{ algorithm, ...rest }] }] });
/** Writes the form itself: Node.js 20 may wait for ever for the end of an empty Blob. */
const upload =
  (fileName: string, content: string): Request =>
  ({ owner }) => {
    const part = `Content-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/octet-stream`;
    const headers = { "Content-Type": "multipart/form-data; boundary=part" };
    return owner("POST", "/agatha/datasets/upload/", { headers, body: `--part\r\n${part}\r\n\r\n${content}\r\n--part--\r\n` });
  };
const asChanged =
  (changes: (owner: User) => Partial<User>, request: Request): Request =>
  async (harness) => {
    const { owner } = harness.has;
    await harness.deps.documents.collection(COLLECTIONS.users).put({ ...owner, ...changes(owner) });
    return await request(harness);
  };
const enable = (harness: TestHarness, model_id: string): Promise<Response> =>
  harness.manager("PATCH", "/agatha/openthirdapi/update_multi", { body: { api_update_list: [{ model_id, api_enabled: true }] } });
const predict = async ({ deps, has, nobody }: TestHarness, data: unknown): Promise<Response> => {
  const api_token = await createTokenStore(deps).getOrCreate(modelSubject(has.model));
  return await nobody("POST", "/tukey/api/", { body: { api_token, data } });
};

const ERROR_TRIGGERS: Record<ErrorCode, ErrorTrigger> = {
  "010101": ({ deps, owner, model }) => {
    deps.expectsUnknownCause = true;
    deps.objects.get = () => Promise.reject(new Error("torn"));
    return owner("GET", `${model}/preds`);
  },
  "010102": ({ deps, owner }) => {
    deps.resources.list = () => Promise.reject(new Unavailable("away"));
    return owner("GET", "/agatha/datasets");
  },
  "010323": ({ owner }) => owner("GET", "/agatha/user/", { headers: { "X-Agatha-User": "another" } }),
  "010103": ({ deps, owner, dataset }) => {
    deps.resources.update = () => Promise.reject(Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }));
    return owner("PATCH", dataset, { body: { name: "Renamed" } });
  },
  "010104": ({ deps, owner, dataset }) => {
    deps.resources.update = () => Promise.reject(new Error("not stored", { cause: new Error("Read-only file system: lock.mdb") }));
    return owner("PATCH", dataset, { body: { name: "Renamed" } });
  },
  "010105": ({ deps, owner, model }) => {
    deps.objects.get = (key) => Promise.reject(new DamagedObject(key, "bytes 0 to 9 have changed"));
    return owner("GET", `${model}/export`);
  },
  "010201": ({ owner, model }) => owner("POST", `${model}/calcs`, { body: { type: "nonsense" } }),
  "010301": ({ nobody }) => nobody("GET", "/agatha/user"),
  "010302": ({ owner }) => owner("GET", "/manage_agatha/model_list"),
  "010303": ({ nobody }) => nobody("POST", "/accounts/login", { body: { username: OWNER_NAME, password: "guess" } }),
  "010304": asChanged(
    () => ({ active: false }),
    ({ nobody }) => nobody("POST", "/accounts/login", { body: { username: OWNER_NAME, password: PASSWORD } }),
  ),
  "010305": async ({ nobody }) => {
    const guess = () => nobody("POST", "/accounts/login", { body: { username: OWNER_NAME, password: "guess" } });
    for (let i = 0; i < 20; i++) await guess();
    return await guess();
  },
  "010306": ({ owner }) => owner("POST", "/accounts/logout", { headers: { "X-CSRFToken": "forged" } }),
  "010307": ({ manager }) => manager("PATCH", "/agatha/users/nobody", { body: { auth: "normal" } }),
  "010308": ({ manager }) => manager("POST", "/agatha/users", { body: { username: OWNER_NAME } }),
  "010309": ({ owner }) => owner("POST", "/accounts/change_password", { body: { current_password: "guess", ...NEW_PASSWORD } }),
  "010310": ({ owner }) =>
    owner("POST", "/accounts/change_password", {
      body: { current_password: PASSWORD, ...NEW_PASSWORD, new_password_again: "another one" },
    }),
  "010311": ({ owner }) => owner("PATCH", "/agatha/user/update_info", { body: { email: "nowhere" } }),
  "010312": ({ nobody }) => nobody("POST", "/accounts/reset_password", { body: { reset_token: "used", ...NEW_PASSWORD } }),
  "010313": asChanged(({ contract }) => ({ contract: { ...contract, type: "SP", dueDate: "2024-05-01T08:00:00Z" } }), create({})),
  "010314": ({ manager, has }) => manager("DELETE", `/agatha/users/${has.owner.id}`),
  "010315": ({ owner }) => owner("DELETE", "/agatha/user/sessions/ended"),
  "010316": ({ manager }) => manager("POST", "/agatha/users", { body: { username: "new", password: "Password1234" } }),
  "010317": ({ owner }) => {
    const same = { new_password: PASSWORD, new_password_again: PASSWORD };
    return owner("POST", "/accounts/change_password", { body: { current_password: PASSWORD, ...same } });
  },
  "010318": async ({ deps, nobody, owner }) => {
    await turnOnSecondFactor(deps, owner, PASSWORD);
    return await nobody("POST", "/accounts/login", { body: { username: OWNER_NAME, password: PASSWORD } });
  },
  "010319": async ({ owner }) => {
    await owner("POST", "/accounts/second_factor", { body: { password: PASSWORD } });
    return await owner("POST", "/accounts/second_factor/confirm", { body: { code: "12345" } });
  },
  "010320": {
    file: "accounts/sign-on",
    test: "a callback that this browser has not begun, or that is changed or used, signs nobody on (010320)",
  },
  "010321": { file: "accounts/sign-on", test: "who is in no group that may sign on is told so (010321)" },
  "010322": {
    file: "accounts/sign-on",
    test: "an account is linked by the verified address that is its name, and taken over by nobody else",
  },
  "010401": ({ owner }) => owner("GET", "/agatha/datasets/nowhere"),
  "010402": async ({ deps, owner, has, dataset }) => {
    await addDataset(deps, { owner: has.owner, name: "Taken" });
    return await owner("PATCH", dataset, { body: { name: "Taken" } });
  },
  "010403": async (harness) => {
    const tables = harness.deps.documents.collection(COLLECTIONS.tables);
    const found = (await tables.get(harness.has.dataset.status?.table?.document ?? ""))!;
    const top = [1, 2].map((i) => ({ value: `part ${i}`, count: 1 }));
    const columns = found.table.columns.map((column) => ({ ...column, stats: { ...column.stats, top, unique: 2 } }));
    await tables.replace({ ...found, table: { ...found.table, columns } });
    return await create({ model_type: "CLASSIFICATION", response: "kind" })(harness);
  },
  "010404": create({ columns: ["x", "x"] }),
  "010405": create({ columns: ["nowhere"] }),
  "010406": upload("empty.csv", ""),
  "010407": upload("damaged.xlsx", "no workbook"),
  "010408": upload("notes.txt", "x\n1\n"),
  "010409": { file: "edit-history/edit-history", test: "an edit history that leaves no row says so until it is changed" },
  "010410": upload("unnamed.csv", "x,,z\n1,2,3\n"),
  "010411": upload("reserved.csv", "x,__id__\n1,2\n"),
  "010412": ({ owner, dataset }) => owner("PATCH", dataset, { body: { name: "9 lives" } }),
  "010413": ({ owner }) => owner("POST", "/agatha/datasets/prepare_upload_data", { body: { name: "Large", size: 1e12 } }),
  "010414": async ({ deps, owner, has, dataset }) => {
    const present = (await deps.resources.get("Dataset", has.dataset.metadata.name))!;
    await deps.resources.updateStatus("Dataset", {
      ...present,
      status: { ...present.status, phase: "preprocess_fail", reason: "Evicted" },
    });
    return await owner("GET", `${dataset}/rows`);
  },
  "010415": ({ owner, dataset, has }) =>
    owner("PATCH", `${dataset}/extraction/${has.dataset.metadata.name}.nowhere`, { body: { enabled: true } }),
  "010416": async ({ deps, owner, has }) => {
    const dataset = await addDataset(deps, { owner: has.owner, name: "Fresh" });
    return await owner("GET", `/agatha/datasets/${dataset.metadata.name}/profiling/report`);
  },
  "010417": ({ owner }) => owner("GET", "/agatha/extraction_templates/nowhere"),
  "010418": ({ owner, dataset }) =>
    owner("POST", `${dataset}/extraction`, { body: { spec: { type: "sort", by: [{ column: "nowhere" }] } } }),
  "010419": {
    file: "datasets/changed-dataset",
    test: "a dataset whose file is gone from the object store says so after one attempt, and is read once the file is back",
  },
  "010501": create(node("Magic")),
  "010502": create({ name: OWNER_NAME }),
  "010503": create({ response: "nowhere" }),
  "010504": create({ response: "at" }),
  "010505": create({ columns: [] }),
  "010506": create({ columns: ["x", "y"] }),
  "010507": create({ time_series_params: { time: "x" } }),
  "010508": create({ model_type: "CLUSTERING" }),
  "010509": create({ model_type: "OCC", response: undefined, ...node("iForest", { columns: [] }) }),
  "010510": asChanged(({ restriction }) => ({ restriction: { ...restriction, modelLimit: 0 } }), create({})),
  "010511": async ({ deps, owner, has, dataset }) => {
    const deleted = (await deps.resources.get("Model", has.deletedModelId))!;
    await addModel(deps, { dataset: has.dataset, spec: { displayName: deleted.spec.displayName } });
    return await owner("POST", `${dataset}/models/${has.deletedModelId}/restore`);
  },
  "010512": create(node("GLM", { rotation: "pca" })),
  "010513": asChanged(
    ({ restriction }) => ({ restriction: { ...restriction, autoModelEnable: false } }),
    ({ owner, dataset }) => owner("POST", `${dataset}/automodels`, { body: { mode: "AUTO_REGRESSION", response: "y" } }),
  ),
  "010514": ({ owner, dataset }) => owner("GET", `${dataset}/models/nowhere`),
  "010515": { file: "models/model-rules", test: "a model with $how is rejected ($code): $rule" },
  "010516": create({ name: "9 lives" }),
  "010517": async ({ deps, has, owner, dataset }) => {
    const waiting = await addModel(deps, { dataset: has.dataset });
    return await owner("GET", `${dataset}/models/${waiting.metadata.name}/graph`);
  },
  "010518": ({ owner, model }) => owner("GET", `${model}/cluster_density`),
  "010519": async (harness) => {
    const dataset = await addDataset(harness.deps, { owner: harness.has.owner, name: "Hollow", empty: ["x"] });
    return await enable(harness, (await addTrainedModel(harness.deps, { dataset, inputs: [numericInput("x")] })).metadata.name);
  },
  "010521": create({ model_type: "OCC", response: undefined, semilabel: "x" }),
  "010522": asChanged(
    ({ restriction }) => ({ restriction: { ...restriction, licenceLimit: 1 } }),
    (harness) => enable(harness, harness.has.clusteringId),
  ),
  "010601": ({ nobody }) => nobody("POST", "/tukey/api/", { body: { api_token: "nonsense", data: { x: 1 } } }),
  "010602": (harness) => predict(harness, { x: [1] }),
  "010603": asChanged(
    ({ products }) => ({ products: { ...products, quality: { enabled: true, enableLimit: 1 } } }),
    (harness) => enable(harness, harness.has.clusteringId),
  ),
  "010604": async (harness) => {
    await enableApi(harness.deps, harness.has.model.metadata.name, false);
    return await predict(harness, { x: 1 });
  },
  "010606": async ({ deps, has, nobody }) => {
    const { name, uid } = has.dataset.metadata;
    const token = await createTokenStore(deps).getOrCreate({ kind: "extraction", name, uid });
    return await nobody("POST", "/tukey/extapi", { body: { token, data: [{ x: 1 }] } });
  },
  "010605": ({ nobody }) => nobody("GET", "/tukey/api/nowhere"),
  "010701": ({ owner, dataset }) => owner("GET", `${dataset}/evaluations/nowhere`),
  "010702": {
    file: "predictions/evaluations",
    test: "a comparison fails with the name of the column that the file lacks, and succeeds with the next file",
  },
  "010703": { file: "predictions/evaluations", test: "a comparison of detectors says so when the file %s" },
  "010704": async ({ deps, owner, has, dataset }) => {
    const failed = (await deps.resources.get("Evaluation", has.evaluationId))!;
    await deps.resources.updateStatus("Evaluation", { ...failed, status: { observedGeneration: 1, phase: "evaluating_fail", models: [] } });
    return await owner("GET", `${dataset}/evaluations/${has.evaluationId}/download_gzip`);
  },
  "010705": async ({ owner, has, dataset }) => {
    const made = await owner("POST", `${dataset}/evaluations`, { body: { model_id_list: [has.model.metadata.name] } });
    const { id } = (await made.json()) as { id: string };
    return await owner("POST", `${dataset}/evaluations/${id}/start`);
  },
  "010706": ({ owner, has, dataset }) =>
    owner("POST", `${dataset}/evaluations`, { body: { model_id_list: [has.model.metadata.name, has.clusteringId] } }),
  "010707": ({ owner, has, dataset }) => owner("GET", `${dataset}/evaluations/${has.evaluationId}/evaluation_bymodels/${has.clusteringId}`),
  "010801": ({ owner, dataset }) => owner("GET", `${dataset}/automodels/nowhere`),
  "010802": { file: "models/model-rules", test: "a batch in which no model can be trained fails (010802) with the reason" },
  "010901": ({ owner, model }) => owner("GET", `${model}/calcs/nowhere`),
  "010902": { file: "predictions/calculations", test: "a batch on a dataset that lacks a column names the column" },
  "011001": ({ owner, model, has }) => owner("GET", `${model}/calcs/${has.batchPredictionId}?type=optimization`),
  "011002": {
    file: "models/model-rules",
    test: "a model of numbers or of classes is optimized over numbers, texts and dates; rules take numbers only",
  },
  "011003": { file: "predictions/calculations", test: "a search without a solution says why" },
  "011101": ({ deps, nobody }) => {
    deps.documentStoreError = new Unavailable("The document store does not answer", { service: "document store" });
    return nobody("GET", "/tukey/api/nowhere");
  },
  "021401": async ({ deps, owner, has, dataset }) => {
    await setModelStatus(deps, has.clusteringId, { datasetFingerprint: "of another table" });
    return await owner("GET", `${dataset}/models/${has.clusteringId}/cluster_density`);
  },
};

const entries = Object.entries(ERROR_TRIGGERS) as [ErrorCode, ErrorTrigger][];
const root = new URL("../../", import.meta.url);

describe("error codes", () => {
  const passwordHash = lowCostHash(PASSWORD);
  let deps: TestDeps;
  let server: TestServer;
  afterEach(async () => {
    await server.close();
    deps.cleanUp();
  });

  const requests = entries.filter((entry): entry is [ErrorCode, Request] => typeof entry[1] === "function");
  // @contract at-a-limit-one-is-told-to, whoever-has-an-expired-contract-is-told, texts-are-there-in-every-language-messages
  test.each(requests)("a request returns %s with its status and message", async (code, provoke) => {
    deps = testDeps({ rateLimits: { login: 3, predictionApi: 1000 } });
    server = await serveAll(deps);
    const has = await createOwnerFixtures(deps, passwordHash);
    const dataset = `/agatha/datasets/${has.dataset.metadata.name}`;
    const answer = await provoke({
      deps,
      has,
      dataset,
      model: `${dataset}/models/${has.model.metadata.name}`,
      nobody: server.anonymous,
      owner: await server.loggedInAs(has.owner),
      manager: await server.loggedInAs(await addUser(deps, "manager", { auth: "manager" })),
    });
    const { tukey_error, message } = (await answer.json()) as ErrorBody;
    expect([answer.status, tukey_error, message]).toEqual([ERRORS_BY_CODE[code].status, code, ERRORS_BY_CODE[code].message]);
  });
});

const named = entries.filter((entry): entry is [ErrorCode, { file: string; test: string }] => typeof entry[1] === "object");
test.each(named)("the named end-to-end test covers %s", (code, { file, test: title }) => {
  const source = readFileSync(new URL(`tests/src/end-to-end/${file}.test.ts`, root), "utf8");
  expect(source).toContain(`"${title}"`);
  expect(source).toContain(code);
});
