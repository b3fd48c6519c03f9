/** The node is lost with everything that runs on it, and comes back. Runs only on a cluster of our own. */
import { join } from "node:path";
import { waitFor } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { existingInstallation, RELEASE } from "./installation.js";
import { clusterPaths, NODE } from "./launcher/cluster-paths.js";
import { createDaemons } from "./launcher/commands.js";
import { startKubelet, stopNode } from "./launcher/node.js";
import { createTrainings } from "./trainings.js";

const { run, binaries } = clusterPaths();
const kubeconfig = join(run, "admin.kubeconfig");
const onOwnCluster = process.env.KUBECONFIG === kubeconfig ? test : test.skip;

onOwnCluster(
  "a training whose node is lost restarts as the same attempt once there is a node again",
  async () => {
    const installation = existingInstallation();
    const { kubectl } = installation;
    const daemons = createDaemons(run);
    const client = new TestClient(process.env.AGATHA_URL!);
    await client.login();
    const trainings = await createTrainings(installation, client);
    await trainings.applyModel("orphaned", 150, {});
    const lost = await trainings.runningPod("orphaned");

    await stopNode({ run, daemons });
    try {
      await kubectl(["delete", "node", NODE]);
      // Kubernetes waits a while before it treats the pods of a lost node as failed.
      const replaced = async () => {
        const pods = await trainings.podsOf("orphaned");
        return pods.length > 0 && pods.every(({ metadata, spec }) => metadata.uid !== lost.metadata.uid && spec.nodeName === undefined);
      };
      await waitFor("another pod to wait for a node", replaced, 180);
    } finally {
      await startKubelet({ run, binaries, daemons, kubeconfig, nodeKubeconfig: join(run, "node.kubeconfig") });
    }

    await kubectl(["wait", "--for=condition=Ready", "model/orphaned", "--timeout=500s"]);
    expect(await kubectl(["get", "model", "orphaned", "--output", "jsonpath={.status.phase} {.status.attempts}"])).toBe("success 1");
    for (const part of ["api", "models", "operator"]) {
      await kubectl(["rollout", "status", `deployment/${RELEASE}-${part}`, "--timeout=180s"]);
    }
  },
  600_000,
);
