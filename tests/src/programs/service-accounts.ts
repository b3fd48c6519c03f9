/** The chart's service accounts and roles, as helm renders them, in the namespace of a test. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { KubeConfig } from "@kubernetes/client-node";
import { parseAllDocuments } from "yaml";
import type { ApiServer } from "../ports/api-server.js";
import { findProgram } from "../ports/servers.js";

const CHART = fileURLToPath(new URL("../../../charts/agatha", import.meta.url));
const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const HOUR_SECONDS = 3_600;

export const HELM = findProgram("helm");

export interface Rule {
  apiGroups: string[];
  resources: string[];
  verbs: string[];
  resourceNames?: string[];
}

interface Manifest {
  kind: string;
  metadata: { name: string };
  rules?: Rule[];
}

/** Programs by the suffix of their account's name. */
export type Component = "operator" | "api" | "models";

export interface ServiceAccounts {
  /** Returns the kubeconfig as the program finds it in its pod: the account's token and nothing else. */
  kubeConfig(part: Component): Promise<KubeConfig>;
  user(part: Component): string;
  rules(part: Component): Rule[];
  /** Rights of the operator in the whole cluster. */
  clusterRules: Rule[];
  /** Takes these rights away, as an installation without them has it. */
  removeClusterRules(): Promise<void>;
  /** Replaces the rules. They apply a moment later. */
  setRules(part: Component, rules: Rule[]): Promise<void>;
}

export async function installServiceAccounts(server: ApiServer, admin: KubernetesConnection): Promise<ServiceAccounts> {
  const { namespace } = admin;
  const text = execFileSync(HELM!, ["template", "agatha", CHART, "--namespace", namespace, "--kube-version", "1.34.0"], {
    encoding: "utf8",
  });
  const manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest | null);
  const accountsPath = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  const paths: Record<string, string> = {
    ServiceAccount: accountsPath,
    Role: `${RBAC}/namespaces/${namespace}/roles`,
    RoleBinding: `${RBAC}/namespaces/${namespace}/rolebindings`,
    ClusterRole: `${RBAC}/clusterroles`,
    ClusterRoleBinding: `${RBAC}/clusterrolebindings`,
    // No controller makes pods of these: the operator finds them and notes on them which secrets their pods were started with.
    Deployment: `/apis/apps/v1/namespaces/${namespace}/deployments`,
    StatefulSet: `/apis/apps/v1/namespaces/${namespace}/statefulsets`,
  };
  const roles = new Map<string, Manifest>();
  const clusterRules: Rule[] = [];
  for (const manifest of manifests) {
    if (!manifest) continue;
    const path = paths[manifest.kind];
    if (path === undefined) continue;
    await admin.request({ method: "POST", path, body: manifest });
    if (manifest.kind === "Role") roles.set(manifest.metadata.name, manifest);
    if (manifest.kind === "ClusterRole") clusterRules.push(...manifest.rules!);
  }
  const nameOf = (part: Component) => `agatha-${part}`;
  return {
    user: (part) => `system:serviceaccount:${namespace}:${nameOf(part)}`,
    rules: (part) => roles.get(nameOf(part))!.rules!,
    clusterRules,
    async removeClusterRules() {
      for (const { kind, metadata } of manifests.filter((one) => one !== null)) {
        if (kind === "ClusterRoleBinding") await admin.request({ method: "DELETE", path: `${paths[kind]}/${metadata.name}` });
      }
    },
    async kubeConfig(part) {
      const { status } = await admin.request<{ status: { token: string } }>({
        method: "POST",
        path: `${accountsPath}/${nameOf(part)}/token`,
        body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: HOUR_SECONDS } },
      });
      const kubeConfig = new KubeConfig();
      kubeConfig.loadFromOptions({
        clusters: server.kubeConfig.getClusters(),
        users: [{ name: part, token: status.token }],
        contexts: [{ name: "test", cluster: "test", user: part }],
        currentContext: "test",
      });
      return kubeConfig;
    },
    async setRules(part, rules) {
      const contentType = "application/merge-patch+json";
      await admin.request({ method: "PATCH", path: `${paths.Role}/${nameOf(part)}`, contentType, body: { rules } });
    },
  };
}
