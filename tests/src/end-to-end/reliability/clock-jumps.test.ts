/** The machine's clock is set forward and back by a day while the product works. */
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type AgathaProcess, removeFolder, startAgatha, temporaryFolder, waitFor } from "../testing/agatha-process.js";
import { TestClient } from "../testing/client.js";

const DAY_MS = 86_400_000;
const CSV = ["a,b,c,y", ...Array.from({ length: 3_000 }, (_, i) => `${i % 97},${(i * 31) % 89},${(i * 7) % 13},${(i * i) % 101}`)].join(
  "\n",
);
const FOREST = [{ nodes: [{ algorithm: "RF", params: { trees: 1000 } }] }];

describe("a clock that jumps", () => {
  let folder: string;
  let product: AgathaProcess;
  let client: TestClient;
  beforeAll(async () => {
    folder = await temporaryFolder();
    const preload = new URL("preload/settable-clock.js", import.meta.url);
    const env = { NODE_OPTIONS: `--import=${preload.href}`, CLOCK_OFFSET: join(folder, "offset"), LOG_LEVEL: "warn" };
    product = await startAgatha(join(folder, "data"), env);
    client = new TestClient(product.url);
    await client.login();
  });
  afterAll(async () => {
    expect(await product.stop()).toBe(0);
    await removeFolder(folder);
  });

  /** Sets the clock. Resolves when the product has noticed, as its log says. */
  async function setClock(offsetMs: number): Promise<void> {
    const jumps = () => product.output().split("the machine's clock was set").length - 1;
    const before = jumps();
    await writeFile(join(folder, "offset"), `${offsetMs}`);
    process.kill(product.pid, "SIGUSR2");
    await waitFor("the product to notice", async () => {
      expect((await client.json("GET", "agatha/user/")).status).toBe(200);
      return jumps() > before;
    });
  }

  // @contract clock-jumps-change-nothing
  test("no session ends, no training is started twice, and none is ended for its time limit", async () => {
    const { id } = await client.uploadDataset("Table.csv", CSV);
    const request = { name: "Forest", model_type: "REGRESSION", response: "y", layers: FOREST };
    const made = await client.json<{ id: string }>("POST", `agatha/datasets/${id}/models/`, request);
    const batch = await client.api.createAutoModel(id, {
      mode: "MANUAL",
      response: "y",
      candidates: [{ layers: FOREST }, { layers: FOREST }],
    });
    for (const offset of [DAY_MS, 0, -DAY_MS, 0]) await setClock(offset);

    expect((await client.waitForModel(id, made.body.id)).status).toBe("success");
    const finished = await client.waitForAutoModel(id, batch.id);
    expect([finished.status, finished.models.map(({ status }) => status)]).toEqual(["fitting_finished", ["success", "success"]]);
    const models = join(folder, "data/objects/objects/models");
    for (const uid of await readdir(models))
      expect(await readdir(join(models, uid))).toEqual([expect.stringMatching(/-train-[0-9a-f]+-1$/)]);
    expect((await client.json("GET", "agatha/user/")).status).toBe(200);
  });
});
