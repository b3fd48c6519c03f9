/** Automatic training over HTTP alone: models are tried and ranked, and the best of them answers. */
import { isDeepStrictEqual } from "node:util";
import { ALGORITHMS, type ModelType, rankModels, type SocketEvents } from "@agatha/contracts";
import type { AutoJobAnswer, AutoModelAnswer, CreateAutoModelRequest } from "@agatha/contracts/wire";
import { io, type Socket } from "socket.io-client";
import { carsCsv, carsWithColumn, leakyCars, readTestData, testDataFolder } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { waitFor } from "../testing/agatha-process.js";
import type { TestClient } from "../testing/client.js";

type Heard = { [E in keyof SocketEvents]: [E, SocketEvents[E]] }[keyof SocketEvents];

/** Records all messages of the socket from now on. */
async function listen(client: TestClient, userId: string): Promise<{ heard: Heard[]; socket: Socket }> {
  const { origin } = new URL(client.url);
  const extraHeaders = { Cookie: client.headers().cookie ?? "" };
  const socket = io(origin, { path: "/tukeysocket/", transports: ["websocket"], extraHeaders, auth: { user_id: userId } });
  const heard: Heard[] = [];
  socket.onAny((...event) => heard.push(event as Heard));
  await waitFor("the socket", async () => socket.connected);
  return { heard, socket };
}

/** Labels every other powerful car as a known anomaly. */
function carsWithKnownOdd(): string {
  let powerful = 0;
  return carsWithColumn("Known", "Horsepower", (power) => (power >= 190 && powerful++ % 2 === 0 ? "powerful" : ""));
}

describe("automatic training", () => {
  const { client } = useAgatha();
  let datasetId: string;
  let userId: string;

  beforeAll(async () => {
    userId = (await client.login()).body.id;
    datasetId = (await client.uploadDataset("cars.csv", leakyCars())).id;
  });

  const begin = async (request: CreateAutoModelRequest) => (await client.api.createAutoModel(datasetId, request)).id;
  const ended = (id: string, seconds?: number) => client.waitForAutoModel(datasetId, id, seconds);

  /** Runs a batch of another dataset from its start to its end. */
  async function course(file: string, csv: string | Uint8Array, request: CreateAutoModelRequest): Promise<AutoModelAnswer> {
    const other = await client.uploadDataset(file, csv);
    const { id } = await client.api.createAutoModel(other.id, request);
    return await client.waitForAutoModel(other.id, id, 300);
  }

  /** Expects the specification's ranking by indicators, as far as the rows can tell models apart. */
  async function expectRanked({ dataset_id, models, model_id, rank_by }: AutoModelAnswer, type: ModelType): Promise<void> {
    const trained = models.filter(({ status }) => status === "success").map(({ id, indicators }) => ({ id, indicators }));
    expect(trained.length).toBeGreaterThan(1);
    const { validation } = await client.api.modelInfo(dataset_id, model_id!);
    const { heldOutRows } = validation;
    expect(trained).toEqual(rankModels(type, trained, ({ indicators }) => ({ indicators, heldOutRows }), { rankBy: rank_by ?? undefined }));
    expect(model_id).toBe(trained[0]?.id);
  }

  const namesOf = (type: ModelType) =>
    Object.entries(ALGORITHMS).flatMap(([name, { modelTypes }]) => ((modelTypes as readonly string[]).includes(type) ? [name] : []));

  // @contract beside-its-name-a-dataset-or-a
  test("a title in any script comes from the file, is changed without the name, and stands in the titles of automatic models", async () => {
    const file = await client.uploadDataset("焼成炉 2024.csv", carsCsv());
    expect(file).toMatchObject({ name: "Data2024", title: "焼成炉 2024" });
    const dataset = await client.json<{ title: string; name: string }>("PATCH", `agatha/datasets/${file.id}/`, { title: "Öfen" });
    expect(dataset.body).toMatchObject({ name: "Data2024", title: "Öfen" });
    await client.waitForDataset(file.id, "evaluating_finish");
    const { id } = await client.api.createAutoModel(file.id, { mode: "AUTO_MINIMUM", response: "Horsepower", limit: 2 });
    const batch = await client.waitForAutoModel(file.id, id);
    expect(batch.dataset_title).toBe("Öfen");
    expect(batch.models.map(({ title }) => title).sort()).toEqual(["GLM · Öfen · 1", "XGB · Öfen · 2"]);
    const [model] = batch.models;
    const renamed = await client.api.changeModel(file.id, model!.id, { title: "最も良い" });
    expect(renamed).toMatchObject({ name: model!.name, title: "最も良い" });
    expect((await client.json("PATCH", `agatha/datasets/${file.id}/models/${model!.id}/`, {})).status).toBe(400);
    expect((await client.json("PATCH", `agatha/datasets/${file.id}/models/${model!.id}/`, { title: "x".repeat(129) })).status).toBe(400);
  });

  // @contract of-a-batch-all-models-are-enabled
  test("automatic training ranks its models, names the leaking column, and enables the best model", async () => {
    const id = await begin({ mode: "AUTO_MINIMUM", response: "Miles_per_Gallon", enabling: "first" });
    const batch = await ended(id);
    expect(batch).toMatchObject({ status: "fitting_finished", model_type: "REGRESSION", reason: null });
    expect(batch.models.map(({ algorithms }) => algorithms[0]).sort()).toEqual(["BYS", "GLM", "XGB"]);
    const errors = batch.models.map(({ indicators }) => indicators.RMSE ?? Number.NaN);
    expect(errors).toEqual([...errors].sort((a, b) => a - b));
    expect(batch.model_id).toBe(batch.models[0]?.id);
    expect(batch.left_out.map(({ column }) => column).sort()).toEqual(["Litres", "Name", "Record"]);
    expect(batch.left_out.find(({ column }) => column === "Litres")?.reason).toContain("explains");

    const models = await client.api.models(datasetId);
    expect(models.filter((model) => model.api_enabled).map((model) => model.id)).toEqual([batch.model_id]);
    const info = await client.api.modelInfo(datasetId, batch.model_id!);
    expect(info.inputs.map(({ name }) => name)).not.toContain("Litres");
    const job = (await client.json<AutoJobAnswer>("GET", `tukey/auto-job/${id}/`)).body;
    expect(job).toEqual({ id, status: "fitting_finished", model_id: batch.model_id });

    await client.api.deleteAutoModel(datasetId, id);
    await waitFor("its models to go with it", async () => (await client.api.models(datasetId)).length === 0);
  });

  // @contract the-time-limit-leaves-the-quickest
  test("automatic training ends at its time limit with the quickest model and those finished by then", async () => {
    // 19 forests of 5,000 trees take many times the limit on any machine.
    const forests = Array.from({ length: 19 }, (_, i) => ({
      algorithm: "RF" as const,
      params: { trees: 5000, columnsPerSplit: (i + 1) / 19 },
    }));
    const candidates = [...forests, { algorithm: "GLM" as const }].map((node) => ({ layers: [{ nodes: [node] }] }));
    const id = await begin({ mode: "MANUAL", response: "Miles_per_Gallon", candidates, limit: { seconds: 10 } });
    const batch = await ended(id, 300);
    const seconds = (Date.parse(batch.finished_at ?? "") - Date.parse(batch.started_at ?? "")) / 1000;
    // Running trainings get a moment to end.
    expect(seconds).toBeGreaterThan(9);
    expect(seconds).toBeLessThan(25);
    const trained = batch.models.filter(({ status }) => status === "success");
    expect(trained.length).toBeLessThan(candidates.length);
    expect(batch.models.every(({ status }) => status === "success" || status === "fitting_fail")).toBe(true);
    expect(batch).toMatchObject({ status: "fitting_finished", model_id: trained[0]?.id });
    expect(trained.map(({ algorithms }) => algorithms.join())).toContain("GLM");
    for (const { status, ended_early } of batch.models) expect(ended_early).toBe(status === "success" ? null : "stopped");
    await client.api.deleteAutoModel(datasetId, id);
  });

  test("automatic training tunes the best models, and keeps ensembles only where they are better", async () => {
    const id = await begin({
      mode: "AUTO_REGRESSION",
      response: "Miles_per_Gallon",
      columns: ["Horsepower", "Weight_in_lbs"],
      limit: { seconds: 1200 },
    });
    const batch = await ended(id, 1300);
    expect(batch.status).toBe("fitting_finished");
    await expectRanked(batch, "REGRESSION");
    const isCombined = ({ name }: { name: string }) => /(Mean|Layers)(Tuned)?$/.test(name);
    expect(batch.models.some((model) => model.name.endsWith("Tuned") && !isCombined(model))).toBe(true);
    // Few cars go far on a gallon, so the logarithm is tried too.
    const ofLogarithm = batch.models.filter(({ name }) => name.endsWith("Log"));
    expect(ofLogarithm.map(({ status }) => status)).toEqual(["success", "success"]);
    const firstSingle = batch.models.findIndex((model) => !isCombined(model));
    expect(batch.models.slice(firstSingle).some(isCombined)).toBe(false);
    const kept = batch.models.map((model) => model.id).sort();
    await waitFor("the others to be deleted", async () => {
      const left = await client.api.models(datasetId);
      return isDeepStrictEqual(left.map((model) => model.id).sort(), kept);
    });
    await client.api.deleteAutoModel(datasetId, id);
  });

  test("a cancelled automatic training keeps the models finished by then", async () => {
    const id = await begin({ mode: "AUTO_REGRESSION", response: "Origin", limit: { seconds: 3600 } });
    await waitFor("a first model", async () => {
      const { models } = await client.api.autoModel(datasetId, id);
      return models.some(({ status }) => status === "success");
    });
    await client.api.cancelAutoModel(datasetId, id);
    const batch = await ended(id, 30);
    expect(batch).toMatchObject({ status: "fitting_finished", model_type: "CLASSIFICATION", cancelled: true });
    expect(batch.models.filter(({ status }) => status === "success").length).toBeGreaterThan(0);
    expect(batch.models.every(({ status }) => status === "success" || status === "fitting_fail")).toBe(true);
  });

  // @contract events-of-a-batch-tell-the-state
  test("automatic training tries the given candidates and reports its progress on the socket", async () => {
    const { heard, socket } = await listen(client, userId);
    try {
      const candidates = [["GLM" as const], ["KNN" as const], ["KNN" as const, "GLM" as const]].map((nodes) => ({
        layers: nodes.map((algorithm) => ({ nodes: [{ algorithm }] })),
      }));
      // This model takes long enough to report progress.
      const long = { layers: [{ nodes: [{ algorithm: "RF" as const, params: { trees: 1000 } }] }] };
      const id = await begin({ mode: "MANUAL", response: "Acceleration", candidates: [...candidates, long] });
      const batch = await ended(id);
      expect(batch).toMatchObject({ status: "fitting_finished", mode: "MANUAL", model_type: "REGRESSION" });
      expect(batch.models.map(({ algorithms }) => algorithms.join(">")).sort()).toEqual(["GLM", "KNN", "KNN>GLM", "RF"]);
      await expectRanked(batch, "REGRESSION");

      const told = () =>
        heard.flatMap(([event, payload]) => (event === "auto_model_result" && payload.auto_model_id === id ? [payload] : []));
      await waitFor("the end on the socket", async () => told().at(-1)?.status === "fitting_finished");
      expect(told()[0]).toMatchObject({ status: "fitting_processing" });
      expect(
        told()
          .at(-1)
          ?.current_model.map((model) => model.id)
          .sort(),
      ).toEqual(batch.models.map((model) => model.id).sort());
      const own = batch.models.map((model) => model.id);
      const steps = heard.flatMap(([event, payload]) => (event === "model_status" && own.includes(payload.model_id) ? [payload] : []));
      expect(new Set(steps.filter(({ status }) => status === "success").map(({ model_id }) => model_id))).toEqual(new Set(own));
      expect(steps.some(({ progress }) => progress > 0 && progress < 1)).toBe(true);
    } finally {
      socket.close();
    }
  });

  test("AUTO_OCC tries every detector, and ranks by known anomalies found, then by other rows flagged", async () => {
    const batch = await course("odd.csv", carsWithKnownOdd(), {
      mode: "AUTO_OCC",
      semilabel: "Known",
      columns: ["Horsepower", "Weight_in_lbs", "Acceleration"],
    });
    expect(batch).toMatchObject({ status: "fitting_finished", model_type: "OCC", reason: null });
    expect(new Set(batch.models.flatMap(({ algorithms }) => algorithms))).toEqual(new Set(namesOf("OCC")));
    await expectRanked(batch, "OCC");
    expect(batch.models[0]?.indicators.true_positive).toBeGreaterThan(0.8);
  });

  test("AUTO_CLUSTER tries every clustering algorithm with each number of clusters, and ranks by CH_index", async () => {
    const request: CreateAutoModelRequest = {
      mode: "AUTO_CLUSTER",
      clusters: [2, 3],
      columns: ["Horsepower", "Weight_in_lbs", "Acceleration"],
    };
    const batch = await ended(await begin(request));
    expect(batch).toMatchObject({ status: "fitting_finished", model_type: "CLUSTERING", reason: null });
    expect(batch.models.map(({ algorithms }) => algorithms[0]).sort()).toEqual([...namesOf("CLUSTERING"), ...namesOf("CLUSTERING")].sort());
    await expectRanked(batch, "CLUSTERING");
    const figures = batch.models.map(({ indicators }) => indicators.CH_index ?? Number.NaN);
    expect(figures).toEqual([...figures].sort((a, b) => b - a));
  });

  // @contract of-classifiers-that-the-held-out-rows
  test("of classifiers that 406 cars cannot tell apart the most accurate is ranked first, or the most confident if asked for", async () => {
    const algorithms = ["XGB", "RF", "GLM"];
    const request = {
      mode: "MANUAL" as const,
      response: "Origin",
      candidates: algorithms.map((algorithm) => ({ layers: [{ nodes: [{ algorithm }] }] })),
      seed: 4,
      // The cars are in order of their year, and later ones are harder.
      validation: { rows: "random" },
    } satisfies Partial<CreateAutoModelRequest>;
    const plain = await course("origins.csv", carsCsv(), request);
    expect(plain.rank_by).toBe("accuracy");
    await expectRanked(plain, "CLASSIFICATION");
    const accuracies = plain.models.map(({ indicators }) => indicators.Accuracy!);
    expect(accuracies).toEqual([...accuracies].sort((a, b) => b - a));
    const { id } = await client.api.createAutoModel(plain.dataset_id, { ...request, rank_by: "recommended" });
    const batch = await client.waitForAutoModel(plain.dataset_id, id, 300);
    await expectRanked(batch, "CLASSIFICATION");
    const [first, second] = batch.models;
    // A standard error is 1.8 points here.
    expect(second!.indicators.Accuracy).toBeGreaterThan(first!.indicators.Accuracy!);
    expect(second!.indicators.Accuracy! - first!.indicators.Accuracy!).toBeLessThan(0.018);
    expect(first!.indicators.log_loss).toBeLessThan(second!.indicators.log_loss!);
  });

  (testDataFolder ? test : test.skip)(
    "automatic training names the failure's own flags in a machine's records, and leaves them out (needs TEST_DATA)",
    async () => {
      const batch = await course("machine.csv", readTestData("machine-failure-ai4i.csv"), {
        mode: "AUTO_MINIMUM",
        response: "Machine failure",
        limit: { seconds: 600 },
      });
      expect(batch).toMatchObject({ status: "fitting_finished", model_type: "CLASSIFICATION" });
      await expectRanked(batch, "CLASSIFICATION");
      expect(batch.left_out.map(({ column }) => column).sort()).toEqual(["HDF", "OSF", "PWF", "Product ID", "RNF", "TWF", "UDI"]);
      expect(batch.left_out.every(({ reason }) => reason !== "")).toBe(true);
      // Only one of the 19 rows with RNF has failed: its values tell nothing, and the reason does not claim that they do.
      expect(batch.left_out.find(({ column }) => column === "RNF")?.reason).toMatch(/stands among 4 columns .* its values do not show it/);
    },
  );
});
