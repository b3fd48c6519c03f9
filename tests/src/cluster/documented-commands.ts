/** The commands of the documentation for Kubernetes: the order in which a test runs them, and those that other tests run. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "./launcher/cluster-paths.js";
import { fencedBlocks } from "./transcript.js";

export const PAGES = join(REPOSITORY, "docs/kubernetes");

/** A fenced block whose commands run one after the other. */
interface Step {
  name: string;
  /** True if the block shows the commands' output too. */
  transcript: boolean;
  text: string;
}

export const documentationPages = (): string[] => readdirSync(PAGES).filter((page) => page.endsWith(".md"));
const pageText = (page: string): string => readFileSync(join(PAGES, page), "utf8");

export function stepsOf(page: string): Step[] {
  return fencedBlocks(pageText(page)).map(({ language, text }, i) => ({
    name: `${page}, block ${i + 1}`,
    transcript: language === "console",
    text,
  }));
}

/** A command that another test runs: a line of a block, a whole loop, or an inline command. */
interface TestedElsewhere {
  command: string;
  /** A file below tests/src, and the text in it that shows that the command is run. */
  test: string;
  shownBy: string;
}

const INSTALL = { test: "cluster/installation.ts", shownBy: '"upgrade", "--install", RELEASE, CHART' };
const NAMESPACE = { test: "cluster/prepare-installation.ts", shownBy: '"create", "namespace"' };
const BACKUP = "cluster/backup.test.ts";
const KUBECTL = "cluster/kubectl.test.ts";
const LIFECYCLE = "cluster/lifecycle.test.ts";
const KINDS = "datasets,models,automodels,evaluations,calculations";
const DEFINITIONS = KINDS.split(",").map((kind) => `${kind}.agatha.dev`);

export const COMMANDS_TESTED_ELSEWHERE: TestedElsewhere[] = [
  {
    command: [
      "for program in operator api trainer; do",
      "  buildah build --target $program --tag registry.example.com/agatha/$program:0.1.0 .",
      "  buildah push registry.example.com/agatha/$program:0.1.0",
      "done",
    ].join("\n"),
    test: "cluster/launcher/images.ts",
    shownBy: "for (const target of PROGRAMS)",
  },
  {
    command: `curl --fail --silent --header "Authorization: Bearer $TOKEN" --json '{"data": [{"Temperature": 850, "Time": 30, "Carbon": 0.4}]}' "$URL"`,
    test: "programs/published-model.test.ts",
    shownBy: ".find(({ text }) => text.includes('\"$URL\"'))",
  },
  {
    command: "kubectl explain model.spec.layers.nodes.params",
    test: "operator/kubernetes-admission.test.ts",
    shownBy: '"model.spec.layers.nodes.params"',
  },
  { command: "kubectl create namespace agatha", ...NAMESPACE },
  {
    command: "kubectl label namespace agatha pod-security.kubernetes.io/enforce=restricted",
    test: "cluster/prepare-installation.ts",
    shownBy: "pod-security.kubernetes.io/enforce=restricted",
  },
  {
    command: "kubectl config set-context --current --namespace=agatha",
    test: "cluster/documented-shell.ts",
    shownBy: '"set-context", "--current"',
  },
  { command: "helm install agatha charts/agatha --namespace agatha --set image.registry=registry.example.com --wait", ...INSTALL },
  { command: "kubectl get namespace agatha || kubectl create namespace agatha", ...NAMESPACE },
  { command: "kubectl apply --filename backup/secrets.json --namespace agatha", test: BACKUP, shownBy: 'join(folder, "secrets.json")' },
  {
    command: "helm upgrade --install agatha charts/agatha --namespace agatha --set image.registry=registry.example.com --wait",
    ...INSTALL,
  },
  { command: "node docs/kubernetes/backup.mjs restore backup --namespace agatha", test: BACKUP, shownBy: 'SCRIPT, "restore", folder' },
  { command: `kubectl delete ${KINDS} --all --namespace agatha`, test: BACKUP, shownBy: '["delete", KINDS.join(","), "--all"' },
  {
    command: "helm uninstall agatha --namespace agatha --wait",
    test: LIFECYCLE,
    shownBy: '"uninstall", RELEASE, "--wait"',
  },
  {
    command: "kubectl delete persistentvolumeclaims --selector app.kubernetes.io/instance=agatha --namespace agatha",
    test: BACKUP,
    shownBy: '"persistentvolumeclaims", "--selector"',
  },
  {
    command: "kubectl delete jobs --selector app.kubernetes.io/component=trainer --namespace agatha",
    test: LIFECYCLE,
    shownBy: '["delete", "jobs", "--selector", "app.kubernetes.io/component=trainer"]',
  },
  {
    command: "kubectl delete lease agatha-operator --namespace agatha",
    test: LIFECYCLE,
    shownBy: '["delete", "lease", "agatha-operator"]',
  },
  { command: "kubectl delete secret agatha-stores agatha-api --namespace agatha", test: BACKUP, shownBy: '"delete", "secret"' },
  {
    command: `kubectl delete customresourcedefinitions ${DEFINITIONS.join(" ")}`,
    test: BACKUP,
    shownBy: '"delete", "customresourcedefinitions"',
  },
  { command: "kubectl apply --server-side", test: KUBECTL, shownBy: '"apply", "--server-side"' },
  { command: "kubectl get agatha --output name --namespace agatha", test: KUBECTL, shownBy: '"get", "agatha", "--output", "name"' },
  {
    command: `kubectl patch NAME --type=merge --patch '{"metadata":{"finalizers":[]}}' --namespace agatha`,
    test: KUBECTL,
    shownBy: '"--patch", \'{"metadata":{"finalizers":[]}}\'',
  },
  { command: "kubectl delete node NAME", test: "cluster/node.test.ts", shownBy: '"delete", "node"' },
  { command: "npm run test:cluster", test: "../cluster.mjs", shownBy: "await prepare();" },
];

/** Returns the commands of a block. A loop is one command. */
export function commandsOf(text: string): string[] {
  return text.startsWith("for ") ? [text.trimEnd()] : text.trimEnd().split("\n");
}

const isTestedElsewhere = ({ text }: Step): boolean =>
  commandsOf(text).every((command) => COMMANDS_TESTED_ELSEWHERE.some((one) => one.command === command));

/**
 * Returns inline commands in backticks that begin with a known program and have arguments. Of the project's README and
 * CONTRIBUTING only those about clusters count.
 */
export function commandsInLines(): { page: string; command: string }[] {
  const texts = [
    ...documentationPages().map((page) => [page, pageText(page)]),
    ...["README.md", "CONTRIBUTING.md"].map((page) => [`../../${page}`, readFileSync(join(REPOSITORY, page), "utf8")]),
  ];
  return texts.flatMap(([page = "", text = ""]) =>
    [...text.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/`((?:kubectl|helm|buildah|docker|node|npm run test:cluster)\b[^`]*)`/g)]
      .map(([, command = ""]) => ({ page, command }))
      .filter(({ command }) => /\s/.test(command) && !MENTIONED_COMMANDS.has(command)),
  );
}

/** Commands that a page mentions without running them. */
const MENTIONED_COMMANDS = new Set(["helm install", "kubectl apply"]);

/** Returns the blocks in reading order, without those that other tests run. */
export function documentedSteps(): Step[] {
  return ["README.md", "kubectl.md", "troubleshooting.md", "backup.md", "uninstall.md"]
    .flatMap(stepsOf)
    .filter((step) => !isTestedElsewhere(step));
}

/** Returns the blocks that no test runs. */
export function untestedBlocks(): string[] {
  const told = new Set(documentedSteps().map(({ name }) => name));
  const written = documentationPages().flatMap(stepsOf);
  return written.filter((step) => !told.has(step.name) && !isTestedElsewhere(step)).map(({ name }) => name);
}
