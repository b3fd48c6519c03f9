/** The chart as helm renders it. */
import { parseAllDocuments } from "yaml";
import { CHART } from "../launcher/cluster-paths.js";
import { run } from "../launcher/commands.js";

export const HELM = process.env.AGATHA_HELM ?? "helm";
export const KUBERNETES = "1.34";
export const EVERYTHING_ON = [
  "api.autoscaling.enabled=true",
  "models.autoscaling.enabled=true",
  "ingress.enabled=true",
  "ingress.host=agatha.example.com",
  "ingress.tlsSecretName=agatha-tls",
  "serviceMonitor.enabled=true",
  "prometheusRule.enabled=true",
  "tracing.endpoint=http://collector.observability:4318",
];
export const STORES_ELSEWHERE = [
  "s3.bundled=false",
  "s3.endpoint=https://s3.example.com",
  "mongodb.bundled=false",
  "mongodb.url=mongodb://mongodb.example.com:27017/",
  "nats.bundled=false",
  "nats.url=tls://nats.example.com:4222",
  "stores.authority.configMap=stores-authority",
];

export interface Manifest {
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  /** Rules of a Role. */
  rules?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: what Kubernetes objects look like is checked by linters.test.ts.
  spec?: any;
  /** Data of a ConfigMap. */
  data?: Record<string, string>;
  /** Value of a PriorityClass. */
  value?: number;
}

export const rendering = (settings: string[]) => {
  const values = settings.flatMap((setting) => ["--set", setting]);
  return [HELM, "template", "agatha", CHART, "--namespace", "agatha", "--kube-version", `${KUBERNETES}.0`, ...values];
};
export const render = (...settings: string[]) => run(rendering(settings));
export const manifests = (text: string): Manifest[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter(Boolean);
export const RENDERINGS = [
  ["with default values", []],
  ["with everything on", EVERYTHING_ON],
  ["with external stores", STORES_ELSEWHERE],
] as const;

/** Returns a variable of a deployment's program. */
export function variableOf(deployment: Manifest | undefined, name: string): string | undefined {
  const { env } = deployment!.spec.template.spec.containers[0] as { env: { name: string; value: string }[] };
  return env.find((variable) => variable.name === name)?.value;
}
