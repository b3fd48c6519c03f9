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
  metadata: { name: string; namespace?: string };
  rules?: Rule[];
}

/** Programs by the suffix of their account's name. */
export type Component = "operator" | "api" | "models";

export interface ServiceAccounts {
  /** Returns the kubeconfig as the program finds it in its pod: the account's token and nothing else. */
  kubeConfig(part: Component): Promise<KubeConfig>;
  user(part: Component): string;
  /** Returns the rules of the program's role in its own namespace, or in a further one. */
  rules(part: Component, namespace?: string): Rule[];
  /** Rights of the operator in the whole cluster. */
  clusterRules: Rule[];
  /** Takes these rights away, as an installation without them has it. */
  removeClusterRules(): Promise<void>;
  /** Replaces the rules. They apply a moment later. */
  setRules(part: Component, rules: Rule[], namespace?: string): Promise<void>;
}

/** The programs serve the further namespaces too. */
export async function installServiceAccounts(server: ApiServer, admin: KubernetesConnection, further: string[]): Promise<ServiceAccounts> {
  const { namespace: home } = admin;
  const chart = ["template", "agatha", CHART, "--namespace", home, "--kube-version", "1.34.0"];
  const text = execFileSync(HELM!, [...chart, "--set-json", `operator.namespaces=${JSON.stringify(further)}`], {
    encoding: "utf8",
    stdio: "pipe",
  });
  const manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest | null);
  const accountsPath = `/api/v1/namespaces/${home}/serviceaccounts`;
  const rolesPath = (namespace: string) => `${RBAC}/namespaces/${namespace}/roles`;
  const pathsIn = (namespace = home): Record<string, string> => ({
    ServiceAccount: accountsPath,
    Role: rolesPath(namespace),
    RoleBinding: `${RBAC}/namespaces/${namespace}/rolebindings`,
    ClusterRole: `${RBAC}/clusterroles`,
    ClusterRoleBinding: `${RBAC}/clusterrolebindings`,
    // No controller makes pods of these: the operator finds them and notes on them which secrets their pods were started with.
    Deployment: `/apis/apps/v1/namespaces/${home}/deployments`,
    StatefulSet: `/apis/apps/v1/namespaces/${home}/statefulsets`,
  });
  const roles = new Map<string, Manifest>();
  const clusterRules: Rule[] = [];
  for (const manifest of manifests) {
    if (!manifest) continue;
    const path = pathsIn(manifest.metadata.namespace)[manifest.kind];
    if (path === undefined) continue;
    await admin.request({ method: "POST", path, body: manifest });
    if (manifest.kind === "Role") roles.set(manifest.metadata.name, manifest);
    if (manifest.kind === "ClusterRole") clusterRules.push(...manifest.rules!);
  }
  const nameOf = (part: Component) => `agatha-${part}`;
  const roleName = (part: Component, namespace: string) => (namespace === home ? nameOf(part) : `${home}-${nameOf(part)}-objects`);
  return {
    user: (part) => `system:serviceaccount:${home}:${nameOf(part)}`,
    rules: (part, namespace = home) => roles.get(roleName(part, namespace))!.rules!,
    clusterRules,
    async removeClusterRules() {
      for (const { kind, metadata } of manifests.filter((one) => one !== null)) {
        if (kind === "ClusterRoleBinding") await admin.request({ method: "DELETE", path: `${pathsIn()[kind]}/${metadata.name}` });
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
    async setRules(part, rules, namespace = home) {
      const contentType = "application/merge-patch+json";
      await admin.request({ method: "PATCH", path: `${rolesPath(namespace)}/${roleName(part, namespace)}`, contentType, body: { rules } });
    },
  };
}
