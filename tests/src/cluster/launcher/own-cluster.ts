/** A real Kubernetes of one node on this machine: no Docker, no registry. Needs root and a Debian. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prepareBinaries } from "./binaries.js";
import { makeCertificates, writeKubeconfig } from "./certificates.js";
import type { Cluster } from "./cluster.js";
import { type ClusterPaths, NETWORK } from "./cluster-paths.js";
import { createDaemons, printProgress, run as runCommand, tryRun } from "./commands.js";
import { CONTROL_PLANE, startControlPlane } from "./control-plane.js";
import { buildImages, IMAGE_VALUES, storageFolder } from "./images.js";
import { createBridge, endShims, importImages, NODE_DAEMONS, removeContainers, startNode, stopNode } from "./node.js";

/** Number of volumes: enough for the bundled stores of a few installations in sequence. */
const VOLUMES = 12;

export async function startOwnCluster(where: ClusterPaths): Promise<Cluster> {
  stopOnSignals(where);
  await prepareBinaries(where);
  await stopOwnCluster(where);
  try {
    return await start(where);
  } catch (error) {
    await stopOwnCluster(where);
    throw error;
  }
}

/** Ctrl-C leaves no cluster and no build behind, whose programs outlive this process otherwise. */
function stopOnSignals(where: ClusterPaths): void {
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stopOwnCluster(where).finally(() => process.exit(1)));
}

async function start(where: ClusterPaths): Promise<Cluster> {
  const { run, binaries, images } = where;
  const storage = storageFolder(where);
  // The build runs during the start. Loading reports its errors.
  const built = buildImages(where);
  built.catch(() => undefined);
  mkdirSync(run, { recursive: true });
  printProgress("Starting a cluster…");
  const daemons = createDaemons(run);
  await makeCertificates(join(run, "pki"));
  const kubeconfig = writeKubeconfig(run, "admin");
  await createBridge();
  await startControlPlane({ run, binaries, kubeconfig, daemons });
  await startNode({ run, binaries, storage, images, kubeconfig, nodeKubeconfig: writeKubeconfig(run, "node"), daemons });
  writeFileSync(join(run, "Corefile"), corefile(kubeconfig));
  daemons.start("names", [join(binaries, "coredns"), "-conf", join(run, "Corefile")]);
  await runCommand(["kubectl", "apply", "-f", "-"], { env: { KUBECONFIG: kubeconfig }, input: JSON.stringify(baseObjects(run)) });
  return {
    kubeconfig,
    helm: join(binaries, "helm"),
    values: IMAGE_VALUES,
    nearServices: true,
    load: async () => await importImages(run, await built),
    stop: async () => await stopOwnCluster(where),
  };
}

/** Ends every process, pod and device of the cluster and removes its state. Builds are kept. */
export async function stopOwnCluster({ run }: ClusterPaths): Promise<void> {
  if (!existsSync(run)) return;
  const daemons = createDaemons(run);
  await stopNode({ run, daemons });
  await removeContainers(run);
  for (const name of [...NODE_DAEMONS, ...CONTROL_PLANE]) await daemons.stop(name);
  await endShims(run);
  for (const mount of mountsBelow(run)) await tryRun(["umount", "--lazy", mount]);
  const namespaces = (await tryRun(["ip", "netns", "list"])).stdout.matchAll(/^(cni-\S+)/gm);
  for (const [, name = ""] of namespaces) await tryRun(["ip", "netns", "delete", name]);
  for (const bridge of [NETWORK.podBridge, NETWORK.bridge]) await tryRun(["ip", "link", "delete", bridge]);
  await removeRules();
  rmSync(run, { recursive: true, force: true });
}

function mountsBelow(folder: string): string[] {
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  return mounts
    .map((line) => line.split(" ")[1] ?? "")
    .filter((path) => path.startsWith(`${folder}/`))
    .reverse();
}

/** Removes the rules of kube-proxy and the pod network. */
async function removeRules(): Promise<void> {
  const { stdout } = await tryRun(["iptables-save"]);
  const kept = stdout.split("\n").filter((line) => !/KUBE-|CNI-/.test(line));
  if (stdout !== "") await tryRun(["iptables-restore"], { input: kept.join("\n") });
}

const corefile = (kubeconfig: string) => `.:53 {
  errors
  bind ${NETWORK.node}
  kubernetes cluster.local {
    kubeconfig ${kubeconfig} agatha
  }
}
`;

/** Returns the objects of the DNS service, which runs beside the cluster, and volumes that claims bind without a provisioner. */
function baseObjects(run: string): object {
  const ports = [
    { name: "dns", port: 53, protocol: "UDP" },
    { name: "dns-tcp", port: 53, protocol: "TCP" },
  ];
  const namespace = "kube-system";
  const volumes = Array.from({ length: VOLUMES }, (_, i) => {
    const path = join(run, "volumes", `${i}`);
    mkdirSync(path, { recursive: true });
    // Unlike volumes of a provider, such folders are not given to a pod's group.
    chmodSync(path, 0o777);
    return {
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name: `volume-${i}` },
      spec: {
        capacity: { storage: "100Gi" },
        accessModes: ["ReadWriteOnce"],
        storageClassName: "standard",
        persistentVolumeReclaimPolicy: "Retain",
        hostPath: { path },
      },
    };
  });
  return {
    apiVersion: "v1",
    kind: "List",
    items: [
      { apiVersion: "v1", kind: "Service", metadata: { name: "kube-dns", namespace }, spec: { clusterIP: NETWORK.names, ports } },
      {
        apiVersion: "discovery.k8s.io/v1",
        kind: "EndpointSlice",
        metadata: { name: "kube-dns-node", namespace, labels: { "kubernetes.io/service-name": "kube-dns" } },
        addressType: "IPv4",
        ports,
        endpoints: [{ addresses: [NETWORK.node], conditions: { ready: true } }],
      },
      {
        apiVersion: "storage.k8s.io/v1",
        kind: "StorageClass",
        metadata: { name: "standard", annotations: { "storageclass.kubernetes.io/is-default-class": "true" } },
        provisioner: "kubernetes.io/no-provisioner",
        volumeBindingMode: "WaitForFirstConsumer",
      },
      ...volumes,
    ],
  };
}
