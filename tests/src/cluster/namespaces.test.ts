/** Further namespaces: all of them, also those that are made later, or a list. */
import { join } from "node:path";
import type { PredictionAnswer } from "@agatha/contracts/wire";
import { waitFor } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { existingInstallation, RELEASE } from "./installation.js";
import { REPOSITORY } from "./launcher/cluster-paths.js";

const sample = (name: string) => ["--filename", join(REPOSITORY, "crds/samples", `${name}.yaml`)];
const LATER = "agatha-later";
const LISTED = "agatha-listed";
/** Sends a row to the address in the environment and prints the result. */
const CALL = `
const { URL: url, TOKEN } = process.env;
const headers = { Authorization: "Bearer " + TOKEN, "Content-Type": "application/json" };
const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify({ data: [{ Temperature: 850, Time: 30, Carbon: 0.4 }] }) });
console.log(await (await fetch((await answer.json()).link)).text());
`;

describe("further namespaces", () => {
  const installation = existingInstallation();
  const { kubectl, tryKubectl } = installation;
  const inNamespace = (namespace: string, ...args: string[]) => kubectl([...args, "--namespace", namespace]);

  afterAll(async () => {
    for (const namespace of [LATER, LISTED]) await tryKubectl(["delete", "namespace", namespace, "--ignore-not-found", "--timeout=120s"]);
    await installation.install();
  }, 600_000);

  /** A pod of the namespace calls the model with nothing but the model's Secret. */
  async function callFrom(namespace: string, secret: string): Promise<PredictionAnswer> {
    const image = await kubectl(["get", "deployment", `${RELEASE}-api`, "--output", "jsonpath={.spec.template.spec.containers[0].image}"]);
    const env = Object.entries({ URL: "url", TOKEN: "token" }).map(([name, key]) => ({
      name,
      valueFrom: { secretKeyRef: { name: secret, key } },
    }));
    const command = ["node", "--input-type=module", "--eval", CALL];
    const container = { name: "caller", image, imagePullPolicy: "IfNotPresent", env, command };
    const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "caller" }, spec: { restartPolicy: "Never", containers: [container] } };
    await kubectl(["apply", "--namespace", namespace, "--filename", "-"], JSON.stringify(pod));
    const phase = () => inNamespace(namespace, "get", "pod", "caller", "--output", "jsonpath={.status.phase}");
    await waitFor("the call to end", async () => ["Succeeded", "Failed"].includes(await phase()), 120);
    const log = await inNamespace(namespace, "logs", "caller");
    expect([await phase(), log]).toEqual(["Succeeded", expect.stringContaining('"data"')]);
    return JSON.parse(log) as PredictionAnswer;
  }

  test("where all namespaces are served, a model of one that is made later is trained, called by a pod there, and goes with it", async () => {
    await installation.install("--set", "operator.namespaces={*}");
    await kubectl(["create", "namespace", LATER]);
    await inNamespace(LATER, "apply", ...sample("dataset"), ...sample("published-model"));
    await inNamespace(LATER, "wait", "--for=condition=Published", "model/furnace-api", "--timeout=300s");
    const { data } = await callFrom(LATER, "furnace-api");
    expect(data).toMatchObject({ status: "success", value: [expect.any(Number)] });

    const api = await installation.forward(`${RELEASE}-api`);
    try {
      const client = new TestClient(api.url);
      await client.login();
      expect(await client.dataset(`furnace_${LATER}`)).toMatchObject({ name: "Furnace", status: "evaluating_finish" });
    } finally {
      await api.stop();
    }
    await kubectl(["delete", "namespace", LATER, "--timeout=180s"]);
    expect(await kubectl(["get", "jobs", "--output", "name"])).not.toContain("furnace");
  }, 900_000);

  test("a namespace of a list goes with its objects, although it loses the operator's Role before them", async () => {
    await kubectl(["create", "namespace", LISTED]);
    await installation.install("--set", `operator.namespaces={${LISTED}}`);
    await inNamespace(LISTED, "apply", ...sample("dataset"));
    await inNamespace(LISTED, "wait", "--for=condition=Ready", "dataset/furnace", "--timeout=300s");
    await kubectl(["delete", "namespace", LISTED, "--timeout=180s"]);
  }, 900_000);
});
