import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CertificateRequest, createCertificateAuthority, issueCertificate } from "../../certificates.js";
import { NETWORK, NODE } from "./cluster-paths.js";
import { run } from "./commands.js";

const SERVER_NAMES = `subjectAltName=IP:127.0.0.1,IP:${NETWORK.node},IP:${NETWORK.api},DNS:localhost,DNS:kubernetes.default.svc`;
const CLIENT = "extendedKeyUsage=clientAuth";

/** Makes the cluster's own authority, and the certificates of the server, the administrator and the node. */
export async function makeCertificates(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const openssl = (...args: string[]) => run(["openssl", ...args], { cwd: folder });
  await openssl("genrsa", "-out", "accounts.key", "2048");
  await openssl("rsa", "-in", "accounts.key", "-pubout", "-out", "accounts.pub");
  await createCertificateAuthority(folder, "agatha-test-cluster");
  const certified: CertificateRequest[] = [
    { name: "server", subject: "/CN=kube-apiserver", extension: SERVER_NAMES },
    { name: "admin", subject: "/O=system:masters/CN=admin", extension: CLIENT },
    { name: "node", subject: `/O=system:nodes/CN=system:node:${NODE}`, extension: CLIENT },
  ];
  for (const certificate of certified) await issueCertificate(folder, certificate);
}

/** Writes `<name>.kubeconfig` beside the certificates' folder and returns its path. */
export function writeKubeconfig(run: string, name: string): string {
  const path = join(run, `${name}.kubeconfig`);
  const pki = join(run, "pki");
  const config = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": "agatha",
    clusters: [
      { name: "agatha", cluster: { server: `https://127.0.0.1:${NETWORK.apiPort}`, "certificate-authority": join(pki, "ca.crt") } },
    ],
    users: [{ name, user: { "client-certificate": join(pki, `${name}.crt`), "client-key": join(pki, `${name}.key`) } }],
    contexts: [{ name: "agatha", context: { cluster: "agatha", user: name } }],
  };
  writeFileSync(path, JSON.stringify(config, undefined, 2), { mode: 0o600 });
  return path;
}
