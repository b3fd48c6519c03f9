/** Inline tables as kubectl applies them, on one machine: those of the samples, and bad ones. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLmdbResourceStore } from "@agatha/adapters";
import type { KindName, NewResource } from "@agatha/contracts";
import type { DatasetPatch } from "@agatha/contracts/client";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { parseAllDocuments } from "yaml";
import { type AgathaProcess, removeFolder, startAgatha, temporaryFolder } from "../testing/agatha-process.js";
import { TestClient } from "../testing/client.js";

const SAMPLES = fileURLToPath(new URL("../../../../crds/samples/", import.meta.url));

interface Applied extends NewResource<KindName> {
  kind: KindName;
}

/** A dataset, a model of it, and a dataset of later rows. The other samples take longer. */
const samples = ["dataset", "model", "evaluation"]
  .flatMap((name) => parseAllDocuments(readFileSync(join(SAMPLES, `${name}.yaml`), "utf8")).map((document) => document.toJS() as Applied))
  .filter(({ kind }) => kind !== "Evaluation");

/** Inline texts that are no tables, with their error codes. */
const BAD: Record<string, { inline: string; code: string }> = {
  "no-rows": { inline: "x,y\n", code: "010406" },
  "same-header-twice": { inline: "x,y,x\n1,2,3\n", code: "010404" },
  "empty-header": { inline: "x,,y\n1,2,3\n", code: "010410" },
  "reserved-header": { inline: "x,__one__\n1,2\n", code: "010411" },
};
const written = (name: string, inline: string): Applied => ({
  kind: "Dataset",
  metadata: { name },
  spec: { displayName: `T${name.replaceAll("-", "")}`, owner: "admin", source: { inline, fileName: `${name}.csv`, format: "csv" } },
});

describe("an inline table", () => {
  let data: string;
  let product: AgathaProcess;
  let client: TestClient;

  beforeAll(async () => {
    data = await temporaryFolder();
    const resources = createLmdbResourceStore({ directory: join(data, "resources") });
    const small = Object.entries(BAD).map(([name, { inline }]) => written(name, inline));
    for (const { kind, metadata, spec } of [...samples, ...small]) await resources.create(kind, { metadata, spec });
    await resources.close();
    product = await startAgatha(data);
    client = new TestClient(product.url);
    await client.login();
  });
  afterAll(async () => {
    await product.stop();
    await removeFolder(data);
  });

  test("an inline table is a dataset like any other, with the sample's rows, columns and file", async () => {
    const dataset = await client.waitForDataset("furnace", "evaluating_finish");
    const sample = samples.find(({ metadata }) => metadata.name === "furnace") as NewResource<"Dataset">;
    expect(dataset).toMatchObject({
      name: "Furnace",
      owner: "admin",
      file_name: "furnace.csv",
      format: "csv",
      size: Buffer.byteLength(sample.spec.source.inline!),
      encoding: "utf-8",
      delimiter: ";",
      decimal: ",",
      total_rows: 80,
    });
    const types = (await client.dataset("furnace")).columns.map(({ name, label, type }) => [name, label, type]);
    expect(types.slice(0, 2)).toEqual([
      ["Charge", "Batch number", "s"],
      ["Temperature", "Temperature", "n"],
    ]);
    expect((await client.api.datasets()).map(({ id }) => id)).toEqual(expect.arrayContaining(["furnace", "furnace-may"]));
  });

  test("the sample model is trained on the inline table", async () => {
    const model: ModelAnswer = await client.waitForModel("furnace", "furnace-hardness");
    expect(model).toMatchObject({ status: "success", api_enable: true });
    expect(model.indicators.RMSE!).toBeLessThan(0.5 * model.baseline.RMSE!);
  });

  test("an inline table can be read with other settings, but not in another encoding", async () => {
    await client.waitForDataset("furnace-may", "evaluating_finish");
    const change = (patch: DatasetPatch) => client.api.updateDataset("furnace-may", patch);
    await expect(change({ encoding: "big5" })).rejects.toMatchObject({ status: 400, code: "010201" });
    await change({ decimal: "." });
    const dataset = await client.waitForDataset("furnace-may", "evaluating_finish");
    expect(dataset).toMatchObject({ decimal: ".", total_rows: 20 });
  });

  test.each(Object.entries(BAD))("an inline table (%s) fails with the code of a bad upload, and advice", async (name, { code }) => {
    const dataset = await client.waitForDataset(name, "preprocess_fail");
    expect(dataset.reason).toBe(code);
    expect(dataset.message).toMatch(/\w{3}/);
  });
});
