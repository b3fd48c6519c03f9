/** Uses of an edit history on real rows over HTTP: models, comparisons, templates, its API, and files. */
import { readFileSync } from "node:fs";
import type { NewEditStep } from "@agatha/contracts/client";
import type { EditedRowsAnswer, EditHistoryPatch, ModelAnswer } from "@agatha/contracts/wire";
import { vegaFile } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { gunzipLines } from "../testing/gunzip.js";

const TEXT = readFileSync(vegaFile("seattle-weather.csv"), "utf8");
const LINES = TEXT.trim().split("\n");
const DRY = LINES.slice(1)
  .map((line) => line.split(",").slice(1, 5).map(Number) as [number, number, number, number])
  .filter(([precipitation]) => precipitation === 0);

const { client } = useAgatha();
let dataset: string;
let model: ModelAnswer;

const dry: NewEditStep["spec"] = { type: "filter", groups: [{ conditions: [{ column: "precipitation", op: "eq", value: 0 }] }] };
const swing: NewEditStep["spec"] = {
  type: "derived",
  name: "swing",
  formula: { op: "subtract", left: { column: "temp_max" }, right: { column: "temp_min" } },
};

beforeAll(async () => {
  ({ id: dataset } = await client.uploadDataset("weather.csv", TEXT, { name: "Weather" }));
  await client.api.createExtraction(dataset, { cond: "dry days", spec: dry });
  await client.api.createExtraction(dataset, { cond: "swing", spec: swing });
  model = await client.train(dataset, {
    name: "Swing",
    model_type: "REGRESSION",
    response: "swing",
    columns: ["temp_min", "wind"],
    layers: [{ nodes: [{ algorithm: "XGB" }] }],
    use_extraction: true,
  });
});

const history = (change: EditHistoryPatch["change"]) => client.api.changeExtractions(dataset, { change });

test("a model learns from the edited rows and columns, and is reproduced byte for byte after the edit history has changed", async () => {
  expect(model).toMatchObject({ status: "success", use_extraction: true });
  const { record } = await client.api.modelInfo(dataset, model.id);
  expect(record?.rows).toBe(DRY.length);
  expect(record?.recipe.extraction).toMatchObject([{ type: "filter" }, { type: "derived", name: "swing" }]);
  await history("delete");
  const { id } = await client.api.cloneModel(dataset, model.id);
  expect(await client.waitForModel(dataset, id)).toMatchObject({ status: "success", same_bytes: true, use_extraction: true });
  await history("restore");
});

test("test rows go through the edit history before models are compared, and are downloaded as edited", async () => {
  const test = await client.uploadDataset("test.csv", [LINES[0], ...LINES.slice(-200)].join("\n"), { name: "Test" });
  const { id } = await client.api.createEvaluation(dataset, { model_id_list: [model.id], test_dataset_id: test.id, use_extraction: true });
  const found = await client.waitForEvaluation(dataset, id);
  expect(found).toMatchObject({ status: "evaluating_finish", use_extraction: true });
  const rows = LINES.slice(-200).filter((line) => Number(line.split(",")[1]) === 0).length;
  expect(found.evaluation_bymodel[0]).toMatchObject({ status: "success", rows });
  const lines = await gunzipLines(await client.api.downloadEvaluation(dataset, id));
  expect(lines).toHaveLength(rows + 1);
  expect(lines[0]).toContain(",swing,");
});

test("columns become rows: all of them are downloaded, joined, compared and saved with their groups", async () => {
  const days = LINES.slice(0, 101);
  const { id } = await client.uploadDataset("gauges.csv", days.join("\n"), { name: "Gauges" });
  const columns = ["temp_max", "temp_min"];
  await client.api.createExtraction(id, { spec: { type: "unpivot", columns, names: "gauge", values: "degrees", as: "text" } });
  const rows = 200;
  const linesIn = async (file: Parameters<typeof gunzipLines>[0]) => (await gunzipLines(file)).length - 1;
  expect(await linesIn(await client.api.downloadExtraction(id))).toBe(rows);
  expect(await linesIn(await client.api.downloadDataset(id, { use_ext_data: true }))).toBe(rows);

  const on = [
    { column: "date", other: "date" },
    { column: "gauge", other: "gauge" },
  ];
  const { id: later } = await client.uploadDataset("later.csv", `date,gauge\n${days.at(-1)!.split(",")[0]},temp_min\n`, { name: "Last" });
  const join = await client.api.createExtraction(later, { spec: { type: "join", dataset: id, on, columns: ["degrees"] } });
  expect(join.spec).toMatchObject({ copy: { rows } });

  const gauges = await client.train(id, {
    name: "Gauge",
    model_type: "CLASSIFICATION",
    response: "gauge",
    columns: ["degrees", "wind"],
    layers: [{ nodes: [{ algorithm: "XGB" }] }],
    use_extraction: true,
  });
  const compared = await client.api.createEvaluation(id, { model_id_list: [gauges.id], test_dataset_id: id, use_extraction: true });
  await client.waitForEvaluation(id, compared.id);
  expect(await linesIn(await client.api.downloadEvaluation(id, compared.id))).toBe(rows);
  const saved = await client.api.saveGroups(id, gauges.id, { dataset_name: "Grouped", group_col_name: "group" });
  await client.waitForDataset(saved.id, "evaluating_finish");
  expect((await client.api.rows(saved.id))?.total).toBe(rows);
});

test("a template of the edit history applies to another dataset that has its columns", async () => {
  const template = await client.api.createTemplate({ name: "Dry days", dataset_id: dataset });
  expect(template.columns).toEqual(["precipitation", "temp_max", "temp_min"]);
  const other = await client.uploadDataset("other.csv", LINES.slice(0, 300).join("\n"), { name: "Other" });
  expect(await client.api.applyTemplate(other.id, template.id)).toMatchObject([{ spec: dry }, { spec: swing }]);
  const { columns, total } = (await client.api.rows(other.id, { use_ext_data: true }))!;
  expect(columns.at(-1)).toBe("swing");
  expect(total).toBe(LINES.slice(1, 300).filter((line) => Number(line.split(",")[1]) === 0).length);
  const lacking = await client.uploadDataset("lacking.csv", "precipitation,temp_max\n0,1\n1,2\n", { name: "Lacking" });
  await expect(client.api.applyTemplate(lacking.id, template.id)).rejects.toMatchObject({
    status: 400,
    code: "010405",
    detail: [{ path: "columns.temp_min" }],
  });
});

test("a batch predicts the edited rows, and leaking columns are reported before any training", async () => {
  const { id } = await client.api.calculate(dataset, model.id, { type: "batch", dataset_id: dataset, use_extraction: true });
  const done = await client.waitForCalculation(dataset, model.id, id);
  expect([done.status, done.message, done.rows]).toEqual(["success", null, DRY.length]);
  const leaks = (use_ext_data?: boolean) => client.api.leakage(dataset, { response: "swing", model_type: "REGRESSION", use_ext_data });
  await expect(leaks()).rejects.toMatchObject({ code: "010503" });
  // The edit history computes it from these two.
  expect((await leaks(true))?.data).toMatchObject([
    { code: "leaks_together", column: "temp_max", other: "temp_min" },
    { code: "leaks_together", column: "temp_min", other: "temp_max" },
  ]);
});

test("programs send rows with the extraction's token once a manager has enabled its API", async () => {
  const [entry] = await client.api.extractions(dataset);
  const { api_token: token, url } = await client.api.extractionApi(dataset, entry!.id);
  const send = (rows: object[]): Promise<Response> =>
    fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token, data: rows }) });
  expect((await send([{ wind: 1 }])).status).toBe(403);
  await client.api.enableExtractionApis({ api_update_list: [{ dataset_id: dataset, api_enabled: true }] });
  const accepted = await send([
    { precipitation: "0", temp_max: 12.5, temp_min: "2.5" },
    { precipitation: 3, temp_max: 9, temp_min: 1 },
  ]);
  const { link } = (await accepted.json()) as { link: string };
  const { data: answer } = (await (await fetch(link)).json()) as EditedRowsAnswer;
  expect(answer).toMatchObject({ status: "success", cond_list: ["dry days", "swing"] });
  expect(answer.data).toEqual([expect.objectContaining({ precipitation: 0, swing: 10, weather: null })]);
  await client.api.revokeExtractionToken(dataset, entry!.id);
  expect((await send([{ wind: 1 }])).status).toBe(401);
});

test("the edited rows are downloaded in a chosen encoding", async () => {
  const lines = await gunzipLines(await client.api.downloadExtraction(dataset, { encoding: "big5" }), "big5");
  expect(lines[0]).toBe("date,precipitation,temp_max,temp_min,wind,weather,swing");
  expect(lines).toHaveLength(DRY.length + 1);
  const swings = lines.slice(1).map((line) => Number(line.split(",").at(-1)));
  expect(swings).toEqual(DRY.map(([, high, low]) => expect.closeTo(high - low, 9)));
});

test("a filter by time of day uses the dataset's time zone", async () => {
  const hours = Array.from({ length: 48 }, (_, hour) => `2024-07-01 ${String(hour % 24).padStart(2, "0")}:30,${hour}`);
  const { id } = await client.uploadDataset("shifts.csv", `at,n\n${hours.join("\n")}\n`, { name: "Shifts", timezone: "Asia/Tokyo" });
  const night: NewEditStep["spec"] = {
    type: "filter",
    groups: [{ conditions: [{ column: "at", op: "time_of_day", from: "22:00", to: "06:00" }] }],
  };
  await client.api.createExtraction(id, { spec: night });
  const { data } = (await client.api.rows(id, { use_ext_data: true }))!;
  expect(data.map(([, n]) => Number(n) % 24)).toEqual([0, 1, 2, 3, 4, 5, 22, 23, 0, 1, 2, 3, 4, 5, 22, 23]);
});
