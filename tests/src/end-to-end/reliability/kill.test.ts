/** SIGKILL of the whole product while it works, then a restart: nothing acknowledged is lost, and nothing is done twice. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { type AgathaProcess, removeFolder, startAgatha, temporaryFolder, waitFor } from "../testing/agatha-process.js";
import { TestClient } from "../testing/client.js";

const ROWS = 9_000;
const CSV = [
  "a,b,c,y",
  ...Array.from({ length: ROWS }, (_, i) => `${i % 97},${(i * 31) % 89},${(i * 7) % 13},${((i * 31) % 89) * 2 + (i % 97)}`),
].join("\n");

async function sha256Of(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}

describe("a killed product", () => {
  let data: string;
  let product: AgathaProcess;
  let client: TestClient;

  beforeEach(async () => {
    data = await temporaryFolder();
    await start();
  });
  afterEach(async () => {
    await product.stop();
    await removeFolder(data);
  });

  async function start() {
    product = await startAgatha(data);
    client = new TestClient(product.url);
    await client.login();
  }

  async function restart() {
    await product.kill();
    await start();
  }

  async function objectsNamed(name: RegExp): Promise<string[]> {
    const found = await readdir(join(data, "objects", "objects"), { recursive: true, withFileTypes: true });
    return found.filter((entry) => entry.isFile() && name.test(entry.name)).map((entry) => join(entry.parentPath, entry.name));
  }

  test("a killed product keeps each acknowledged upload, byte for byte", async () => {
    const acknowledged: string[] = [];
    const uploads = Array.from({ length: 20 }, async (_, i) => {
      const answer = await client.upload(`Part${i}.csv`, `${CSV}\n${i},0,0,0`).catch(() => undefined);
      if (answer?.status === 201) acknowledged.push(answer.body.id);
    });
    await waitFor("some uploads to be acknowledged", async () => acknowledged.length >= 5);
    await product.kill();
    await Promise.all(uploads);
    await start();
    expect(acknowledged.length).toBeGreaterThanOrEqual(5);
    for (const id of acknowledged) {
      const dataset = await client.waitForDataset(id, "evaluating_finish");
      const part = Number(dataset.file_name.replace(/\D/g, ""));
      expect(dataset.total_rows).toBe(ROWS + 1);
      expect((await client.api.rows(id, { start: ROWS, limit: 1 }))?.data).toEqual([[part, 0, 0, 0]]);
    }
  });

  test("a killed product finishes an interrupted ingest after its restart", async () => {
    const { body } = await client.upload("Cut.csv", CSV);
    await waitFor("the ingest to have begun", async () => (await client.dataset(body.id)).status !== "init");
    await restart();
    const dataset: DatasetAnswer = await client.waitForDataset(body.id, "evaluating_finish");
    expect(dataset.total_rows).toBe(ROWS);
    expect(await objectsNamed(/^table\.parquet~/)).toHaveLength(1);
  });

  test("a killed product finishes an interrupted training once, and never trains it again", async () => {
    const { id: datasetId } = await client.uploadDataset("Cut.csv", CSV);
    const { id } = await client.api.createModel(datasetId, {
      name: "Cut",
      model_type: "REGRESSION",
      response: "y",
      layers: [{ nodes: [{ algorithm: "RF", params: { trees: 400 } }] }],
    });
    const model = () => client.api.model(datasetId, id);
    await waitFor("the training to be on its way", async () => {
      const now = await model();
      return now.status === "fitting" && now.progress > 0;
    });
    await restart();
    expect(["init", "fitting"]).toContain((await model()).status);
    expect(await client.waitForModel(datasetId, id)).toMatchObject({ status: "success", progress: 1 });
    const [artifact, ...others] = await objectsNamed(/^model\.bin~/);
    expect(others).toEqual([]);
    const digest = await sha256Of(artifact!);
    const finished = await model();

    await restart();
    expect(await client.api.datasets()).toHaveLength(1);
    expect(await model()).toEqual(finished);
    expect([await objectsNamed(/^model\.bin~/), await sha256Of(artifact!)]).toEqual([[artifact], digest]);
  });
});
