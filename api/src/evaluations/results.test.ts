import { gunzipSync } from "node:zlib";
import { COLLECTIONS, type ModelEvaluation, type Resource, withDeletedAnnotation } from "@agatha/contracts";
import type { ErrorBody, EvaluationByModelDetail } from "@agatha/contracts/wire";
import iconv from "iconv-lite";
import { addUser, type Client, readJson, type TestDeps } from "../testing/deps.js";
import { addDataset, addTrainedModel } from "../testing/models.js";
import { createEvaluationFixture, type EvaluationFixture } from "./testing/evaluation-fixture.js";

let fixture: EvaluationFixture;
let deps: TestDeps;
let client: Client;
let models: [string, string];
let one: string;

const intervalAround = (contamination: number) => ({ contamination: { lower: contamination, upper: contamination + 0.1 } });
const choice = (max_fpr: number, threshold: number) => ({
  max_fpr,
  threshold,
  indicators: { contamination: max_fpr },
  intervals: intervalAround(max_fpr),
});
const FOUND: ModelEvaluation = {
  indicators: { contamination: 0.4 },
  intervals: intervalAround(0.4),
  choices: [choice(0, 9), choice(0.1, 5), choice(0.5, 1)],
  threshold: 2,
  rows: 3,
  warnings: [{ code: "extra_column", column: "note", message: "note is no column" }],
};
const ROWS = { actual: ["", "odd", ""], prediction: { value: [false, true, true], score: [1, 6, 3], threshold: 2 } };

beforeEach(async () => {
  fixture = await createEvaluationFixture();
  ({ deps, client, models } = fixture);
  one = await fixture.createEvaluation();
  await fixture.upload(one);
  await client("POST", `${one}/start`);
});
afterEach(() => fixture.close());

const finish = () =>
  fixture.finishEvaluation(one, {
    [models[0]]: { found: FOUND, rows: ROWS },
    [models[1]]: { found: { indicators: { contamination: 0.3 }, rows: 3, warnings: [] }, rows: ROWS },
  });
const detail = async (model: string, query = "") =>
  await readJson<EvaluationByModelDetail>(await client("GET", `${one}/evaluation_bymodels/${model}/${query}`));

describe("a running evaluation", () => {
  test("a running evaluation shows its progress", async () => {
    await deps.documents.collection(COLLECTIONS.progress).put({ id: "t", fraction: 0.5, step: "read", updatedAt: "2024-05-01T08:00:00Z" });
    await fixture.setStatus(one, { phase: "evaluating", task: "t" });
    expect(await fixture.get(one)).toMatchObject({ status: "evaluating", progress: 0.15 });
    const table = { key: "table", document: "d", sha256: "0".repeat(64), totalRows: 3, fingerprint: "f" };
    await fixture.setStatus(one, { phase: "evaluating", task: "t", table });
    expect(await fixture.get(one)).toMatchObject({ progress: 0.65, test_rows: 3 });
  });

  test("a running evaluation has no result to show or download", async () => {
    expect(await detail(models[0])).toMatchObject({ status: "waiting", result: null, rows: null });
    for (const path of [`${one}/download_gzip`, `${one}/evaluation_bymodels/${models[0]}/download_gzip`]) {
      const answer = await client("GET", path);
      expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([404, "010707"]);
    }
  });

  test.each([
    ["a column that does not match", "evaluating_fail", "010702", "wind: is missing"],
    ["semi-labels that do not match", "semilabel_check_fail", "010703", "kind: marks no row"],
  ] as const)("an evaluation fails with the error %s", async (_case, phase, reason, message) => {
    const lines = models.map((name) => ({ name, fingerprint: "f", reason, message }));
    await fixture.setStatus(one, { phase, reason, message, models: lines });
    expect(await fixture.get(one)).toMatchObject({
      status: phase,
      reason,
      message,
      progress: 1,
      evaluation_bymodel: [{ status: "fail", reason, message }, { status: "fail" }],
    });
  });
});

test("who sees a comparison, but not the dataset of its test rows, sees the figures alone", async () => {
  const mill = await addDataset(deps, { owner: fixture.someone, name: "Mill" });
  one = await fixture.createEvaluation({ test_dataset_id: mill.metadata.name });
  await finish();
  const asViewer = await fixture.server.loggedInAs(await addUser(deps, "viewer"));
  const share = async ({ metadata: { name } }: Resource<"Dataset">) => {
    const dataset = (await deps.resources.get("Dataset", name))!;
    const shares = [{ account: "viewer", role: "viewer" as const }];
    await deps.resources.update("Dataset", { ...dataset, spec: { ...dataset.spec, visibility: "shared", shares } });
  };
  await share(fixture.dataset);
  const rows = [`${one}/download_gzip`, `${one}/evaluation_bymodels/${models[0]}/download_gzip`, `${one}/evaluation_bymodels/${models[0]}`];
  const message = "The test rows are of the dataset Mill, which is not shared with you: ask its owner to share it";
  for (const path of rows) {
    const answer = await asViewer("GET", path);
    expect([answer.status, await readJson(answer)]).toMatchObject([404, { tukey_error: "010401", detail: [{ path: "", message }] }]);
  }
  const { data } = await readJson<{ data: object[] }>(await asViewer("GET", `${one}/evaluation_bymodels`));
  expect(data).toMatchObject([{ indicators: FOUND.indicators }, {}]);
  await share(mill);
  for (const path of rows) expect((await asViewer("GET", path)).status).toBe(200);
  const shared = (await deps.resources.get("Dataset", mill.metadata.name))!;
  const gone = await deps.resources.update("Dataset", { ...shared, metadata: { ...shared.metadata, finalizers: [] } });
  await deps.resources.delete("Dataset", gone.metadata);
  expect([(await asViewer("GET", rows[2]!)).status, (await client("GET", rows[2]!)).status]).toEqual([404, 200]);
});

test("the download has all rows of a long dataset, if a model of a time series was compared on them", async () => {
  const mill = await addDataset(deps, { owner: fixture.someone, name: "Mill" });
  const { table } = mill.status!;
  const status = { ...mill.status, totalRows: 100_000, table: { ...table!, key: "broken", sampled: true }, whole: table };
  await deps.resources.updateStatus("Dataset", { ...mill, status });
  const spec = { type: "OCC", response: undefined, timeSeries: { time: "at", lags: 2, horizon: 1 } } as const;
  const series = await addTrainedModel(deps, { dataset: fixture.dataset, spec });
  const model_id_list = [series.metadata.name];
  one = await fixture.createEvaluation({ test_dataset_id: mill.metadata.name, model_id_list });
  await fixture.finishEvaluation(one, { [series.metadata.name]: { found: FOUND, rows: ROWS } });
  const file = await client("GET", `${one}/download_gzip`);
  expect(file.status).toBe(200);
  expect(gunzipSync(Buffer.from(await file.arrayBuffer())).toString()).toContain("row,x,y,Model");
});

test("the download has the rows of the comparison also when the model of a time series among its models is gone", async () => {
  const mill = await addDataset(deps, { owner: fixture.someone, name: "Mill" });
  const { table } = mill.status!;
  const status = { ...mill.status, totalRows: 100_000, table: { ...table!, key: "broken", sampled: true }, whole: table };
  await deps.resources.updateStatus("Dataset", { ...mill, status });
  one = await fixture.createEvaluation({ test_dataset_id: mill.metadata.name, model_id_list: [models[0]] });
  const stored = await fixture.stored(one);
  await deps.resources.update("Evaluation", { ...stored, spec: { ...stored.spec, models: ["series", models[0]] } });
  await fixture.finishEvaluation(one, { [models[0]]: { found: FOUND, rows: ROWS } });
  expect((await client("GET", `${one}/download_gzip`)).status).toBe(200);
});

describe("a finished evaluation", () => {
  beforeEach(finish);

  // @contract get-agatha-datasets-id-evaluations-eid-evaluation-bymodels
  test("a finished evaluation has metrics and warnings of each model", async () => {
    const { evaluation_bymodel } = await fixture.get(one);
    expect(evaluation_bymodel).toMatchObject([
      { id: models[0], status: "success", indicators: FOUND.indicators, threshold: 2, rows: 3, warnings: FOUND.warnings },
      { id: models[1], status: "success", indicators: { contamination: 0.3 }, threshold: null, warnings: [] },
    ]);
    expect(await readJson(await client("GET", `${one}/evaluation_bymodels`))).toEqual({ data: evaluation_bymodel });
  });

  test.each([
    ["as it was trained", "?max_fpr=999", { contamination: 0.4 }, 2, null],
    ["nobody may be flagged", "?max_fpr=0", { contamination: 0 }, 9, 0],
    ["between two choices", "?max_fpr=0.3", { contamination: 0.1 }, 5, 0.3],
    ["no limit", "?max_fpr=1", { contamination: 0.5 }, 1, 1],
    // @contract get-agatha-datasets-id-evaluations-eid
  ])("metrics for another limit: %s", async (_case, query, indicators, threshold, max_fpr) => {
    const { evaluation_bymodel, ...answer } = await fixture.get(one, query);
    expect(answer.max_fpr).toBe(max_fpr);
    expect(evaluation_bymodel[0]).toMatchObject({ indicators, intervals: intervalAround(indicators.contamination), threshold });
    // Without threshold choices, only the model's own metrics exist.
    expect(evaluation_bymodel[1]).toMatchObject({ indicators: { contamination: 0.3 } });
  });

  test("metrics of rows that are new to a model are for the same limit, or left out if only those of its own threshold are known", async () => {
    const figures = { rows: 2, indicators: { contamination: 0.5 }, intervals: intervalAround(0.5), baseline_differences: {} };
    const knownAt = async (query: string, new_rows: NonNullable<ModelEvaluation["known"]>["new_rows"]) => {
      const found = { ...FOUND, known: { rows: 1, groups: 0, new_rows } };
      await fixture.finishEvaluation(one, { [models[0]]: { found, rows: ROWS } });
      return (await fixture.get(one, query)).evaluation_bymodel[0]!.known;
    };
    const limited = { ...figures, choices: FOUND.choices };
    expect(await knownAt("?max_fpr=999", limited)).toEqual({ rows: 1, groups: 0, new_rows: figures });
    const chosen = { ...figures, indicators: { contamination: 0.1 }, intervals: intervalAround(0.1) };
    expect(await knownAt("?max_fpr=0.3", limited)).toEqual({ rows: 1, groups: 0, new_rows: chosen });
    expect(await knownAt("?max_fpr=0.3", figures)).toEqual({ rows: 1, groups: 0 });
    const none = { ...figures, rows: 0, indicators: {}, intervals: {} };
    expect(await knownAt("?max_fpr=0.3", none)).toEqual({ rows: 1, groups: 0, new_rows: none });
  });

  test.each(["-0.1", "1.1", "much"])("an evaluation refuses a limit of %s", async (limit) => {
    const answer = await client("GET", `${one}?max_fpr=${limit}`);
    expect([answer.status, (await readJson<ErrorBody>(answer)).detail?.[0]?.path]).toEqual([400, "max_fpr"]);
  });

  // @contract patch-agatha-datasets-id-evaluations-eid
  test("the limit can be changed afterwards, and reset", async () => {
    const changed = await client("PUT", one, { body: { max_fpr: 0.1 } });
    expect(await readJson(changed)).toMatchObject({ max_fpr: 0.1, evaluation_bymodel: [{ indicators: { contamination: 0.1 } }, {}] });
    expect((await fixture.stored(one)).spec).toMatchObject({ maxFpr: 0.1, suspend: false });
    expect(await fixture.get(one)).toMatchObject({ max_fpr: 0.1 });
    await client("PATCH", one, { body: { max_fpr: null } });
    expect((await fixture.stored(one)).spec.maxFpr).toBeUndefined();
    expect(await fixture.get(one)).toMatchObject({ max_fpr: null, evaluation_bymodel: [{ threshold: 2 }, {}] });
  });

  // @contract put-agatha-datasets-id-evaluations-eid
  test("after a change of models, known results stay and new ones are pending", async () => {
    const spec = { displayName: "Third", type: "OCC", response: undefined } as const;
    const third = (await addTrainedModel(deps, { dataset: fixture.dataset, spec })).metadata.name;
    const answer = await client("PUT", one, { body: { model_id_list: [third, models[0]] } });
    expect(await readJson(answer)).toMatchObject({
      status: "evaluating",
      model_id_list: [third, models[0]],
      evaluation_bymodel: [
        { id: third, status: "waiting" },
        { id: models[0], status: "success", threshold: 2 },
      ],
    });
    const refused = await client("PUT", one, { body: { model_id_list: ["nobody"] } });
    expect([refused.status, (await readJson<ErrorBody>(refused)).tukey_error]).toEqual([404, "010514"]);
  });

  test("an unchanged evaluation is not written", async () => {
    const before = (await fixture.stored(one)).metadata.resourceVersion;
    expect((await client("PUT", one, { body: { model_id_list: models, max_fpr: null } })).status).toBe(200);
    expect((await fixture.stored(one)).metadata.resourceVersion).toBe(before);
  });

  test("a deleted model has its name while it can be restored, then its id", async () => {
    const deletedLine = async () => (await fixture.get(one)).evaluation_bymodel[1];
    expect(await deletedLine()).toMatchObject({ model_name: "Second", model_deleted: false });
    const model = (await deps.resources.get("Model", models[1]))!;
    const annotations = withDeletedAnnotation(model.metadata, new Date(deps.clock.now()).toISOString());
    const gone = await deps.resources.update("Model", { ...model, metadata: { ...model.metadata, annotations, finalizers: [] } });
    expect(await deletedLine()).toMatchObject({ model_name: "Second", model_type: gone.spec.type, model_deleted: true });
    await deps.resources.delete("Model", gone.metadata);
    expect(await deletedLine()).toMatchObject({ model_name: models[1], model_type: null, algorithms: [], model_deleted: true });
  });

  // @contract get-agatha-datasets-id-evaluations-eid-evaluation-bymodels-emid
  test("an evaluation shows a model's predictions for any limit", async () => {
    expect(await detail(models[0])).toMatchObject({ model_name: "First", result: ROWS });
    const strict = await detail(models[0], "?max_fpr=0.1");
    expect(strict.result?.prediction).toEqual({ value: [false, true, false], score: [1, 6, 3], threshold: 5 });
    const answer = await client("GET", `${one}/evaluation_bymodels/nobody`);
    expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([404, "010707"]);
  });

  const download = async (path: string): Promise<Buffer> => {
    const file = await client("GET", `${one}${path}`);
    expect([file.status, file.headers.get("Content-Disposition")]).toEqual([200, expect.stringContaining("Oven-evaluation-")]);
    return gunzipSync(Buffer.from(await file.arrayBuffer()));
  };

  // @contract get-agatha-datasets-id-evaluations-eid-evaluation-bymodels-emid-download-gzip
  test("the download has the test rows and one model's predictions for each", async () => {
    const text = (await download(`/evaluation_bymodels/${models[0]}/download_gzip/?encoding=big5`)).toString("latin1");
    expect(text.split("\r\n").slice(0, 4)).toEqual([
      "row,x,y,First,First score",
      "1,0,row 0,false,1",
      "2,1,row 1,true,6",
      "3,2,row 2,true,3",
    ]);
  });

  // @contract get-agatha-datasets-id-evaluations-eid-download-gzip
  test("the download has the predictions of all models for another limit", async () => {
    const text = iconv.decode(await download("/download_gzip/?max_fpr=0&encoding=utf-16le"), "utf-16le");
    expect(text.split("\r\n").slice(0, 3)).toEqual([
      "row,x,y,First,First score,Second,Second score",
      "1,0,row 0,false,1,false,1",
      "2,1,row 1,false,6,true,6",
    ]);
  });

  test.each([
    ["titles of their own", ["窯 1", "窯 2"], "窯 1,窯 1 score,窯 2,窯 2 score"],
    ["one title", ["窯", "窯"], "窯 [First],窯 [First] score,窯 [Second],窯 [Second] score"],
  ])("the download names the columns of models with %s as people read them", async (_case, titles, columns) => {
    for (const [i, name] of models.entries()) {
      const model = (await deps.resources.get("Model", name))!;
      await deps.resources.update("Model", { ...model, spec: { ...model.spec, title: titles[i] } });
    }
    const text = (await download("/download_gzip/")).toString("utf8");
    expect(text.slice(0, text.indexOf("\r\n"))).toBe(`\uFEFFrow,x,y,${columns}`);
  });
});
