/**
 * The pods of the API and of the open model API are evicted through the eviction API, which is how a drain empties nodes, while programs
 * call them. A cluster of one node cannot be drained itself: nowhere else could the pods start again.
 */
import { CALLERS, callsDuring } from "../callers.js";
import { carsCsv } from "../data.js";
import { waitFor } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { recordMeasurement } from "../measurements.js";
import { existingInstallation, RELEASE } from "./installation.js";

const COLUMNS = ["Cylinders", "Displacement", "Horsepower", "Weight_in_lbs"];
const ROW = { Cylinders: 4, Displacement: 100, Horsepower: 80, Weight_in_lbs: 2200 };
/** Otherwise kubectl forwards each connection to one pod, and breaks it off with the pod. */
const throughService = process.env.AGATHA_NEAR_SERVICES === "true" ? test : test.skip;

interface Deployment {
  status: { readyReplicas?: number };
}

describe("callers of an installation whose pods are evicted", () => {
  const installation = existingInstallation();
  const { kubectl, tryKubectl } = installation;
  const client = new TestClient(process.env.AGATHA_URL!);
  let apiToken: string;

  beforeAll(async () => {
    expect((await client.login()).status).toBe(200);
    const { id: dataset } = await client.uploadDataset("cars.csv", carsCsv(), { name: "EvictedCars" });
    const training = { name: "Evicted", model_type: "REGRESSION", response: "Miles_per_Gallon", columns: COLUMNS };
    const { id } = await client.train(dataset, { ...training, layers: [{ nodes: [{ algorithm: "GLM" }] }] });
    await client.api.enableApis({ api_update_list: [{ model_id: id, api_enabled: true }], product_type: "quality" });
    apiToken = (await client.api.modelApi(dataset, id)).api_token!;
  });

  async function podsOf(component: string): Promise<string[]> {
    const selector = `app.kubernetes.io/instance=${RELEASE},app.kubernetes.io/component=${component}`;
    return (await kubectl(["get", "pods", "--selector", selector, "--output", "jsonpath={.items[*].metadata.name}"])).split(" ");
  }
  async function readyPods(component: string): Promise<number> {
    const deployment = await kubectl(["get", "deployment", `${RELEASE}-${component}`, "--output", "json"]);
    return (JSON.parse(deployment) as Deployment).status.readyReplicas ?? 0;
  }

  /** Returns false where the disruption budget forbids the eviction for now. */
  async function evict(pod: string): Promise<boolean> {
    const path = `/api/v1/namespaces/${installation.namespace}/pods/${pod}/eviction`;
    const body = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: pod } };
    const { status, stderr } = await tryKubectl(["create", "--raw", path, "--filename", "-"], JSON.stringify(body));
    if (status !== 0) expect(stderr).toContain("would violate the pod's disruption budget");
    return status === 0;
  }

  throughService.each([
    ["open model API", "models", installation.modelsUrl],
    ["API", "api", process.env.AGATHA_URL!],
  ])(
    "the callers of the %s lose none of their calls, and the disruption budget admits a pod once the one before is replaced",
    async (what, component, url) => {
      const pods = await podsOf(component);
      expect(pods).toHaveLength(2);
      const prediction = { url, apiToken, row: ROW };
      const { answered, failed } = await callsDuring(prediction, async () => {
        const [first, second] = pods as [string, string];
        expect(await evict(first)).toBe(true);
        expect(await evict(second)).toBe(false);
        await waitFor("the second eviction", () => evict(second), 180);
        await waitFor(
          "both pods to be replaced",
          async () => {
            const present = await podsOf(component);
            return (await readyPods(component)) === 2 && !pods.some((pod) => present.includes(pod));
          },
          180,
        );
      });
      recordMeasurement(`pods of the ${what} evicted: ${answered} calls of ${CALLERS} callers answered, ${failed.length} lost`);
      expect(failed).toEqual([]);
    },
    600_000,
  );
});
