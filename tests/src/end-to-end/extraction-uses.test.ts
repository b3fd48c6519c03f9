/** What an edit history is for, on real rows over HTTP: models, comparisons, templates, its API, and files. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type {
  CalculationAnswer,
  ErrorBody,
  EvaluationAnswer,
  ExtractedRowsAnswer,
  ExtractionAnswer,
  ExtractionApiAnswer,
  LeakageAnswer,
  ModelAnswer,
  RowsAnswer,
  TemplateAnswer,
} from "@agatha/contracts/wire";
import { vegaFile } from "../data.js";
import type { Answer } from "./client.js";
import { waitFor } from "./product.js";
import { runningProduct } from "./running.js";

const TEXT = readFileSync(vegaFile("seattle-weather.csv"), "utf8");
const LINES = TEXT.trim().split("\n");
const DRY = LINES.slice(1)
  .map((line) => line.split(",").slice(1, 5).map(Number) as [number, number, number, number])
  .filter(([precipitation]) => precipitation === 0);

const { client } = runningProduct();
let dataset: string;
let path: string;
let model: ModelAnswer;

const dry = { type: "filter", groups: [{ conditions: [{ column: "precipitation", op: "eq", value: 0 }] }] };
const swing = {
  type: "derived",
  name: "swing",
  formula: { op: "subtract", left: { column: "temp_max" }, right: { column: "temp_min" } },
};

beforeAll(async () => {
  ({ id: dataset } = await client.readyDataset("weather.csv", TEXT, { name: "Weather" }));
  path = `agatha/datasets/${dataset}`;
  for (const [cond, spec] of [["dry days", dry] as const, ["swing", swing] as const]) {
    const { status } = await client.json("POST", `${path}/extraction/`, { cond, spec });
    if (status !== 201) throw new Error(`adding an entry answered ${status}`);
  }
  model = await client.train(dataset, {
    name: "Swing",
    model_type: "REGRESSION",
    response: "swing",
    columns: ["temp_min", "wind"],
    layers: [{ nodes: [{ algorithm: "XGB" }] }],
    use_extraction: true,
  });
});

const history = async (change: string): Promise<void> => {
  const { status } = await client.json("PATCH", `${path}/extraction/`, { change });
  expect(status).toBe(200);
};

test("a model learns from the rows and columns that the history leaves, and is repeated to the byte after the history has changed", async () => {
  expect(model).toMatchObject({ status: "success", use_extraction: true });
  const { body: info } = await client.json<{ record: { rows: number; recipe: { extraction: object[] } } }>(
    "GET",
    `${path}/models/${model.id}/info/`,
  );
  expect(info.record.rows).toBe(DRY.length);
  expect(info.record.recipe.extraction).toMatchObject([{ type: "filter" }, { type: "derived", name: "swing" }]);
  await history("delete");
  const { body } = await client.json<{ id: string }>("POST", `${path}/models/${model.id}/clone/`, {});
  expect(await client.settledModel(dataset, body.id)).toMatchObject({ status: "success", same_bytes: true, use_extraction: true });
  await history("restore");
});

test("test rows go through the history before models are compared, and are downloaded as it leaves them", async () => {
  const test = await client.readyDataset("test.csv", [LINES[0], ...LINES.slice(-200)].join("\n"), { name: "Test" });
  const made = await client.json<{ id: string }>("POST", `${path}/evaluations/`, {
    model_id_list: [model.id],
    test_dataset_id: test.id,
    use_extraction: true,
  });
  expect(made.status).toBe(201);
  const one = `${path}/evaluations/${made.body.id}/`;
  const found = await waitFor("the comparison", async () => {
    const { body } = await client.json<EvaluationAnswer>("GET", one);
    return (body.status === "evaluating_finish" || body.status.endsWith("fail")) && body;
  });
  expect(found).toMatchObject({ status: "evaluating_finish", use_extraction: true });
  const rows = LINES.slice(-200).filter((line) => Number(line.split(",")[1]) === 0).length;
  expect(found.evaluation_bymodel[0]).toMatchObject({ status: "success", rows });
  const file = await client.request("GET", `${one}download_gzip/`);
  const lines = gunzipSync(Buffer.from(await file.arrayBuffer()))
    .toString("utf8")
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(rows + 1);
  expect(lines[0]).toContain(",swing,");
});

test("a template of the history is carried over to another dataset, where its columns are", async () => {
  const { body: template } = await client.json<TemplateAnswer>("POST", "agatha/extraction_templates/", {
    name: "Dry days",
    dataset_id: dataset,
  });
  expect(template.columns).toEqual(["precipitation", "temp_max", "temp_min"]);
  const apply = (to: string): Promise<Answer<{ data: ExtractionAnswer[] } & ErrorBody>> =>
    client.json("POST", `agatha/datasets/${to}/extraction/template/`, { template_id: template.id });
  const other = await client.readyDataset("other.csv", LINES.slice(0, 300).join("\n"), { name: "Other" });
  expect((await apply(other.id)).status).toBe(201);
  const { body } = await client.json<RowsAnswer>("GET", `agatha/datasets/${other.id}/rows/?use_ext_data=true`);
  expect(body.columns.at(-1)).toBe("swing");
  expect(body.total).toBe(LINES.slice(1, 300).filter((line) => Number(line.split(",")[1]) === 0).length);
  const lacking = await client.readyDataset("lacking.csv", "precipitation,temp_max\n0,1\n1,2\n", { name: "Lacking" });
  const refused = await apply(lacking.id);
  expect([refused.status, refused.body.tukey_error]).toEqual([400, "010405"]);
  expect(refused.body.detail?.map(({ path: at }) => at)).toEqual(["columns.temp_min"]);
});

test("a batch predicts the rows that the history leaves, and what it gives away is told before anything is trained", async () => {
  const calcs = `${path}/models/${model.id}/calcs/`;
  const { body: raw } = await client.json<CalculationAnswer>("POST", calcs, { type: "batch", dataset_id: dataset, use_extraction: true });
  const done = await waitFor("the batch", async () => {
    const { body } = await client.json<CalculationAnswer>("GET", `${calcs}${raw.id}/`);
    return body.status !== "is_processed" && body;
  });
  expect([done.status, done.message, done.rows]).toEqual(["success", null, DRY.length]);
  const leaks = async (query: string): Promise<LeakageAnswer & ErrorBody> =>
    (await client.json<LeakageAnswer & ErrorBody>("GET", `${path}/leakage/?response=swing&model_type=REGRESSION${query}`)).body;
  expect((await leaks("")).tukey_error).toBe("010503");
  expect((await leaks("&use_ext_data=true")).data).toEqual([]);
});

test("programs send rows with the extraction's token, once a manager has enabled its API", async () => {
  const { body: list } = await client.json<{ data: ExtractionAnswer[] }>("GET", `${path}/extraction/`);
  const page = `${path}/extraction/${list.data[0]?.id}/api/`;
  const { api_token: token, url } = (await client.json<ExtractionApiAnswer>("GET", page)).body;
  const send = (rows: object[]): Promise<Response> =>
    fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token, data: rows }) });
  expect((await send([{ wind: 1 }])).status).toBe(403);
  const wish = { api_update_list: [{ dataset_id: dataset, api_enabled: true }] };
  expect((await client.json("PATCH", "agatha/openthirdapi/update_extractions/", wish)).status).toBe(200);
  const accepted = await send([
    { precipitation: "0", temp_max: 12.5, temp_min: "2.5" },
    { precipitation: 3, temp_max: 9, temp_min: 1 },
  ]);
  const { link } = (await accepted.json()) as { link: string };
  const { data: answer } = (await (await fetch(link)).json()) as ExtractedRowsAnswer;
  expect(answer).toMatchObject({ status: "success", cond_list: ["dry days", "swing"] });
  expect(answer.data).toEqual([expect.objectContaining({ precipitation: 0, swing: 10, weather: null })]);
  expect((await client.json("DELETE", page)).status).toBe(204);
  expect((await send([{ wind: 1 }])).status).toBe(401);
});

test("the rows that the history leaves are downloaded in a chosen encoding", async () => {
  const file = await client.request("GET", `${path}/extraction/download_gzip/?encoding=big5`);
  const lines = gunzipSync(Buffer.from(await file.arrayBuffer()))
    .toString("latin1")
    .trim()
    .split("\r\n");
  expect(lines[0]).toBe("date,precipitation,temp_max,temp_min,wind,weather,swing");
  expect(lines).toHaveLength(DRY.length + 1);
  const swings = lines.slice(1).map((line) => Number(line.split(",").at(-1)));
  expect(swings).toEqual(DRY.map(([, high, low]) => expect.closeTo(high - low, 9)));
});

test("rows of a time of day are kept by the clocks of the dataset's time zone", async () => {
  const hours = Array.from({ length: 48 }, (_, hour) => `2024-07-01 ${String(hour % 24).padStart(2, "0")}:30,${hour}`);
  const { id } = await client.readyDataset("shifts.csv", `at,n\n${hours.join("\n")}\n`, { name: "Shifts", timezone: "Asia/Tokyo" });
  const night = { type: "filter", groups: [{ conditions: [{ column: "at", op: "time_of_day", from: "22:00", to: "06:00" }] }] };
  expect((await client.json("POST", `agatha/datasets/${id}/extraction/`, { spec: night })).status).toBe(201);
  const { body } = await client.json<RowsAnswer>("GET", `agatha/datasets/${id}/rows/?use_ext_data=true`);
  expect(body.data.map(([, n]) => Number(n) % 24)).toEqual([0, 1, 2, 3, 4, 5, 22, 23, 0, 1, 2, 3, 4, 5, 22, 23]);
});
