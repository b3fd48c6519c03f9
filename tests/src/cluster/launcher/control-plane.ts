import { join } from "node:path";
import { waitFor } from "../../end-to-end/testing/agatha-process.js";
import { NETWORK } from "./cluster-paths.js";
import { type Daemons, succeeds } from "./commands.js";

const ETCD = "http://127.0.0.1:12389";
const ETCD_PEERS = "http://127.0.0.1:12390";

interface ControlPlane {
  run: string;
  binaries: string;
  kubeconfig: string;
  daemons: Daemons;
}

export const CONTROL_PLANE = ["scheduler", "controllers", "apiserver", "etcd"];

/** Starts etcd, the API server, the controllers and the scheduler. Resolves when the server is ready. */
export async function startControlPlane({ run, binaries, kubeconfig, daemons }: ControlPlane): Promise<void> {
  const pki = join(run, "pki");
  daemons.start("etcd", [
    "etcd",
    `--data-dir=${join(run, "etcd")}`,
    `--listen-client-urls=${ETCD}`,
    `--advertise-client-urls=${ETCD}`,
    `--listen-peer-urls=${ETCD_PEERS}`,
    // Its data are deleted with the cluster.
    "--unsafe-no-fsync",
  ]);
  daemons.start("apiserver", [
    join(binaries, "kube-apiserver"),
    `--etcd-servers=${ETCD}`,
    `--secure-port=${NETWORK.apiPort}`,
    `--advertise-address=${NETWORK.node}`,
    `--service-cluster-ip-range=${NETWORK.services}`,
    "--authorization-mode=Node,RBAC",
    "--allow-privileged",
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-key-file=${join(pki, "accounts.pub")}`,
    `--service-account-signing-key-file=${join(pki, "accounts.key")}`,
    `--client-ca-file=${join(pki, "ca.crt")}`,
    `--tls-cert-file=${join(pki, "server.crt")}`,
    `--tls-private-key-file=${join(pki, "server.key")}`,
    `--kubelet-client-certificate=${join(pki, "admin.crt")}`,
    `--kubelet-client-key=${join(pki, "admin.key")}`,
    "--kubelet-preferred-address-types=InternalIP",
  ]);
  await waitFor(
    "the API server",
    async () => await succeeds(["kubectl", "get", "--raw", "/readyz"], { env: { KUBECONFIG: kubeconfig } }),
    120,
  );
  daemons.start("controllers", [
    join(binaries, "kube-controller-manager"),
    `--kubeconfig=${kubeconfig}`,
    `--service-account-private-key-file=${join(pki, "accounts.key")}`,
    `--root-ca-file=${join(pki, "ca.crt")}`,
    "--use-service-account-credentials",
    // Each runs once, so no leader election is needed.
    "--leader-elect=false",
  ]);
  daemons.start("scheduler", [join(binaries, "kube-scheduler"), `--kubeconfig=${kubeconfig}`, "--leader-elect=false"]);
}
