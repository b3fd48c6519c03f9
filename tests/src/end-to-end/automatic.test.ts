/** Automatic training by HTTP alone: models are tried, ranked, and the best of them answers. */
import type { ModelInfo } from "@agatha/contracts";
import type { AutoJobAnswer, AutoModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { carsCsv } from "../data.js";
import { Client } from "./client.js";
import { type Product, removeFolder, startProduct, temporaryFolder, waitFor } from "./product.js";

/** The cars with a column that tells the answer in another unit. */
function leakyCars(): string {
  const [header = "", ...rows] = carsCsv().split("\n");
  const at = header.split(",").indexOf("Miles_per_Gallon");
  const litres = (row: string): string => {
    const miles = Number((row.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.[at] ?? "").replace(/[",]/g, ""));
    return miles > 0 ? String(235.2 / miles) : "";
  };
  return [`${header},Litres`, ...rows.map((row) => `${row},${litres(row)}`)].join("\n");
}

describe("automatic training", () => {
  let data: string;
  let product: Product;
  let client: Client;
  let batches: string;

  beforeAll(async () => {
    data = await temporaryFolder();
    product = await startProduct(data);
    client = new Client(product.url);
    await client.login();
    const { id } = await client.readyDataset("cars.csv", leakyCars(), { name: "Cars" });
    batches = `agatha/datasets/${id}/automodels/`;
  });
  afterAll(async () => {
    expect(await product.stop()).toBe(0);
    await removeFolder(data);
  });

  async function begin(request: object): Promise<string> {
    const { status, body } = await client.json<{ id: string }>("POST", batches, request);
    expect([status, body]).toEqual([201, { id: expect.any(String) }]);
    return body.id;
  }
  const read = async (id: string) => (await client.json<AutoModelAnswer>("GET", `${batches}${id}/`)).body;
  const ended = (id: string, seconds = 120) =>
    waitFor(`batch ${id}`, async () => ((batch) => batch.status !== "fitting_processing" && batch)(await read(id)), seconds);

  test("ranks what it tried, tells which column gives the answer away, and enables the best", async () => {
    const id = await begin({ mode: "AUTO_MINIMUM", response: "Miles_per_Gallon", enabling: "first" });
    const batch = await ended(id);
    expect(batch).toMatchObject({ status: "fitting_finished", model_type: "REGRESSION", reason: null });
    expect(batch.models.map(({ algorithms }) => algorithms[0]).sort()).toEqual(["BYS", "GLM", "XGB"]);
    const errors = batch.models.map(({ indicators }) => indicators.RMSE ?? Number.NaN);
    expect(errors).toEqual([...errors].sort((a, b) => a - b));
    expect(batch.model_id).toBe(batch.models[0]?.id);
    expect(batch.left_out.map(({ column }) => column).sort()).toEqual(["Litres", "Record"]);
    expect(batch.left_out.find(({ column }) => column === "Litres")?.reason).toContain("explains");

    const models = (await client.json<{ data: ModelAnswer[] }>("GET", batches.replace("automodels", "models"))).body.data;
    expect(models.filter((model) => model.api_enabled).map((model) => model.id)).toEqual([batch.model_id]);
    const info = await client.json<ModelInfo>("GET", `${batches.replace("automodels", "models")}${batch.model_id}/info/`);
    expect(info.body.inputs.map(({ name }) => name)).not.toContain("Litres");
    const job = (await client.json<AutoJobAnswer>("GET", `tukey/auto-job/${id}/`)).body;
    expect(job).toEqual({ id, status: "fitting_finished", model_id: batch.model_id });

    expect((await client.json("DELETE", `${batches}${id}/`)).status).toBe(204);
    await waitFor("its models to go with it", async () => {
      const { body } = await client.json<{ data: ModelAnswer[] }>("GET", batches.replace("automodels", "models"));
      return body.data.length === 0;
    });
  });

  test("tunes the best within its time, and layers models only where that helps", async () => {
    const id = await begin({ mode: "AUTO_REGRESSION", response: "Miles_per_Gallon", limit: { models: 20, seconds: 45 } });
    const begun = Date.now();
    const batch = await ended(id);
    expect(batch.status).toBe("fitting_finished");
    // The time that was allowed, and what it takes to end what still runs.
    expect(Date.now() - begun).toBeLessThan(60_000);
    const tuned = batch.models.find(({ name }) => name.endsWith("Tuned"));
    expect(tuned).toBeDefined();
    const layered = batch.models.find(({ name }) => name.endsWith("Layers"));
    if (layered) expect(batch.model_id).toBe(layered.id);
    const models = (await client.json<{ data: ModelAnswer[] }>("GET", batches.replace("automodels", "models"))).body.data;
    expect(models.map((model) => model.id).sort()).toEqual(batch.models.map((model) => model.id).sort());
    await client.json("DELETE", `${batches}${id}/`);
  });

  test("is cancelled with what is finished by then", async () => {
    const id = await begin({ mode: "AUTO_REGRESSION", response: "Origin", limit: { seconds: 3600 } });
    await waitFor("a first model", async () => (await read(id)).models.some(({ status }) => status === "success"));
    expect((await client.json("PATCH", `${batches}${id}/`, { cancelled: true })).status).toBe(200);
    const batch = await ended(id, 30);
    expect(batch).toMatchObject({ status: "fitting_finished", model_type: "CLASSIFICATION", cancelled: true });
    expect(batch.models.filter(({ status }) => status === "success").length).toBeGreaterThan(0);
    expect(batch.models.every(({ status }) => status === "success" || status === "fitting_fail")).toBe(true);
  });
});
