import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const REPOSITORY = fileURLToPath(new URL("../../../../", import.meta.url));
export const CHART = join(REPOSITORY, "charts/agatha");

export interface ClusterPaths {
  /** Folder that is kept between runs. */
  cache: string;
  /** Programs built from source. */
  binaries: string;
  /** Images that nodes have loaded. */
  images: string;
  /** State of the running cluster, which is removed when it stops. */
  run: string;
}

export function clusterPaths(env: NodeJS.ProcessEnv = process.env): ClusterPaths {
  const cache = env.AGATHA_CLUSTER_CACHE ?? join(homedir(), ".cache/agatha-cluster");
  return { cache, binaries: join(cache, "bin"), images: join(cache, "containerd"), run: join(cache, "run") };
}

/** Addresses of the node and what runs on it, in ranges that home and office networks rarely use. */
export const NETWORK = {
  bridge: "agatha0",
  podBridge: "agatha-pods",
  node: "10.198.0.1",
  apiPort: 16443,
  services: "10.97.0.0/16",
  api: "10.97.0.1",
  names: "10.97.0.10",
  pods: "10.245.0.0/24",
} as const;

export const NODE = "agatha-node";
