/** First steps of an administrator and an analyst: everything runs, a table becomes a model, and the open API answers. */
import type { DatasetAnswer, ModelApiAnswer, PredictionAnswer } from "@agatha/contracts/wire";
import { carsCsv } from "../data.js";
import { waitFor } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { existingInstallation, RELEASE } from "./installation.js";

interface PodList {
  items: {
    metadata: { name: string; labels: Record<string, string> };
    spec: { automountServiceAccountToken?: boolean; volumes?: { name: string }[] };
    status: { phase: string; containerStatuses?: { ready: boolean; restartCount: number }[] };
  }[];
}

describe("a fresh installation", () => {
  const installation = existingInstallation();
  const client = new TestClient(process.env.AGATHA_URL!);
  let dataset: DatasetAnswer;
  let api: ModelApiAnswer;

  async function pods(selector: string): Promise<PodList["items"]> {
    return (JSON.parse(await installation.kubectl(["get", "pods", "--selector", selector, "--output", "json"])) as PodList).items;
  }

  test("a fresh installation runs every pod in a namespace that admits restricted pods only", async () => {
    const namespace = await installation.kubectl(["get", "namespace", installation.namespace, "--output", "json"]);
    expect(JSON.parse(namespace).metadata.labels["pod-security.kubernetes.io/enforce"]).toBe("restricted");
    const running = await pods(`app.kubernetes.io/instance=${RELEASE}`);
    const parts = running.map(({ metadata }) => metadata.labels["app.kubernetes.io/component"]).sort();
    expect(parts).toEqual(["api", "api", "minio", "models", "models", "mongodb", "nats", "operator", "operator"]);
    for (const { metadata, status } of running) {
      expect([metadata.name, status.phase, status.containerStatuses?.[0]?.ready]).toEqual([metadata.name, "Running", true]);
    }
  });

  test("a fresh installation passes its helm test", async () => {
    expect(await installation.helm("test", RELEASE)).toMatch(/Phase:\s+Succeeded/);
  });

  test("a fresh installation parses a table and trains a model, each in a pod without a service account token", async () => {
    expect((await client.login()).status).toBe(200);
    dataset = await client.uploadDataset("cars.csv", carsCsv(), { name: "FirstCars" });
    const trainers = waitFor("the pod of the training", async () => {
      const found = await pods("app.kubernetes.io/component=trainer,agatha.dev/kind=Model");
      return found.length > 0 && found;
    });
    const model = await client.train(dataset.id, {
      name: "Consumption",
      model_type: "REGRESSION",
      response: "Miles_per_Gallon",
      columns: ["Cylinders", "Displacement", "Horsepower", "Weight_in_lbs"],
      layers: [{ nodes: [{ algorithm: "RF", params: { trees: 50 } }] }],
      seed: 7,
    });
    expect(model).toMatchObject({ status: "success" });
    expect(model.indicators.RMSE!).toBeLessThan(0.7 * model.baseline.RMSE!);
    api = (await client.json<ModelApiAnswer>("GET", `agatha/datasets/${dataset.id}/models/${model.id}/api/`)).body;
    const enabled = { api_update_list: [{ model_id: model.id, api_enabled: true }], product_type: "quality" };
    expect((await client.json("PATCH", "agatha/openthirdapi/update_multi/", enabled)).status).toBe(200);
    for (const { spec } of await trainers) {
      expect(spec.automountServiceAccountToken).toBe(false);
      expect(spec.volumes?.map(({ name }) => name)).toEqual(["scratch"]);
    }
  });

  test("the deployment of the open API answers with a prediction, and its pods serve nothing else", async () => {
    const url = new URL("tukey/api/", installation.modelsUrl);
    const data = [{ Cylinders: "4", Displacement: "97", Horsepower: "75", Weight_in_lbs: "2155" }];
    const body = JSON.stringify({ api_token: api.api_token, data });
    // The replicas may learn of the model a moment later than the caller that enabled it.
    const accepted = await waitFor("the model to be published", async () => {
      const answer = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
      return answer.status === 200 && ((await answer.json()) as { link: string });
    });
    const answer = (await (await fetch(accepted.link)).json()) as PredictionAnswer;
    expect(answer.data.status).toBe("success");
    expect((answer.data.value as number[])[0]!).toBeGreaterThan(25);
    expect((await fetch(new URL("accounts/csrf", installation.modelsUrl))).status).toBe(404);
  });
});
