/** Builds programs that no Debian package has, once, from the Go module proxy. */
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ClusterPaths } from "./cluster-paths.js";
import { type CommandOptions, printProgress, run, succeeds } from "./commands.js";

/** The last minor release that also supports nodes with cgroup v1. */
const KUBERNETES = "1.34.4";
const KUBERNETES_PROGRAMS = ["kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet", "kube-proxy"];
const INSTALLED = {
  coredns: "github.com/coredns/coredns@v1.12.1",
  helm: "helm.sh/helm/v3/cmd/helm@v3.19.0",
  minio: "github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c",
};
/** Kueue and, below its module's `config/components`, its definitions and webhooks. */
const KUEUE = "sigs.k8s.io/kueue@v0.14.8";
/** Prometheus' checker of rules. Its module has replacements, which `go install` refuses. */
const PROMTOOL = "github.com/prometheus/prometheus/cmd/promtool";
const PROMETHEUS_VERSION = "v0.303.0";
/** Serves MongoDB's protocol over SQLite. This is the last version that does. */
const FERRETDB = "github.com/FerretDB/FerretDB@v1.24.2";

const DEBIAN = {
  containerd: "containerd",
  runc: "runc",
  etcd: "etcd-server",
  "nats-server": "nats-server",
  buildah: "buildah",
  iptables: "iptables",
  conntrack: "conntrack",
  busybox: "busybox-static",
  openssl: "openssl",
  kubectl: "kubernetes-client",
  mmdebstrap: "mmdebstrap",
};
const CNI = "/usr/lib/cni/bridge";
/** Time between two lines about a build that goes on. */
const PROGRESS_MS = 60_000;

/** Prepares all programs of the cluster. `AGATHA_CLUSTER_BINARIES` names a folder of programs that were built before. */
export async function prepareBinaries({ cache, binaries }: ClusterPaths, prebuilt = process.env.AGATHA_CLUSTER_BINARIES): Promise<void> {
  mkdirSync(binaries, { recursive: true });
  await installPackages();
  const has = (name: string) => existsSync(join(binaries, name));
  for (const name of prebuilt
    ? [...KUBERNETES_PROGRAMS, ...Object.keys(INSTALLED), "ferretdb", "promtool", "kueue", "kueue-manifests"]
    : []) {
    if (!has(name) && existsSync(join(prebuilt!, name))) symlinkSync(join(prebuilt!, name), join(binaries, name));
  }
  const missing = KUBERNETES_PROGRAMS.filter((name) => !has(name));
  if (missing.length > 0) await buildKubernetes(join(cache, "src/kubernetes"), binaries, missing);
  for (const [name, module] of Object.entries(INSTALLED)) {
    if (has(name)) continue;
    await compile(name, ["install", "-ldflags", "-s -w", module], { env: { GOBIN: binaries } });
  }
  if (!has("ferretdb")) await buildFerretdb(join(cache, "src/ferretdb"), binaries);
  if (!has("promtool")) await buildPromtool(join(cache, "src/promtool"), binaries);
  if (!has("kueue") || !has("kueue-manifests")) await buildKueue(binaries);
}

async function installPackages(): Promise<void> {
  const missing: string[] = existsSync(CNI) ? [] : ["containernetworking-plugins"];
  for (const [program, name] of Object.entries(DEBIAN)) if (!(await succeeds(["sh", "-c", `command -v ${program}`]))) missing.push(name);
  if (missing.length === 0) return;
  printProgress(`Installing ${missing.join(", ")}…`);
  await run(["apt-get", "update", "-qq"]);
  await run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", ...missing], { env: { DEBIAN_FRONTEND: "noninteractive" } });
}

/** Kubernetes' own module replaces its parts by local folders; its users must replace them by their releases. */
async function buildKubernetes(folder: string, binaries: string, programs: string[]): Promise<void> {
  printProgress("Building Kubernetes, which takes half an hour or more the first time…");
  mkdirSync(folder, { recursive: true });
  const { GoMod } = JSON.parse(await run(["go", "mod", "download", "-json", `k8s.io/kubernetes@v${KUBERNETES}`], { cwd: folder })) as {
    GoMod: string;
  };
  const parts = [...readFileSync(GoMod, "utf8").matchAll(/^\t(k8s\.io\/[a-z-]+) => /gm)].map(([, part]) => part);
  const release = `v0.${KUBERNETES.slice(2)}`;
  const replacements = parts.map((part) => `replace ${part} => ${part} ${release}`);
  writeFileSync(
    join(folder, "go.mod"),
    ["module programs", "go 1.24.0", `require k8s.io/kubernetes v${KUBERNETES}`, ...replacements, ""].join("\n"),
  );
  const imports = programs.map((name) => `import _ "k8s.io/kubernetes/cmd/${name}/app"`);
  writeFileSync(join(folder, "programs.go"), ["package programs", ...imports, ""].join("\n"));
  await run(["go", "mod", "tidy"], { cwd: folder });
  const version = "k8s.io/component-base/version";
  const flags = `-s -w -X ${version}.gitVersion=v${KUBERNETES} -X ${version}.gitMajor=1 -X ${version}.gitMinor=${KUBERNETES.split(".")[1]}`;
  for (const name of programs) {
    const built = ["-o", join(binaries, name), `k8s.io/kubernetes/cmd/${name}`];
    await compile(name, ["build", "-trimpath", "-ldflags", flags, ...built], { cwd: folder });
  }
}

/** FerretDB starts only with the version file that its own build writes. */
async function buildFerretdb(folder: string, binaries: string): Promise<void> {
  const { Dir } = JSON.parse(await run(["go", "mod", "download", "-json", FERRETDB])) as { Dir: string };
  rmSync(folder, { recursive: true, force: true });
  cpSync(Dir, folder, { recursive: true });
  await run(["chmod", "-R", "u+w", folder]);
  writeFileSync(join(folder, "build/version/version.txt"), FERRETDB.slice(FERRETDB.indexOf("@") + 1));
  await compile("ferretdb", ["build", "-ldflags", "-s -w", "-o", join(binaries, "ferretdb"), "./cmd/ferretdb"], {
    cwd: folder,
    env: { CGO_ENABLED: "0", GOFLAGS: "-mod=mod" },
  });
}

async function buildPromtool(folder: string, binaries: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "go.mod"), "module programs\n\ngo 1.24.0\n");
  await run(["go", "get", "-tool", `${PROMTOOL}@${PROMETHEUS_VERSION}`], { cwd: folder });
  await compile("promtool", ["build", "-ldflags", "-s -w", "-o", join(binaries, "promtool"), PROMTOOL], { cwd: folder });
}

/** Puts Kueue's definitions and webhooks beside its program. */
async function buildKueue(binaries: string): Promise<void> {
  const [module, version] = KUEUE.split("@");
  await compile("kueue", ["install", "-ldflags", "-s -w", `${module}/cmd/kueue@${version}`], { env: { GOBIN: binaries } });
  const { Dir } = JSON.parse(await run(["go", "mod", "download", "-json", KUEUE])) as { Dir: string };
  const manifests = join(binaries, "kueue-manifests");
  // The modules of Go's cache are read-only.
  for (const [from, to] of [
    ["crd/bases", "crd"],
    ["webhook/manifests.yaml", "webhooks.yaml"],
  ] as const)
    cpSync(join(Dir, "config/components", from), join(manifests, to), { recursive: true });
  await run(["chmod", "-R", "u+w", manifests]);
}

/** Runs a command of Go that compiles a program. Prints the number of compiled packages as long as it lasts. */
export async function compile(
  name: string,
  [command = "", ...args]: string[],
  options: CommandOptions,
  { print = printProgress, everyMs = PROGRESS_MS } = {},
): Promise<void> {
  print(`Building ${name}…`);
  let packages = 0;
  const timer = setInterval(() => print(`Building ${name}: ${packages} packages are compiled`), everyMs);
  try {
    // With -v Go writes a line for each package.
    const onErrorOutput = (text: string) => {
      packages += text.split("\n").length - 1;
    };
    await run(["go", command, "-v", ...args], { ...options, onErrorOutput });
  } finally {
    clearInterval(timer);
  }
}

/** Copies a program to an image's files, following links. */
export function copyProgram(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o755);
}
