/** A join with another dataset over HTTP: its rows, a model that learns from it, the edit history's API, and what becomes of it. */
import { readdir } from "node:fs/promises";
import { basename, join as joinPath } from "node:path";
import type { NewEditStep } from "@agatha/contracts/client";
import type { EditedRowsAnswer, EditStepAnswer } from "@agatha/contracts/wire";
import { useAgatha } from "../testing/agatha-fixture.js";
import { PASSWORD } from "../testing/agatha-process.js";
import { TestClient } from "../testing/client.js";

const BATCHES = 60;
const OVENS = "oven,maker,heat\nA,Acme,200\nB,Brick,250\n,Nobody,1\n";
/** Every third row is of an oven that the other table lacks. */
const oven = (row: number): string => ["A", "B", "C"][row % 3]!;
const READINGS = `id,oven,yield\n${Array.from({ length: BATCHES }, (_, i) => `${i},${oven(i)},${oven(i) === "B" ? 90 : 50}`).join("\n")}\n`;

const { client, data } = useAgatha();
let readings: string;
let ovens: string;
let join: NewEditStep["spec"] & { type: "join" };
let step: EditStepAnswer;

beforeAll(async () => {
  ({ id: readings } = await client.uploadDataset("readings.csv", READINGS, { name: "Readings" }));
  ({ id: ovens } = await client.uploadDataset("ovens.csv", OVENS, { name: "Ovens" }));
  join = { type: "join", dataset: ovens, on: [{ column: "oven", other: "oven" }], columns: ["maker", "heat"], prefix: "oven_" };
});

const joinedRows = async () => (await client.api.rows(readings, { use_ext_data: true, limit: 3 }))!;

test("a preview tells how many rows have no row in the other dataset, and their keys", async () => {
  const preview = await client.api.previewExtraction(readings, { spec: join });
  expect(preview).toMatchObject({ total: BATCHES, unmatched: { rows: BATCHES / 3, keys: [["C"]] } });
  expect(preview?.columns).toEqual(["id", "oven", "yield", "oven_maker", "oven_heat"]);
});

test("each row gets the columns of the row with its key, and stays one row", async () => {
  step = await client.api.createExtraction(readings, { cond: "ovens", spec: join });
  expect(step.spec).toMatchObject({ copy: { title: "Ovens", types: ["s", "s", "n"], rows: 2 } });
  const { data, total } = await joinedRows();
  expect(total).toBe(BATCHES);
  expect(data.map((row) => row.slice(1))).toEqual([
    ["A", 50, "Acme", 200],
    ["B", 90, "Brick", 250],
    ["C", 50, null, null],
  ]);
});

test("a model learns from the joined columns", async () => {
  const model = await client.train(readings, {
    name: "Yield",
    model_type: "REGRESSION",
    response: "yield",
    columns: ["oven_heat"],
    layers: [{ nodes: [{ algorithm: "XGB" }] }],
    use_extraction: true,
  });
  const { record } = await client.api.modelInfo(readings, model.id);
  expect(record?.recipe.extraction).toMatchObject([{ type: "join", copy: { rows: 2 } }]);
});

// @contract computed-inputs-are-not-searched-apart
test("a joined column beside its key is not searched apart from it", async () => {
  const model = await client.train(readings, {
    name: "Ovens",
    model_type: "REGRESSION",
    response: "yield",
    columns: ["oven", "oven_heat"],
    layers: [{ nodes: [{ algorithm: "GLM" }] }],
    use_extraction: true,
  });
  const search = (variables: object[]) =>
    client.api.calculate(readings, model.id, {
      type: "optimization",
      target: { goal: "max" },
      variables: variables as never,
      solutions: 1,
    });
  await expect(search([])).rejects.toMatchObject({
    code: "011003",
    detail: [{ path: "variables", message: expect.stringContaining('"oven_heat" is computed from "oven"') }],
  });
  const { id } = await search([
    { column: "oven", choices: ["A"] },
    { column: "oven_heat", fixed: 200 },
  ]);
  expect((await client.waitForCalculation(readings, model.id, id)).status).toBe("success");
});

test("a template takes the join to another dataset, on which a model of joined columns then predicts and is retrained", async () => {
  const { id: later } = await client.uploadDataset("later.csv", READINGS, { name: "Later" });
  const model = (await client.api.models(readings)).find(({ name }) => name === "Yield")!;
  await expect(client.api.calculate(readings, model.id, { type: "batch", dataset_id: later })).rejects.toMatchObject({
    detail: [{ path: "oven_heat", message: expect.stringContaining("is missing") }],
  });
  const template = await client.api.createTemplate({ name: "WithOvens", dataset_id: readings });
  await client.api.applyTemplate(later, template.id);
  const batch = await client.api.calculate(readings, model.id, { type: "batch", dataset_id: later, use_extraction: true });
  expect((await client.waitForCalculation(readings, model.id, batch.id)).status).toBe("success");
  const retrained = await client.api.cloneModel(readings, model.id, { dataset_id: later });
  expect((await client.waitForModel(later, retrained.id)).status).toBe("success");
  const { id: noOvens } = await client.uploadDataset("plain.csv", "id,yield\n1,50\n2,90\n", { name: "Plain" });
  await expect(client.api.applyTemplate(noOvens, template.id)).rejects.toMatchObject({
    code: "010405",
    detail: [{ message: expect.stringContaining("oven") }],
  });
});

test("programs that send rows to the edit history get them joined", async () => {
  const { api_token: token, url } = await client.api.extractionApi(readings, step.id);
  await client.api.enableExtractionApis({ api_update_list: [{ dataset_id: readings, api_enabled: true }] });
  const body = JSON.stringify({ token, data: [{ id: 1, oven: "B" }, { id: 2 }] });
  const accepted = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { link } = (await accepted.json()) as { link: string };
  const { data: answer } = (await (await fetch(link)).json()) as EditedRowsAnswer;
  expect(answer.data.map(({ oven_maker }) => oven_maker)).toEqual(["Brick", null]);
});

test("several rows with one key are refused, and are joined once their own edit history aggregates them", async () => {
  const { id } = await client.uploadDataset("twice.csv", "oven,load\nA,1\nA,3\nB,5\n", { name: "Twice" });
  const spec: NewEditStep["spec"] = { type: "join", dataset: id, on: [{ column: "oven", other: "oven" }], columns: ["load"] };
  await expect(client.api.previewExtraction(readings, { spec })).rejects.toMatchObject({
    code: "010418",
    detail: [{ path: "spec.on", message: expect.stringContaining('"A"') }],
  });
  await client.api.createExtraction(id, {
    spec: { type: "aggregation", by: ["oven"], cols: [{ name: "load", function: "mean", column: "load" }] },
  });
  const preview = await client.api.previewExtraction(readings, { spec });
  expect(preview?.data.slice(0, 2).map((row) => row.at(-1))).toEqual([2, 5]);
});

test("a viewer joins a shared dataset, and keeps the rows when the share ends", async () => {
  await client.api.createUser({ username: "colleague", password: PASSWORD });
  const colleague = new TestClient(client.url);
  await colleague.login("colleague");
  const { id } = await colleague.uploadDataset("mine.csv", READINGS, { name: "Mine" });
  await expect(colleague.api.previewExtraction(id, { spec: join })).rejects.toMatchObject({ status: 404, code: "010401" });
  await client.api.shareDataset(ovens, "colleague", "viewer");
  await colleague.api.createExtraction(id, { cond: "ovens", spec: join });
  await client.api.unshareDataset(ovens, "colleague");
  const { data } = (await colleague.api.rows(id, { use_ext_data: true, limit: 2 }))!;
  expect(data.map((row) => row.at(-1))).toEqual([200, 250]);
  await expect(colleague.api.previewExtraction(id, { spec: join })).rejects.toMatchObject({ status: 404, code: "010401" });
});

test("the step keeps its rows when the joined dataset is edited or deleted, and copies them anew when it is saved again", async () => {
  const only = { type: "filter", groups: [{ conditions: [{ column: "oven", op: "eq", value: "A" }] }] } as const;
  await client.api.createExtraction(ovens, { spec: only as never });
  expect((await joinedRows()).data[1]?.at(-1)).toBe(250);
  await client.api.replaceExtraction(readings, step.id, { cond: "ovens", spec: join });
  expect((await joinedRows()).data.map((row) => row.at(-1))).toEqual([200, null, null]);
  await client.api.deleteDataset(ovens);
  expect((await joinedRows()).data.map((row) => row.at(-1))).toEqual([200, null, null]);
  await expect(client.api.previewExtraction(readings, { spec: join })).rejects.toMatchObject({ status: 404, code: "010401" });
});

test("a step that is saved again with other rows deletes its earlier copy, which no model has learned from", async () => {
  const { id } = await client.uploadDataset("saved.csv", READINGS, { name: "SavedAgain" });
  const { id: other } = await client.uploadDataset("furnaces.csv", OVENS, { name: "Furnaces" });
  const spec = { ...join, dataset: other };
  const copies = async () => {
    const files = await readdir(joinPath(data(), "objects"), { recursive: true, withFileTypes: true });
    // The store keeps an object's bytes in a file with a tilde.
    return files.filter(({ name, parentPath }) => name.includes("~") && basename(parentPath) === "joins").map(({ name }) => name);
  };
  const earlier = await copies();
  const made = await client.api.createExtraction(id, { cond: "furnaces", spec });
  const first = (await copies()).filter((file) => !earlier.includes(file));
  await client.api.replaceExtraction(id, made.id, { cond: "furnaces", spec: { ...spec, columns: ["heat"] } });
  const second = (await copies()).filter((file) => !earlier.includes(file));
  expect([first.length, second.length]).toEqual([1, 1]);
  expect(second).not.toEqual(first);
});
