import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { stringify } from "yaml";
import { waitFor } from "../../end-to-end/testing/agatha-process.js";
import { createBuilder } from "./builder.js";
import { NETWORK, NODE } from "./cluster-paths.js";
import { type Daemons, run as runCommand, signal, succeeds, tryRun } from "./commands.js";

const PAUSE = "localhost/agatha-pause:1";

interface Node {
  run: string;
  binaries: string;
  storage: string;
  /** containerd's folder, which is kept so that its images need not be imported again. */
  images: string;
  /** Kubeconfig of the administrator. */
  kubeconfig: string;
  nodeKubeconfig: string;
  daemons: Daemons;
}

export const NODE_DAEMONS = ["kubelet", "proxy", "names", "containerd"];

export const containerdSocket = (run: string): string => join(run, "containerd.sock");

/** Label of an image: the archive that it was imported from, whose name changes with its content. */
const ARCHIVE_LABEL = "agatha.dev/archive";

/** Imports image archives, by tag, for pods. Skips images that are imported already. */
export async function importImages(run: string, archives: Record<string, string>): Promise<void> {
  const images = (...args: string[]) => runCommand([...ctr(run), "images", ...args]);
  for (const [tag, archive] of Object.entries(archives)) {
    const label = basename(archive);
    if ((await images("ls", "-q", `name==${tag},labels."${ARCHIVE_LABEL}"==${label}`)).trim() !== "") continue;
    await images("import", archive);
    await images("label", tag, `${ARCHIVE_LABEL}=${label}`);
  }
}

/** Starts containerd, the kubelet and the service proxy. Resolves when the node is ready. */
export async function startNode(node: Node): Promise<void> {
  const { run, binaries, daemons, kubeconfig } = node;
  await startContainerd(node);
  await startKubelet(node);
  const proxy = join(run, "proxy.yaml");
  writeFileSync(proxy, stringify(proxyConfiguration(kubeconfig)));
  daemons.start("proxy", [join(binaries, "kube-proxy"), `--config=${proxy}`]);
}

/** Registers the node and resolves when it is ready. */
export async function startKubelet({
  run,
  binaries,
  daemons,
  kubeconfig,
  nodeKubeconfig,
}: Omit<Node, "storage" | "images">): Promise<void> {
  const kubelet = join(run, "kubelet.yaml");
  writeFileSync(kubelet, stringify(kubeletConfiguration(run)));
  const command = [
    join(binaries, "kubelet"),
    `--config=${kubelet}`,
    `--kubeconfig=${nodeKubeconfig}`,
    `--hostname-override=${NODE}`,
    `--root-dir=${join(run, "kubelet")}`,
    `--node-ip=${NETWORK.node}`,
  ];
  const kubectl = ["kubectl", "wait", "--for=condition=Ready", `node/${NODE}`, "--timeout=1s"];
  const ready = async () => {
    // The kubelet ends while containerd still removes earlier containers.
    if (!daemons.runs("kubelet")) daemons.start("kubelet", command);
    return await succeeds(kubectl, { env: { KUBECONFIG: kubeconfig } });
  };
  await waitFor("the node", ready, 120);
}

/** Ends the kubelet and then every container at once, as a power failure does. */
export async function stopNode({ run, daemons }: Pick<Node, "run" | "daemons">): Promise<void> {
  await daemons.stop("kubelet");
  for (const task of await listContainerd(run, "tasks")) await tryRun([...ctr(run), "tasks", "rm", "--force", task]);
}

/** Removes the containers of ended pods. */
export async function removeContainers(run: string): Promise<void> {
  for (const container of await listContainerd(run, "containers")) await tryRun([...ctr(run), "containers", "rm", container]);
}

/**
 * Ends the shims that containerd has left, with the processes of their containers. A container that is being started while the node
 * stops is on no list, and its shim outlives containerd.
 */
export async function endShims(run: string): Promise<void> {
  const { stdout } = await tryRun(["ps", "-eo", "pid=,ppid=,args="]);
  const processes = stdout.split("\n").map((line) => {
    const [pid = "", parent = "", ...args] = line.trim().split(/\s+/);
    return { pid, parent, isShim: /containerd-shim/.test(args[0] ?? "") && args.includes(containerdSocket(run)) };
  });
  const withChildren = (parent: string): string[] => [
    parent,
    ...processes.filter((one) => one.parent === parent).flatMap(({ pid }) => withChildren(pid)),
  ];
  for (const { pid } of processes.filter(({ isShim }) => isShim)) {
    // The shim first: it would tell of its container's end.
    for (const each of withChildren(pid)) signal(Number(each), "SIGKILL");
  }
}

async function listContainerd(run: string, what: "tasks" | "containers"): Promise<string[]> {
  if (!existsSync(containerdSocket(run))) return [];
  return (await tryRun([...ctr(run), what, "ls", "-q"])).stdout.split("\n").filter(Boolean);
}

/** The client of containerd, in the kubelet's namespace. */
const ctr = (run: string) => ["ctr", "-a", containerdSocket(run), "-n", "k8s.io"];

/** Creates the bridge with the node's address, which the API server advertises from the start. */
export async function createBridge(): Promise<void> {
  if (!(await succeeds(["ip", "link", "show", NETWORK.bridge]))) await runCommand(["ip", "link", "add", NETWORK.bridge, "type", "bridge"]);
  await runCommand(["ip", "address", "replace", `${NETWORK.node}/24`, "dev", NETWORK.bridge]);
  await runCommand(["ip", "link", "set", NETWORK.bridge, "up"]);
}

async function startContainerd({ run, storage, images, daemons }: Node): Promise<void> {
  const cni = join(run, "cni");
  mkdirSync(cni, { recursive: true });
  writeFileSync(join(cni, "10-pods.conflist"), JSON.stringify(podNetwork()));
  const toml = `version = 2
root = "${images}"
state = "${join(run, "containerd/state")}"
[grpc]
address = "${containerdSocket(run)}"
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "${PAUSE}"
restrict_oom_score_adj = true
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "/usr/lib/cni"
conf_dir = "${cni}"
`;
  writeFileSync(join(run, "containerd.toml"), toml);
  daemons.start("containerd", ["containerd", "--config", join(run, "containerd.toml")]);
  await waitFor("containerd", async () => await succeeds(["ctr", "-a", containerdSocket(run), "version"]), 30);
  await buildPauseImage(run, storage);
}

/** Builds the image that holds a pod's network, in place of the image of a registry. */
async function buildPauseImage(run: string, storage: string): Promise<void> {
  if ((await runCommand([...ctr(run), "images", "ls", "-q", `name==${PAUSE}`])).trim() !== "") return;
  const builder = createBuilder(storage);
  const archive = join(run, "pause.tar");
  await builder.assemble(PAUSE, { copies: [["/bin/busybox", "/bin/sleep"]], command: ["/bin/sleep", "2147483647"] });
  await builder.save(PAUSE, archive);
  await importImages(run, { [PAUSE]: archive });
}

const podNetwork = () => ({
  cniVersion: "1.0.0",
  name: "pods",
  plugins: [
    {
      type: "bridge",
      bridge: NETWORK.podBridge,
      isGateway: true,
      ipMasq: true,
      hairpinMode: true,
      ipam: { type: "host-local", ranges: [[{ subnet: NETWORK.pods }]], routes: [{ dst: "0.0.0.0/0" }] },
    },
    { type: "portmap", capabilities: { portMappings: true } },
  ],
});

const kubeletConfiguration = (run: string) => ({
  apiVersion: "kubelet.config.k8s.io/v1beta1",
  kind: "KubeletConfiguration",
  authentication: { anonymous: { enabled: false }, webhook: { enabled: true }, x509: { clientCAFile: join(run, "pki/ca.crt") } },
  authorization: { mode: "Webhook" },
  containerRuntimeEndpoint: `unix://${containerdSocket(run)}`,
  cgroupDriver: "cgroupfs",
  // A test machine may be old, may swap, and reserves nothing for itself.
  failCgroupV1: false,
  failSwapOn: false,
  localStorageCapacityIsolation: false,
  enforceNodeAllocatable: [],
  evictionHard: { "memory.available": "100Mi" },
  clusterDNS: [NETWORK.names],
  clusterDomain: "cluster.local",
});

const proxyConfiguration = (kubeconfig: string) => ({
  apiVersion: "kubeproxy.config.k8s.io/v1alpha1",
  kind: "KubeProxyConfiguration",
  mode: "iptables",
  clusterCIDR: NETWORK.pods,
  clientConnection: { kubeconfig },
  hostnameOverride: NODE,
  conntrack: { maxPerCore: 0 },
});
