import { COLLECTIONS, displayName, type ModelInfo, type ModelSpec, type Resource, type User } from "@agatha/contracts";
import type { ErrorBody, ModelAnswer } from "@agatha/contracts/wire";
import { addUser, type Client, readJson, type TestDeps } from "../testing/deps.js";
import { createModelFixture, type ModelFixture } from "../testing/model-fixture.js";
import { addDataset, addModel, addTrainedModel, type ColumnTypes, numericInput, setModelStatus, textInput } from "../testing/models.js";

let fixture: ModelFixture;
let deps: TestDeps;
let amber: User;
let asAmber: Client;
let dataset: Resource<"Dataset">;

beforeEach(async () => {
  fixture = await createModelFixture();
  ({ deps, amber, asAmber, dataset } = fixture);
});
afterEach(() => fixture.close());

const models = (of = dataset) => `/agatha/datasets/${of.metadata.name}/models`;
const clone = (model: Resource<"Model">, body?: object): Promise<Response> =>
  asAmber("POST", `${models()}/${model.metadata.name}/clone/`, body && { body });

async function cloned(model: Resource<"Model">, body?: object): Promise<Resource<"Model">> {
  const answer = await clone(model, body);
  expect(answer.status).toBe(201);
  const { id } = await readJson<{ id: string }>(answer);
  return (await deps.resources.get("Model", id))!;
}

/** Sets how often the values of a column occur in a dataset. */
async function countValues(of: Resource<"Dataset">, column: string, top: { value: string; count: number }[], missing = 0): Promise<void> {
  const tables = deps.documents.collection(COLLECTIONS.tables);
  const found = (await tables.get(of.status?.table?.document ?? `${of.metadata.name}-table`))!;
  for (const { name, stats } of found.table.columns) if (name === column) Object.assign(stats, { unique: top.length, top, missing });
  await tables.replace(found);
}

const elsewhere = (columns: ColumnTypes) => addDataset(deps, { owner: amber, name: "Mill", columns });

// @contract post-agatha-datasets-id-models-mid-clone
test("an empty body repeats the whole recipe on the same dataset, unpublished, under a new name", async () => {
  const recipe: Partial<ModelSpec> = {
    columns: ["x"],
    layers: [{ nodes: [{ algorithm: "RF", columns: ["x"], params: { trees: 10 } }] }],
    timeSeries: { time: "at", lags: 3, horizon: 7 },
    seed: 7,
    resources: { memoryMiB: 2048, cpus: 1, deadlineSeconds: 60 },
  };
  const model = await addTrainedModel(deps, { dataset, spec: { ...recipe, apiEnabled: true, displayName: "Oven" } });
  const { spec } = await cloned(model);
  expect(spec).toMatchObject({ ...recipe, displayName: "OvenCopy", datasetRef: dataset.metadata.name, response: "y", apiEnabled: false });
  expect(spec.cloneOf).toEqual({ model: model.metadata.name, sha256: model.status?.artifact?.sha256 });
});

describe("a clone of a model with searched settings", () => {
  const layers = [{ nodes: [{ algorithm: "XGB", params: { rounds: 50 } }] }];
  const tuning = { seconds: 60, candidates: 9 };
  const settings = [{ node: "1.1", algorithm: "XGB", params: { maxDepth: 3 } }];

  async function searched(method: ModelInfo["validation"]["method"]): Promise<Resource<"Model">> {
    const model = await addTrainedModel(deps, { dataset, spec: { columns: ["x"], layers, tuning } });
    const infos = deps.documents.collection(COLLECTIONS.modelInfos);
    const document = (await infos.get(model.status?.artifact?.info ?? ""))!;
    const found = { measure: "RMSE", score: 1, default_score: 2, candidates: 9, fits: 20, out_of_time: true, settings } as const;
    const info = { ...document.info, validation: { ...document.info.validation, method }, tuning: found };
    await infos.replace({ ...document, info });
    return model;
  }

  test("a clone's recipe has the settings that the search found", async () => {
    const { spec } = await cloned(await searched("holdout"));
    expect(spec.tuning).toBeUndefined();
    expect(spec.layers).toEqual([{ nodes: [{ algorithm: "XGB", params: { rounds: 50, maxDepth: 3 } }] }]);
  });

  test("a clone repeats the search on another dataset, and if each fold searched for its own settings", async () => {
    expect((await cloned(await searched("cross_validation"))).spec).toMatchObject({ layers, tuning });
    const other = await elsewhere({ x: "n", y: "n" });
    const moved = await cloned(await searched("holdout"), { dataset_id: other.metadata.name });
    expect(moved.spec).toMatchObject({ layers, tuning });
  });
});

test("names of copies count up, never repeat and follow the rules, however long the name is", async () => {
  const model = await addTrainedModel(deps, { dataset, spec: { displayName: "O".repeat(64) } });
  const first = await cloned(model);
  const second = await cloned(first);
  const names = [first, second].map(({ spec }) => spec.displayName);
  expect(names).toEqual([`${"O".repeat(60)}Copy`, `${"O".repeat(59)}Copy2`]);
  for (const name of names) expect(displayName.parse(name)).toBe(name);
  expect((await cloned(model, { name: "Another" })).spec.displayName).toBe("Another");
  expect((await clone(model, { name: "Another" })).status).toBe(409);
});

test("a clone of a model with a title has a title too, which may be given", async () => {
  const model = await addTrainedModel(deps, { dataset, spec: { displayName: "Oven", title: "\u713c\u6210" } });
  const copy = await cloned(model);
  const titles = [copy, await cloned(copy), await cloned(model, { title: "\u518d\u6765" }), await cloned(model, { name: "Mine" })];
  expect(titles.map(({ spec }) => [spec.displayName, spec.title])).toEqual([
    ["OvenCopy", "\u713c\u6210 (copy)"],
    ["OvenCopy2", "\u713c\u6210 (copy)"],
    ["OvenCopy3", "\u518d\u6765"],
    ["Mine", undefined],
  ]);
});

test("the title of a copy is cut between two characters", async () => {
  const title = `${"a".repeat(120)}😀😀😀😀`;
  const { spec } = await cloned(await addTrainedModel(deps, { dataset, spec: { displayName: "Oven", title } }));
  expect(spec.title).toBe(`${"a".repeat(120)} (copy)`);
});

test("the word for a copy is of the language that the request names, also after one of another language", async () => {
  const model = await addTrainedModel(deps, { dataset, spec: { displayName: "Oven", title: "\u713c\u6210" } });
  const copy = await cloned(model, { language: "ja" });
  const titles = [copy, await cloned(copy, { language: "tw" }), await cloned(copy, { language: "cn" }), await cloned(copy)];
  expect(titles.map(({ spec }) => spec.title)).toEqual(["焼成（コピー）", "焼成（複本）", "焼成（副本）", "焼成 (copy)"]);
});

test("the first clone on another dataset keeps the name and the title, and the next is a copy", async () => {
  const model = await addTrainedModel(deps, { dataset, spec: { displayName: "Oven", title: "\u713c\u6210" }, inputs: [numericInput("x")] });
  const dataset_id = (await elsewhere({ x: "n", y: "n" })).metadata.name;
  const names = [await cloned(model, { dataset_id }), await cloned(model, { dataset_id })];
  expect(names.map(({ spec }) => [spec.displayName, spec.title])).toEqual([
    ["Oven", "\u713c\u6210"],
    ["OvenCopy", "\u713c\u6210 (copy)"],
  ]);
});

test.each([
  ["the same bytes", undefined, true],
  ["other bytes", "0".repeat(64), false],
])("a clone states whether it has %s", async (_case, sha256, same) => {
  const model = await addTrainedModel(deps, { dataset });
  const { metadata } = await cloned(model);
  const read = async () => readJson<ModelAnswer>(await asAmber("GET", `${models()}/${metadata.name}`));
  expect(await read()).toMatchObject({ clone_of: model.metadata.name, same_bytes: null, sha256: null });
  const artifact = { ...model.status!.artifact!, ...(sha256 && { sha256 }) };
  await setModelStatus(deps, metadata.name, { phase: "success", artifact });
  expect(await read()).toMatchObject({ same_bytes: same, sha256: artifact.sha256 });
});

test("a model that is not a clone, or whose original was not trained, has no comparison", async () => {
  const model = await addModel(deps, { dataset });
  const { metadata, spec } = await cloned(model);
  expect(spec.cloneOf).toEqual({ model: model.metadata.name });
  await setModelStatus(deps, metadata.name, { phase: "success" });
  const { data } = await readJson<{ data: ModelAnswer[] }>(await asAmber("GET", models()));
  expect(data.map(({ same_bytes }) => same_bytes)).toEqual([null, null]);
});

describe("a clone on another dataset", () => {
  test("a clone on another dataset learns from the model's input columns", async () => {
    const model = await addTrainedModel(deps, { dataset, inputs: [numericInput("x")] });
    const other = await elsewhere({ x: "n", y: "n", unknown: "n" });
    const { spec } = await cloned(model, { dataset_id: other.metadata.name });
    expect(spec).toMatchObject({ datasetRef: other.metadata.name, columns: ["x"], response: "y", cloneOf: { model: model.metadata.name } });
    expect(spec.cloneOf?.sha256).toBeUndefined();
  });

  test("weights of classes that the other dataset does not have are left out", async () => {
    const weights = { good: 1, scrap: 20, rework: 5 };
    const spec: Partial<ModelSpec> = { type: "CLASSIFICATION", response: "kind", columns: ["x"], errorCosts: { weights } };
    const model = await addTrainedModel(deps, { dataset, spec });
    const other = await elsewhere({ x: "n", kind: "s" });
    await countValues(
      other,
      "kind",
      ["good", "rework"].map((value) => ({ value, count: 50 })),
    );
    const moved = await cloned(model, { dataset_id: other.metadata.name });
    expect(moved.spec.errorCosts).toEqual({ weights: { good: 1, rework: 5 } });
  });

  const layers = [{ nodes: [{ algorithm: "iForest" as const }] }];
  const spec: Partial<ModelSpec> = { type: "OCC", response: undefined, columns: ["x"], semilabel: "kind", layers };
  const markedBy = (marks: { value?: string; kinds: number }): Pick<ModelInfo, "outlier"> => {
    const labels = { anomalies: 20, unlabeled: 80, ...marks, normal: false, learned: false, roc: { auc: 0.9, points: [] } };
    return { outlier: { threshold: 1, scores: { from: 0, to: 1, counts: [] }, most_anomalous: [], choices: [], labels } };
  };

  test.each([
    ["taken where other rows are empty", 30, 201],
    ["refused where no row is left", 0, 400],
  ])("a training where each value marked an anomaly is %s, and none of the two values is chosen", async (_how, missing, status) => {
    const model = await addTrainedModel(deps, { dataset, spec, info: markedBy({ kinds: 2 }) });
    const other = await elsewhere({ x: "n", kind: "s" });
    const top = [
      { value: "Adelie", count: 60 },
      { value: "Gentoo", count: 40 - missing },
    ];
    await countValues(other, "kind", top, missing);
    const answer = await clone(model, { dataset_id: other.metadata.name });
    expect(answer.status).toBe(status);
    if (status === 201)
      expect((await deps.resources.get("Model", (await readJson<{ id: string }>(answer)).id))!.spec.anomalyValue).toBeUndefined();
    else expect(await answer.text()).toContain('Each value of \\"kind\\" marked an anomaly in the training. In Mill it leaves 0 rows');
  });

  test("known anomalies have the value that the model decided for, also where the other dataset suggests another", async () => {
    const model = await addTrainedModel(deps, { dataset, spec, info: markedBy({ value: "Adelie", kinds: 1 }) });
    const other = await elsewhere({ x: "n", kind: "s" });
    const count = (of: Resource<"Dataset">, adelie: number) =>
      countValues(of, "kind", [
        { value: "Adelie", count: adelie },
        { value: "Gentoo", count: 100 - adelie },
      ]);
    await count(dataset, 20);
    await count(other, 60);
    expect((await cloned(model, { dataset_id: other.metadata.name })).spec.anomalyValue).toBe("Adelie");
    expect((await cloned(model)).spec.anomalyValue).toBeUndefined();
  });

  test("a time series' clone needs its columns, not their lags", async () => {
    const inputs = ["y_lag_1", "y_lag_2", "x_lag_1", "x_lag_2"].map(numericInput);
    const model = await addTrainedModel(deps, { dataset, inputs, spec: { timeSeries: { time: "at", lags: 2, horizon: 1 } } });
    const other = await elsewhere({ at: "d", x: "n", y: "n", unknown: "n" });
    const { spec } = await cloned(model, { dataset_id: other.metadata.name });
    expect(spec).toMatchObject({ columns: ["x"], timeSeries: { time: "at", lags: 2, horizon: 1 } });
  });

  test("a clone of a detector of outliers in series learns from its columns, without the time and the names of series", async () => {
    const inputs = [numericInput("at"), textInput("kind", ["a", "b"]), numericInput("x"), numericInput("x_lag_1")];
    const timeSeries = { time: "at", series: "kind", lags: 1 };
    const layers = [{ nodes: [{ algorithm: "Residual" as const }] }];
    const model = await addTrainedModel(deps, { dataset, inputs, spec: { type: "OCC", response: undefined, layers, timeSeries } });
    const other = await elsewhere({ at: "d", kind: "s", x: "n", x_lag_1: "n", unknown: "n" });
    const { spec } = await cloned(model, { dataset_id: other.metadata.name });
    expect(spec).toMatchObject({ type: "OCC", columns: ["x", "x_lag_1"], timeSeries });
  });

  test("missing columns and columns of another type are refused, each by its name", async () => {
    const layers = [{ nodes: [{ algorithm: "GLM", columns: ["kind"] }] }];
    const model = await addTrainedModel(deps, { dataset, spec: { columns: ["x", "at"], layers } });
    const other = await elsewhere({ x: "s", y: "n", kind: "s" });
    const answer = await clone(model, { dataset_id: other.metadata.name });
    expect(answer.status).toBe(400);
    const { tukey_error, detail } = await readJson<ErrorBody>(answer);
    expect(tukey_error).toBe("010405");
    expect(detail?.map(({ path }) => path)).toEqual(["columns.x", "columns.at"]);
    expect(detail?.[0]?.message).toMatch(/text.*numbers/);
    expect(detail?.[1]?.message).toMatch(/no column "at"/);
    expect((await deps.resources.list("Model")).items).toHaveLength(1);
  });

  test("a column without values is refused as such, not for the type that it seems to have", async () => {
    const model = await addTrainedModel(deps, { dataset, inputs: [numericInput("x")] });
    const other = await addDataset(deps, { owner: amber, name: "Mill", columns: { x: "s", y: "n" }, empty: ["x"] });
    const { detail } = await readJson<ErrorBody>(await clone(model, { dataset_id: other.metadata.name }));
    expect(detail).toEqual([{ path: "columns.x", message: '"x" has no value in any row of the dataset: fill it' }]);
  });

  test("a column whose name is written otherwise is named in the refusal", async () => {
    const model = await addTrainedModel(deps, { dataset, inputs: [numericInput("x")] });
    const other = await elsewhere({ " X_": "n", y: "n" });
    const answer = await clone(model, { dataset_id: other.metadata.name });
    const { detail } = await readJson<ErrorBody>(answer);
    expect(detail).toEqual([{ path: "columns.x", message: 'The dataset Mill has no column "x": name its column " X_" so, or add it' }]);
  });

  test("a clone on another user's dataset is refused as not found", async () => {
    const model = await addTrainedModel(deps, { dataset });
    const berta = await addUser(deps, "berta");
    const hers = await addDataset(deps, { owner: berta, name: "Hers" });
    const answer = await clone(model, { dataset_id: hers.metadata.name });
    expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([404, "010401"]);
  });
});

test("a manager's clone belongs to the owner and is audited", async () => {
  const model = await addTrainedModel(deps, { dataset });
  const { id } = await readJson<{ id: string }>(await fixture.asManager("POST", `${models()}/${model.metadata.name}/clone`));
  expect((await deps.resources.get("Model", id))?.spec.owner).toBe(amber.id);
  const audited = await deps.documents.collection(COLLECTIONS.audit).find();
  expect(audited.map(({ target }) => target)).toEqual([id]);
});
