import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./commands.js";
import { NETWORK, NODE } from "./places.js";

const SERVER_NAMES = `subjectAltName=IP:127.0.0.1,IP:${NETWORK.node},IP:${NETWORK.api},DNS:localhost,DNS:kubernetes.default.svc`;
const CLIENT = "extendedKeyUsage=clientAuth";

/** An authority of the cluster's own, and what the server, the administrator and the node show of themselves. */
export async function makeCertificates(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const openssl = (...args: string[]) => run(["openssl", ...args], { cwd: folder });
  await openssl("genrsa", "-out", "accounts.key", "2048");
  await openssl("rsa", "-in", "accounts.key", "-pubout", "-out", "accounts.pub");
  const authority = ["-keyout", "ca.key", "-out", "ca.crt", "-days", "30", "-subj", "/CN=agatha-test-cluster"];
  await openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", ...authority);
  const subjects = [
    ["server", "/CN=kube-apiserver", SERVER_NAMES],
    ["admin", "/O=system:masters/CN=admin", CLIENT],
    ["node", `/O=system:nodes/CN=system:node:${NODE}`, CLIENT],
  ] as const;
  for (const [name, subject, extension] of subjects) {
    writeFileSync(join(folder, `${name}.ext`), `${extension}\n`);
    await openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", subject);
    const signer = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "30", "-extfile", `${name}.ext`];
    await openssl("x509", "-req", "-in", `${name}.csr`, "-out", `${name}.crt`, ...signer);
  }
}

/** Writes `<name>.kubeconfig` beside the certificates' folder and answers its path. */
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
