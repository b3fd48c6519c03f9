import { API_VERSION, COLLECTIONS, editStepSpec, type Resource, type User } from "@agatha/contracts";
import type { AutoModelAnswer, CreateAutoModelRequest } from "@agatha/contracts/wire";
import { type AutoModelFixture, createAutoModelFixture, refusal, wanted } from "../testing/auto-model-fixture.js";
import { addUser, type Client, readJson, type TestDeps, type TestServer } from "../testing/deps.js";
import { addDataset } from "../testing/models.js";

let fixture: AutoModelFixture;
let deps: TestDeps;
let server: TestServer;
let amber: User;
let asAmber: Client;
let asManager: Client;
let dataset: Resource<"Dataset">;
let autoModels: string;
let begin: AutoModelFixture["begin"];

beforeEach(async () => {
  fixture = await createAutoModelFixture();
  ({ deps, server, amber, asAmber, asManager, dataset, autoModels, begin } = fixture);
});
afterEach(() => fixture.close());

describe("starting an automatic training", () => {
  test("sums are forecast by an automatic training, which tries forecasters alone", async () => {
    const hierarchy = { columns: ["kind"], levels: [[]], reconciliation: "auto" };
    const { spec } = await begin({ ...wanted, time_series_params: { time: "at", horizon: 3, hierarchy } });
    expect(spec.timeSeries).toMatchObject({ time: "at", hierarchy });
    const withPlan = { ...wanted, time_series_params: { time: "at", horizon: 3, hierarchy, knownAhead: ["x"] } };
    expect(await refusal(asAmber("POST", `${autoModels}/`, { body: withPlan }))).toEqual([400, "010201", "time_series_params.hierarchy"]);
  });

  // @contract post-agatha-datasets-id-automodels
  test("an automatic training needs a mode and a response, has defaults for the rest and is deleted with its dataset", async () => {
    const { spec, metadata } = await begin();
    expect(spec).toMatchObject({
      owner: amber.id,
      mode: "AUTO_REGRESSION",
      response: "y",
      enabling: "manual",
      limits: { models: 20, seconds: 600 },
    });
    const { name, uid } = dataset.metadata;
    expect(metadata.ownerReferences).toEqual([{ apiVersion: API_VERSION, kind: "Dataset", name, uid, controller: true }]);
    const answer = await readJson<AutoModelAnswer>(await asAmber("GET", `${autoModels}/${metadata.name}/`));
    expect(answer).toMatchObject({ id: metadata.name, status: "fitting_processing", model_id: null, models: [], cancelled: false });
  });

  test("a response of few different numbers is said to be taken as classes or amounts, unless the request says which", async () => {
    const tables = deps.documents.collection(COLLECTIONS.tables);
    const found = (await tables.get(dataset.status?.table?.document ?? ""))!;
    const started = async (unique: number, changes: object = {}) => {
      const columns = found.table.columns.map((column) =>
        column.name === "y" ? { ...column, stats: { ...column.stats, unique } } : column,
      );
      await tables.put({ ...found, table: { ...found.table, columns } });
      const { model_type, message } = await readJson<{ model_type: string; message: string | null }>(
        await asAmber("POST", autoModels, { body: { ...wanted, ...changes } }),
      );
      return [model_type, message];
    };
    expect(await started(2)).toEqual(["CLASSIFICATION", expect.stringContaining("2 different numbers, which are taken as classes")]);
    expect(await started(6)).toEqual(["REGRESSION", expect.stringContaining("6 different numbers, which are taken as amounts")]);
    expect(await started(6, { model_type: "CLASSIFICATION" })).toEqual(["CLASSIFICATION", null]);
    expect(await started(60)).toEqual(["REGRESSION", null]);
    const edited = async (unique: number, step: object) => {
      const entry = {
        id: "one",
        order: 1,
        enabled: true,
        cond: "",
        spec: editStepSpec.parse(step),
        owner: amber.id,
        updatedAt: "2024-05-01T08:00:00Z",
      };
      await deps.documents.collection(COLLECTIONS.editHistories).put({ id: dataset.metadata.uid, entries: [entry] });
      return await started(unique, { use_extraction: true });
    };
    const ofAnother = { type: "replacement", replace_col: "x", action: { kind: "fill", value: 0 } };
    const ofResponse = { ...ofAnother, replace_col: "y" };
    expect(await edited(2, ofAnother)).toEqual([
      "CLASSIFICATION",
      expect.stringContaining("2 different numbers, which are taken as classes"),
    ]);
    expect(await edited(60, ofAnother)).toEqual(["REGRESSION", null]);
    expect(await edited(2, ofResponse)).toEqual(["REGRESSION", expect.stringContaining("made by edit steps, which are taken as amounts")]);
  });

  test.each<[string, Partial<CreateAutoModelRequest>, object]>([
    ["a limit of models", { limit: 3 }, { limits: { models: 3, seconds: 600 } }],
    ["limits of models and time", { limit: { models: 3, seconds: 60 } }, { limits: { models: 3, seconds: 60 } }],
    ["columns", { columns: ["x"] }, { columns: ["x"] }],
    ["what it ranks by", { rank_by: "MAE" }, { rankBy: "MAE" }],
    ["another type than the response's", { model_type: "CLASSIFICATION", response: "x" }, { type: "CLASSIFICATION" }],
    ["numbers of clusters", { mode: "AUTO_CLUSTER", response: undefined, clusters: [3, 4] }, { clusters: [3, 4] }],
    [
      "candidates",
      { mode: "MANUAL", candidates: [{ layers: [{ nodes: [{ algorithm: "GLM" }] }] }] },
      { candidates: [{ layers: [{ nodes: [{ algorithm: "GLM" }] }] }] },
    ],
  ])("the spec has %s", async (_what, changes, spec) => {
    expect((await begin({ ...wanted, ...changes })).spec).toMatchObject(spec);
  });

  test.each<[string, object, string, string]>([
    ["no response", { response: undefined }, "010503", "response"],
    ["a response that is no column", { response: "z" }, "010503", "response"],
    ["a response of dates", { response: "at" }, "010504", "response"],
    ["numbers to be predicted from text", { response: "kind", model_type: "REGRESSION" }, "010504", "response"],
    ["a response of clusters", { mode: "AUTO_CLUSTER" }, "010508", "response"],
    ["a mode that is not there", { mode: "MAGIC" }, "010201", "mode"],
    ["a column that is not there", { columns: ["x", "z"] }, "010405", "columns[1]"],
    ["the response among the columns", { columns: ["x", "y"] }, "010506", "columns[1]"],
    ["a figure that numbers are not ranked by", { rank_by: "kappa" }, "010201", "rank_by"],
    ["a figure that is none", { rank_by: "luck" }, "010201", "rank_by"],
    ["MANUAL without candidates", { mode: "MANUAL" }, "010201", "candidates"],
    [
      "a candidate that cannot do it",
      { mode: "MANUAL", candidates: [{ layers: [{ nodes: [{ algorithm: "GLM" }] }] }, { layers: [{ nodes: [{ algorithm: "LOF" }] }] }] },
      "010501",
      "candidates[1].layers[0].nodes[0].algorithm",
    ],
    [
      "a limit on flagged rows beside one on false alarms out of alarms",
      { mode: "AUTO_OCC", response: undefined, max_fpr: 0.02, false_alarms: { atMost: 1, outOf: 10, of: "alarms" } },
      "010201",
      "false_alarms",
    ],
    ["six numbers of clusters", { mode: "AUTO_CLUSTER", response: undefined, clusters: [2, 3, 4, 5, 6, 7] }, "010201", "clusters"],
  ])("an automatic training is refused for %s and creates nothing", async (_case, changes, code, path) => {
    expect(await refusal(asAmber("POST", autoModels, { body: { ...wanted, ...changes } }))).toEqual([400, code, path]);
    expect((await deps.resources.list("AutoModel")).items).toEqual([]);
  });

  test("an automatic training is refused while the dataset is not ready", async () => {
    const unready = await addDataset(deps, { owner: amber, ready: false });
    const path = `/agatha/datasets/${unready.metadata.name}/automodels`;
    expect(await refusal(asAmber("POST", path, { body: wanted }))).toEqual([400, "010201", ""]);
  });

  test.each<[string, Partial<User>, string]>([
    ["for whom it is not enabled", { restriction: { autoModelEnable: false, modelLimit: -1 } }, "010513"],
    ["whose limit of models is reached", { restriction: { autoModelEnable: true, modelLimit: 0 } }, "010510"],
    ["who may not make models", { modelCreateEnable: false }, "010302"],
  ])("an automatic training is refused to a user %s", async (_who, changes, code) => {
    const berta = await addUser(deps, "berta", changes);
    const own = await addDataset(deps, { owner: berta });
    const asBerta = await server.loggedInAs(berta);
    const answer = asBerta("POST", `/agatha/datasets/${own.metadata.name}/automodels`, { body: wanted });
    expect((await refusal(answer)).slice(0, 2)).toEqual([403, code]);
  });

  test("an automatic training learns from an edit history as it is; the edited columns determine the model type", async () => {
    const asked = { mode: "AUTO_MINIMUM", response: "kinds", use_extraction: true };
    expect(await refusal(asAmber("POST", `${autoModels}/`, { body: asked }))).toEqual([400, "010201", "use_extraction"]);
    const join = editStepSpec.parse({ type: "derived", name: "kinds", formula: { op: "join", columns: ["kind", "kind"] } });
    const entry = { id: "one", order: 1, enabled: true, cond: "", spec: join, owner: amber.id, updatedAt: "2024-05-01T08:00:00Z" };
    await deps.documents.collection(COLLECTIONS.editHistories).insert({ id: dataset.metadata.uid, entries: [entry] });
    expect(await refusal(asAmber("POST", `${autoModels}/`, { body: { ...asked, use_extraction: false } }))).toEqual([
      400,
      "010503",
      "response",
    ]);
    const { spec, metadata } = await begin(asked);
    expect(spec.type).toBe("CLASSIFICATION");
    expect((await deps.documents.collection(COLLECTIONS.editSteps).get(spec.extraction ?? ""))?.specs).toEqual([join]);
    const answer = await readJson<AutoModelAnswer>(await asAmber("GET", `${autoModels}/${metadata.name}/`));
    expect(answer).toMatchObject({ use_extraction: true, model_type: "CLASSIFICATION" });
  });

  // @contract of-a-batch-all-models-are-enabled, only-managers-enable-and-disable-models-their
  test("an automatic training enables models only as managers configure it, in the automatic training or in the account", async () => {
    expect((await begin(wanted)).spec.enabling).toBe("manual");
    expect((await refusal(asAmber("POST", autoModels, { body: { ...wanted, enabling: "first" } }))).slice(0, 2)).toEqual([403, "010302"]);
    expect((await begin({ ...wanted, enabling: "first" }, asManager)).spec).toMatchObject({ enabling: "first", owner: amber.id });
    await deps.documents.collection(COLLECTIONS.users).put({ ...amber, contract: { ...amber.contract, apiEnableMode: "first" } });
    for (const [asked, enabling] of [
      [wanted, "first"],
      [{ ...wanted, enabling: "first" }, "first"],
      [{ ...wanted, enabling: "manual" }, "manual"],
    ] as const) {
      expect((await begin(asked)).spec.enabling).toBe(enabling);
    }
    expect((await refusal(asAmber("POST", autoModels, { body: { ...wanted, enabling: "all" } }))).slice(0, 2)).toEqual([403, "010302"]);
  });

  test("a manager chooses what each training of an automatic training uses and where it waits, and others do not", async () => {
    const resources = { queueName: "team-a", priorityClassName: "low", memoryMiB: 2048, tolerations: [{ key: "gpu", operator: "Exists" }] };
    const { spec } = await begin({ ...wanted, resources }, asManager);
    expect(spec.resources).toEqual({ cpus: 2, deadlineSeconds: 3600, ...resources });
    const long = await begin({ ...wanted, limit: { seconds: 36_000 }, resources: { cpus: 4 } }, asManager);
    expect(long.spec.resources).toEqual({ memoryMiB: 1024, cpus: 4, deadlineSeconds: 36_000 });
    expect((await refusal(asAmber("POST", autoModels, { body: { ...wanted, resources } }))).slice(0, 2)).toEqual([403, "010302"]);
    const wrong = { ...wanted, resources: { queueName: "Team A", memoryMiB: 1 } };
    const refused = await refusal(asManager("POST", autoModels, { body: wrong }));
    expect(refused.slice(2).sort()).toEqual(["resources.memoryMiB", "resources.queueName"]);
  });
});
