/** Certificates of a test authority, made by openssl. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./cluster/launcher/commands.js";

const NEW_KEY = ["-newkey", "rsa:2048", "-nodes"];

/** Writes ca.crt and ca.key. */
export async function createCertificateAuthority(folder: string, name: string): Promise<void> {
  const files = ["-keyout", "ca.key", "-out", "ca.crt", "-days", "30", "-subj", `/CN=${name}`];
  await run(["openssl", "req", "-x509", ...NEW_KEY, ...files], { cwd: folder });
}

export interface CertificateRequest {
  /** File name: `<name>.crt` and `<name>.key`. */
  name: string;
  /** Subject such as `/CN=server`. */
  subject: string;
  /** Extension such as `subjectAltName=IP:127.0.0.1`. */
  extension: string;
}

/** Issues a certificate signed by the authority whose files are in the folder. */
export async function issueCertificate(folder: string, { name, subject, extension }: CertificateRequest): Promise<void> {
  writeFileSync(join(folder, `${name}.ext`), `${extension}\n`);
  const openssl = (...args: string[]) => run(["openssl", ...args], { cwd: folder });
  await openssl("req", ...NEW_KEY, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", subject);
  const signer = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "30", "-extfile", `${name}.ext`];
  await openssl("x509", "-req", "-in", `${name}.csr`, "-out", `${name}.crt`, ...signer);
}
