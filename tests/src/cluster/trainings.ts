/** Trainings that take a while, and the pods that run them. */
import type { ModelAnswer } from "@agatha/contracts/wire";
import { waitFor } from "../end-to-end/testing/agatha-process.js";
import type { TestClient } from "../end-to-end/testing/client.js";
import type { Installation } from "./installation.js";
import { modelManifest, numericCsv } from "./manifests.js";

export interface Pod {
  metadata: { name: string; uid: string; creationTimestamp: string };
  spec: { nodeName?: string };
  status: { phase: string; startTime?: string };
}

export interface Trainings {
  /** Applies a random forest with additions to its spec. */
  applyModel(name: string, trees: number, spec: object): Promise<void>;
  podsOf(name: string): Promise<Pod[]>;
  runningPod(name: string): Promise<Pod>;
  /** Returns the model as the console gets it. */
  modelAnswer(name: string): Promise<ModelAnswer>;
  /** Resolves when the training has succeeded or failed. */
  waitUntilFinished(name: string): Promise<ModelAnswer>;
  attempts(name: string): Promise<number>;
}

/** Rows of a table whose training takes a while. */
const ROWS = 20_000;
const COLUMNS = 5;
const TIMEOUT_SECONDS = 180;

/** Uploads the table for the trainings. The client is logged in. */
export async function createTrainings({ kubectl }: Pick<Installation, "kubectl">, client: TestClient): Promise<Trainings> {
  const { id: owner } = (await client.json<{ id: string }>("GET", "agatha/user/")).body;
  const table = numericCsv(ROWS, COLUMNS);
  const { id: datasetId } = await client.uploadDataset("numbers.csv", table, { name: "LongTable" });

  const podsOf = async (name: string) => {
    const selector = `agatha.dev/kind=Model,agatha.dev/resource=${name}`;
    return (JSON.parse(await kubectl(["get", "pods", "--selector", selector, "--output", "json"])) as { items: Pod[] }).items;
  };
  const modelAnswer = async (name: string) => (await client.json<ModelAnswer>("GET", `agatha/datasets/${datasetId}/models/${name}/`)).body;

  return {
    podsOf,
    modelAnswer,
    async applyModel(name, trees, spec) {
      const layers = [{ nodes: [{ algorithm: "RF", params: { trees } }] }];
      const whole = { displayName: name.replaceAll("-", ""), response: "y", columns: undefined, layers, ...spec };
      await kubectl(["apply", "--filename", "-"], JSON.stringify(modelManifest(name, datasetId, owner, whole)));
    },
    async runningPod(name) {
      const running = async () => (await podsOf(name)).find(({ status }) => status.phase === "Running");
      return await waitFor(`a running pod of ${name}`, running, TIMEOUT_SECONDS);
    },
    async waitUntilFinished(name) {
      const over = async () => {
        const found = await modelAnswer(name);
        return ["success", "fitting_fail"].includes(found.status) && found;
      };
      return await waitFor(`the end of ${name}`, over, TIMEOUT_SECONDS);
    },
    async attempts(name) {
      return Number(await kubectl(["get", "model", name, "--output", "jsonpath={.status.attempts}"]));
    },
  };
}
