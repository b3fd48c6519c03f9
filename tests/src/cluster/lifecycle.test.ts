/** Upgrade, uninstall, install again: what people made and the secrets that protect it stay. */
import { carsCsv } from "../data.js";
import { Client } from "../end-to-end/client.js";
import { waitFor } from "../end-to-end/product.js";
import { givenInstallation, RELEASE } from "./installation.js";

describe("what people made", () => {
  const installation = givenInstallation();
  const { kubectl } = installation;
  let datasetId: string;
  let password: string;

  async function withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const api = await installation.forward(`${RELEASE}-api`);
    try {
      const client = new Client(api.url);
      expect((await client.login("admin", password)).status).toBe(200);
      return await work(client);
    } finally {
      await api.stop();
    }
  }

  const secrets = async () => [await installation.secret(`${RELEASE}-api`), await installation.secret(`${RELEASE}-stores`)];
  const firstRows = async (client: Client) => (await client.json("GET", `agatha/datasets/${datasetId}/rows/?start=0&limit=5`)).body;

  beforeAll(async () => {
    ({ AGATHA_ADMIN_PASSWORD: password = "" } = await installation.secret(`${RELEASE}-api`));
    datasetId = await withClient(async (client) => (await client.readyDataset("cars.csv", carsCsv(), { name: "LastingCars" })).id);
  });

  test("outlives an upgrade that restarts every program, with all secrets", async () => {
    const before = await secrets();
    const rows = await withClient(firstRows);
    await installation.install("--set", "logLevel=debug");
    expect(await secrets()).toEqual(before);
    expect(await withClient(firstRows)).toEqual(rows);
  });

  test("outlives an uninstall, which leaves no pods, and is there again when the chart is installed again", async () => {
    const before = await secrets();
    const rows = await withClient(firstRows);
    await installation.helm("uninstall", RELEASE, "--wait");
    await waitFor(
      "all pods to be gone",
      async () => (await kubectl(["get", "pods", "--selector", `app.kubernetes.io/instance=${RELEASE}`, "--output", "name"])) === "",
      120,
    );
    expect(await kubectl(["get", "datasets", "--output", "name"])).toContain(`dataset.agatha.dev/${datasetId}`);
    expect((await kubectl(["get", "persistentvolumeclaims", "--output", "name"])).split("\n").filter(Boolean)).toHaveLength(2);
    await installation.install();
    expect(await secrets()).toEqual(before);
    expect(await withClient(firstRows)).toEqual(rows);
  });
});
