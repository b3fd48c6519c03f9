/** The pods of the open model API as the API server and its controllers know them, with the chart's disruption budget. */
import { execFileSync } from "node:child_process";
import type { KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { StatusError } from "@agatha/adapters/kubernetes/status-error";
import { parseAllDocuments } from "yaml";
import { CHART } from "../cluster/launcher/cluster-paths.js";
import { eventually } from "../ports/temporary-folder.js";

const NAME = "agatha-models";
const PATHS: Record<string, string> = {
  ServiceAccount: "/api/v1",
  Deployment: "/apis/apps/v1",
  PodDisruptionBudget: "/apis/policy/v1",
};
/** The controllers that these objects need. */
export const DRAIN_CONTROLLERS = ["deployment-controller", "replicaset-controller", "disruption-controller"];

interface Manifest {
  kind: string;
  metadata: { name: string };
}

interface PodList {
  items: { metadata: { name: string }; status: { phase: string } }[];
}

interface DrainedPods {
  /** Resolves with the names of this many pods that no node has started, once there are so many. */
  unstarted(count: number): Promise<string[]>;
  /** Reports as a node does that the pod is ready. */
  report(pod: string): Promise<void>;
  /** Asks for the eviction as `kubectl drain` does. Resolves with false where the budget forbids it for now. */
  evict(pod: string): Promise<boolean>;
}

/** Creates the chart's deployment in the connection's namespace, whose pods no node starts. */
export async function createDrainedPods(admin: KubernetesConnection, helm: string): Promise<DrainedPods> {
  const of = (kind: string, plural: string) => `${PATHS[kind] ?? "/api/v1"}/namespaces/${admin.namespace}/${plural}`;
  const chart = ["template", "agatha", CHART, "--namespace", admin.namespace, "--kube-version", "1.34.0"];
  const manifests = parseAllDocuments(execFileSync(helm, chart, { encoding: "utf8", stdio: "pipe" })).map(
    (document) => document.toJS() as Manifest | null,
  );
  for (const manifest of manifests) {
    if (manifest?.metadata.name !== NAME || PATHS[manifest.kind] === undefined) continue;
    await admin.request({ method: "POST", path: of(manifest.kind, `${manifest.kind.toLowerCase()}s`), body: manifest });
  }
  const pods = of("Pod", "pods");
  return {
    async unstarted(count) {
      let names: string[] = [];
      await eventually(async () => {
        const { items } = await admin.request<PodList>({ method: "GET", path: pods });
        names = items.filter(({ status }) => status.phase === "Pending").map(({ metadata }) => metadata.name);
        return names.length === count;
      }, 60);
      return names;
    },
    async report(pod) {
      const status = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
      const contentType = "application/merge-patch+json";
      await admin.request({ method: "PATCH", path: `${pods}/${pod}/status`, contentType, body: { status } });
    },
    async evict(pod) {
      const body = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: pod } };
      try {
        await admin.request({ method: "POST", path: `${pods}/${pod}/eviction`, body });
        return true;
      } catch (error) {
        if (error instanceof StatusError && error.status === 429) return false;
        throw error;
      }
    },
  };
}
