import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInstallation, RELEASE } from "./installation.js";
import type { Cluster } from "./launcher/cluster.js";
import { type ClusterPaths, clusterPaths } from "./launcher/cluster-paths.js";
import { printProgress } from "./launcher/commands.js";
import { findCluster } from "./launcher/find-cluster.js";

const KINDS = "evaluations,calculations,automodels,models,datasets";
const NAMESPACE = "agatha-test";

/** Resources with which everything fits on a machine with two cores. */
const SMALL_RESOURCES = {
  operator: { resources: { requests: { cpu: "100m" } } },
  api: { resources: { requests: { cpu: "100m" } } },
  models: { resources: { requests: { cpu: "100m" } } },
  // Trainings use what is left over, so that probes are still answered.
  trainer: { cpuRequest: 0.01 },
  s3: { resources: { requests: { cpu: "100m" } } },
  mongodb: { resources: { requests: { cpu: "100m" } } },
  nats: { resources: { requests: { cpu: "100m" } } },
};

interface PreparedInstallation {
  /** Removes the data of earlier tests, forwards the services, and returns their addresses in the tests' environment variables. */
  reach(): Promise<{ env: Record<string, string>; stop(): Promise<void> }>;
  stop(): Promise<void>;
}

/** Finds or starts a cluster and installs the chart in an empty namespace that enforces the pod security standard "restricted". */
export async function prepareInstallation(): Promise<PreparedInstallation> {
  const where = clusterPaths();
  const cluster = await findCluster(where);
  try {
    return await installOn(cluster, where);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

async function installOn(cluster: Cluster, where: ClusterPaths): Promise<PreparedInstallation> {
  await cluster.load();
  const values = join(where.cache, "values.json");
  writeFileSync(values, JSON.stringify(merged(SMALL_RESOURCES, cluster.values), undefined, 2));
  const { kubeconfig, helm, nearServices = false } = cluster;
  const installation = createInstallation({ kubeconfig, helm, namespace: NAMESPACE, values, nearServices });
  await installation.kubectl(["create", "namespace", NAMESPACE]);
  await installation.kubectl(["label", "namespace", NAMESPACE, "pod-security.kubernetes.io/enforce=restricted"]);
  printProgress("Installing the chart…");
  const start = Date.now();
  await installation.install();
  printProgress(`Installed and ready after ${Math.round((Date.now() - start) / 1000)} s`);
  return {
    async reach() {
      await installation.kubectl(["delete", `${KINDS},jobs`, "--all", "--timeout=120s"]);
      const api = await installation.forward(`${RELEASE}-api`);
      const models = await installation.forward(`${RELEASE}-models`);
      const { AGATHA_ADMIN_PASSWORD = "" } = await installation.secret(`${RELEASE}-api`);
      return {
        env: {
          KUBECONFIG: kubeconfig,
          AGATHA_HELM: helm,
          AGATHA_NAMESPACE: NAMESPACE,
          AGATHA_VALUES: values,
          AGATHA_NEAR_SERVICES: `${nearServices}`,
          // Kueue, and an API server for it alone.
          AGATHA_TEST_BIN: process.env.AGATHA_TEST_BIN ?? where.binaries,
          AGATHA_URL: api.url,
          AGATHA_MODELS_URL: models.url,
          AGATHA_ADMIN_PASSWORD,
        },
        stop: async () => void (await Promise.all([api.stop(), models.stop()])),
      };
    },
    stop: () => cluster.stop(),
  };
}

function merged(one: object, other: object): object {
  const result: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const present = result[name];
    result[name] = isObject(present) && isObject(value) ? merged(present, value) : value;
  }
  return result;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);
