/** A document store that is away: the API says so at once instead of after its retries. */
import { TestClient } from "../end-to-end/testing/client.js";
import { recordMeasurement } from "../measurements.js";
import { describeWith } from "../ports/servers.js";
import { eventually } from "../ports/temporary-folder.js";
import { clusterPrerequisites, type ProcessCluster, startProcessCluster } from "./process-cluster.js";

const CALLS = 20;

describeWith("while the document store is away", clusterPrerequisites, () => {
  let cluster: ProcessCluster;

  beforeAll(async () => {
    cluster = await startProcessCluster();
  }, 180_000);
  afterAll(() => cluster.stop());

  test("calls are answered 503 with the time to retry, at once, and work again when it is back", async () => {
    const api = await cluster.api();
    const client = new TestClient(`http://127.0.0.1:${api.port}/tukey/`);
    expect((await client.login()).status).toBe(200);
    await cluster.stores.mongo.kill();
    const ask = () => client.request("GET", "agatha/datasets/");
    await eventually(
      async () => /agatha_store_up\{store="documents"\} 0/.test(await (await fetch(`${api.operationsUrl}/metrics`)).text()),
      60,
    );
    // The next ping without an answer makes it known.
    await eventually(async () => (await ask()).status === 503, 60);
    const times: number[] = [];
    for (let i = 0; i < CALLS; i++) {
      const since = performance.now();
      const answer = await ask();
      times.push(performance.now() - since);
      expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    }
    const [middle = 0] = times.sort((a, b) => a - b).slice(CALLS / 2);
    recordMeasurement(`a call while the document store is known to be away: 503 after ${middle.toFixed(0)} ms`);
    // With retries each would take 20 s.
    expect(middle).toBeLessThan(5_000);
    await cluster.stores.mongo.restart();
    await eventually(async () => (await ask()).status === 200, 60);
  }, 240_000);
});
