import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Cluster } from "./cluster.js";
import { type ClusterPaths, REPOSITORY } from "./cluster-paths.js";
import { printProgress, run, succeeds } from "./commands.js";
import { startOwnCluster } from "./own-cluster.js";

const KIND_CLUSTER = "agatha-test";

/** Returns the cluster that KUBECONFIG names, else one of kind where Docker runs, else one of our own. */
export async function findCluster(where: ClusterPaths): Promise<Cluster> {
  if (process.env.KUBECONFIG) return existingCluster(process.env.KUBECONFIG);
  if ((await succeeds(["docker", "info"])) && (await succeeds(["kind", "version"]))) return await startKind(where);
  return await startOwnCluster(where);
}

/** AGATHA_CLUSTER_VALUES names a file of chart values, which have at least the locations of images that were pushed before. */
function existingCluster(kubeconfig: string): Cluster {
  const file = process.env.AGATHA_CLUSTER_VALUES;
  if (!file) throw new Error("Set AGATHA_CLUSTER_VALUES to a file with the chart's values for this cluster, such as image.registry");
  printProgress(`Using the cluster of ${kubeconfig}`);
  return {
    kubeconfig,
    helm: process.env.AGATHA_HELM ?? "helm",
    values: parse(readFileSync(file, "utf8")) as object,
    load: async () => undefined,
    stop: async () => undefined,
  };
}

async function startKind({ cache }: ClusterPaths): Promise<Cluster> {
  const kubeconfig = join(cache, "kind.kubeconfig");
  const existing = (await run(["kind", "get", "clusters"])).split("\n").includes(KIND_CLUSTER);
  if (existing) await run(["kind", "export", "kubeconfig", "--name", KIND_CLUSTER, "--kubeconfig", kubeconfig]);
  else await run(["kind", "create", "cluster", "--name", KIND_CLUSTER, "--kubeconfig", kubeconfig, "--wait", "5m"]);
  return {
    kubeconfig,
    helm: "helm",
    values: { image: { registry: "localhost", tag: "test", pullPolicy: "Never" } },
    load: async () => {
      for (const target of ["operator", "api", "trainer"]) {
        const tag = `localhost/agatha/${target}:test`;
        printProgress(`Building the image of the ${target}…`);
        await run(["docker", "build", "--target", target, "--tag", tag, REPOSITORY]);
        await run(["kind", "load", "docker-image", "--name", KIND_CLUSTER, tag]);
      }
    },
    stop: async () => void (await run(["kind", "delete", "cluster", "--name", KIND_CLUSTER])),
  };
}
