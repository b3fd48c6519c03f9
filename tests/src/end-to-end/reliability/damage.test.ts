/** Stored files with a flipped bit, on the whole product: each use is refused by name, and everything else works. */
import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { useAgatha } from "../testing/agatha-fixture.js";
import { waitFor } from "../testing/agatha-process.js";

const { client, data, restart } = useAgatha();

const CSV = `x,y\n${Array.from({ length: 200 }, (_, i) => `${(i % 20) / 2},${3 * (i % 20) + (i % 7)}`).join("\n")}\n`;
const RECIPE = { model_type: "REGRESSION", response: "y", layers: [{ nodes: [{ algorithm: "GLM" }] }] };

let dataset: string;
let model: string;
let whole: string;
let batch: string;
let comparison: string;
const files: Record<string, string> = {};

/** Returns the files of the bytes of all objects. */
async function storedFiles(): Promise<string[]> {
  const found = await readdir(join(data(), "objects", "objects"), { recursive: true, withFileTypes: true });
  return found.filter(({ name }) => name.includes("~")).map((entry) => join(entry.parentPath, entry.name));
}

/** Does something and remembers the files that it has stored, by name. */
async function storing<T>(name: string, action: () => Promise<T>): Promise<T> {
  const before = new Set(await storedFiles());
  const result = await action();
  for (const path of await storedFiles()) if (!before.has(path)) files[`${name} ${basename(path).split("~")[0]}`] = path;
  return result;
}

/** Flips a bit in the middle of the file, restarts the product, so that nothing is in memory, and restores the bit at the end. */
async function withFlippedBit(path: string, check: () => Promise<void>): Promise<void> {
  const bytes = await readFile(path);
  const damaged = Buffer.from(bytes);
  damaged[Math.floor(bytes.length / 4)]! ^= 4;
  await chmod(path, 0o600);
  await writeFile(path, damaged);
  await restart();
  try {
    await check();
  } finally {
    await writeFile(path, bytes);
  }
}

const inWords = (words: RegExp) => ({ status: 500, code: "010105", detail: [{ path: "", message: expect.stringMatching(words) }] });
const batchOf = async (id: string, datasetId: string) => {
  const started = await client.api.calculate(dataset, id, { type: "batch", dataset_id: datasetId });
  return await client.waitForCalculation(dataset, id, started.id);
};
const compare = async () => {
  const request = { name: "Both", model_id_list: [model, whole], test_dataset_id: dataset };
  const { id } = await client.api.createEvaluation(dataset, request);
  await client.api.startEvaluation(dataset, id).catch(() => undefined);
  return await client.waitForEvaluation(dataset, id);
};

beforeAll(async () => {
  dataset = (await storing("dataset", () => client.uploadDataset("line.csv", CSV, { name: "Line" }))).id;
  model = (await storing("model", () => client.train(dataset, { ...RECIPE, name: "Torn" }))).id;
  whole = (await client.train(dataset, { ...RECIPE, name: "Whole" })).id;
  batch = (await storing("batch", () => batchOf(model, dataset))).id;
  await storing("profile", async () => {
    await client.api.createProfiling(dataset);
    await waitFor("the report", async () => (await client.api.profiling(dataset)).status === "success");
  });
  comparison = (await storing("comparison", compare)).id;
  await client.api.enableApis({ api_update_list: [model, whole].map((model_id) => ({ model_id, api_enabled: true })) });
}, 300_000);

const ask = async (id: string) => {
  const { api_token } = await client.api.modelApi(dataset, id);
  return await client.json<{ tukey_error?: string; detail?: unknown }>("POST", "tukey/api/", { api_token, data: { x: 7 } });
};

test("a damaged table is refused by name wherever it is read, a training fails with that message, and models answer", async () => {
  await withFlippedBit(files["dataset table.parquet"]!, async () => {
    const table = /^The stored table of the dataset "Line" is damaged and was not used\. Upload the file again/;
    await expect(client.api.rows(dataset)).rejects.toMatchObject(inWords(table));
    await expect(client.api.downloadDataset(dataset)).rejects.toMatchObject(inWords(table));
    const trained = await client.train(dataset, { ...RECIPE, name: "Late" });
    expect(trained).toMatchObject({ status: "fitting_fail", reason: "010105", message: expect.stringMatching(table) });
    expect(await batchOf(whole, dataset)).toMatchObject({ status: "fail", reason: "010105", message: expect.stringMatching(table) });
    expect((await client.api.whatIf(dataset, model, { x: 7 })).result!.value).toHaveLength(1);
    expect((await ask(whole)).status).toBe(200);
  });
  await restart();
  expect((await client.api.rows(dataset))?.data).toHaveLength(200);
}, 300_000);

test("a damaged model is refused by name wherever it is used, and other models answer", async () => {
  await withFlippedBit(files["model model.bin"]!, async () => {
    const stored = /^The stored file of the model "Torn" of the dataset "Line" is damaged and was not used\. Train the model again/;
    await expect(client.api.whatIf(dataset, model, { x: 7 })).rejects.toMatchObject(inWords(stored));
    await expect(client.api.exportModel(dataset, model, "onnx")).rejects.toMatchObject(inWords(stored));
    expect(await ask(model)).toMatchObject({ status: 500, body: { tukey_error: "010105", detail: inWords(stored).detail } });
    expect(await batchOf(model, dataset)).toMatchObject({ status: "fail", reason: "010105", message: expect.stringMatching(stored) });
    expect(await client.api.evaluationsByModel(dataset, (await compare()).id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: model, reason: "010105", message: expect.stringContaining("is damaged") }),
        expect.objectContaining({ id: whole, reason: null }),
      ]),
    );
    expect((await client.api.whatIf(dataset, whole, { x: 7 })).result!.value).toHaveLength(1);
    expect((await ask(whole)).status).toBe(200);
    expect((await client.api.exportModel(dataset, whole, "onnx")).status).toBe(200);
  });
}, 300_000);

test.each<[string, string, RegExp, () => Promise<unknown>]>([
  [
    "held-out predictions",
    "model predictions.json",
    /^The list of held-out predictions of the model "Torn" of the dataset "Line"/,
    () => client.api.heldOutPredictions(dataset, model),
  ],
  [
    "results of a batch",
    "batch result.json",
    /^A file of a calculation of the model "Torn"/,
    () => client.api.downloadBatch(dataset, model, batch),
  ],
  [
    "profiling reports",
    "profile profile.json",
    /^The profiling report of the dataset "Line"/,
    async () => {
      const { report } = await client.api.profiling(dataset);
      const answer = await client.request("GET", report!);
      throw { status: answer.status, ...((await answer.json()) as object) };
    },
  ],
])(
  "damaged %s are told by name",
  async (_what, file, words, use) => {
    await withFlippedBit(files[file]!, async () => {
      await expect(use()).rejects.toMatchObject({ status: 500, detail: [{ message: expect.stringMatching(words) }] });
    });
  },
  300_000,
);

test("damaged rows of a comparison are told by name, and the other model's are there", async () => {
  await withFlippedBit(files[`comparison ${model}.json`]!, async () => {
    const words = /^A result of a comparison of models of the dataset "Line"/;
    await expect(client.api.evaluationByModel(dataset, comparison, model)).rejects.toMatchObject(inWords(words));
    expect((await client.api.evaluationByModel(dataset, comparison, whole)).result).not.toBeNull();
  });
}, 300_000);
