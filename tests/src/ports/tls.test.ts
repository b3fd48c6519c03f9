/** Stores that accept TLS only, with certificates of a private authority. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createServer, type Server } from "node:tls";
import { fileURLToPath } from "node:url";
import { createCertificateAuthority, issueCertificate } from "../certificates.js";
import { listenLocally } from "../listening.js";
import { describeWith, findProgram, type RunningServer } from "./servers.js";
import { S3_CREDENTIALS, STORE_PROGRAMS, type StoreServer, startMongo, startNats, startS3 } from "./store-servers.js";
import { createTemporaryFolder, eventually, type TemporaryFolder } from "./temporary-folder.js";

const CLIENT = fileURLToPath(new URL("programs/stores.js", import.meta.url));
const all = [...Object.values(STORE_PROGRAMS), findProgram("openssl")];
const missing = all.some((program) => program === undefined) ? undefined : "all";

describeWith("stores over TLS (needs all three servers and openssl)", missing, () => {
  let files: TemporaryFolder;
  let [s3, mongo]: (StoreServer | undefined)[] = [];
  let nats: RunningServer;
  let front: Server;
  let environment: Record<string, string>;

  beforeAll(async () => {
    files = await createTemporaryFolder();
    await createCertificateAuthority(files.path, "an authority of our own");
    const extension = "subjectAltName=IP:127.0.0.1,DNS:localhost";
    await issueCertificate(files.path, { name: "server", subject: "/CN=stores", extension });
    const [certificate, key] = [join(files.path, "server.crt"), join(files.path, "server.key")];
    copyFileSync(certificate, join(files.path, "public.crt"));
    copyFileSync(key, join(files.path, "private.key"));
    s3 = await startS3(STORE_PROGRAMS.s3 ?? "", files.path);
    mongo = await startMongo(STORE_PROGRAMS.mongo ?? "");
    nats = await startNats(STORE_PROGRAMS.nats ?? "", "--tls", "--tlscert", certificate, "--tlskey", key);
    front = encrypted(mongo.port, readFileSync(certificate), readFileSync(key));
    const frontPort = await listenLocally(front);
    environment = {
      AGATHA_S3_ENDPOINT: `https://127.0.0.1:${s3.port}`,
      AGATHA_S3_ACCESS_KEY: S3_CREDENTIALS.accessKey,
      AGATHA_S3_SECRET_KEY: S3_CREDENTIALS.secretKey,
      AGATHA_MONGODB_URL: `mongodb://127.0.0.1:${frontPort}/?tls=true`,
      // By host name: the client of NATS compares no certificate with an IP address.
      AGATHA_NATS_URL: `tls://localhost:${nats.port}`,
      AGATHA_SCRATCH: files.path,
    };
  });
  afterAll(async () => {
    front.close();
    await nats.kill();
    await mongo?.remove();
    await s3?.remove();
    await files.remove();
  });

  const opened = (more: Record<string, string>): ChildProcess =>
    spawn(process.execPath, [CLIENT], {
      env: { ...process.env, ...environment, ...more },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
    });

  test("the programs use stores over TLS where the authority is trusted", async () => {
    const client = opened({ NODE_EXTRA_CA_CERTS: join(files.path, "ca.crt") });
    const [answers, complaints] = await Promise.all([text(client.stdout!), text(client.stderr!)]);
    expect(complaints).toBe("");
    expect(JSON.parse(answers)).toMatchObject({
      object: "an object",
      document: { text: "a document" },
      event: { taskId: "an event" },
    });
  });

  test("the programs wait for stores over TLS, with the reason, where the authority is not trusted", async () => {
    const client = opened({});
    let said = "";
    client.stderr!.setEncoding("utf8").on("data", (part: string) => (said += part));
    const reasons = ["waiting for the object store", "waiting for the document store", "event bus"];
    await eventually(() =>
      reasons.every((reason) => said.split("\n").some((line) => line.includes(reason) && line.includes("certificate"))),
    );
    const ended = once(client, "exit");
    client.kill();
    await ended;
  });

  test("a bus that requires TLS sends nothing in plain text", async () => {
    const plain = await startNats(
      STORE_PROGRAMS.nats ?? "",
      "--auth",
      "secret",
      "--trace",
      "--debug",
      "--log",
      join(files.path, "nats.log"),
    );
    const client = opened({ AGATHA_NATS_URL: `tls://127.0.0.1:${plain.port}`, AGATHA_NATS_TOKEN: "secret" });
    let said = "";
    client.stderr!.setEncoding("utf8").on("data", (part: string) => (said += part));
    await eventually(() => said.includes("event bus"));
    expect(readFileSync(join(files.path, "nats.log"), "utf8")).not.toContain("CONNECT");
    const ended = once(client, "exit");
    client.kill();
    await ended;
    await plain.kill();
  });
});

/** Returns a TLS proxy in front of a server without TLS. */
function encrypted(port: number, cert: Buffer, key: Buffer): Server {
  const server = createServer({ cert, key }, (client) => {
    const behind = connect(port, "127.0.0.1");
    client.on("error", () => behind.destroy());
    behind.on("error", () => client.destroy());
    client.pipe(behind).pipe(client);
  });
  server.on("tlsClientError", () => undefined);
  return server;
}
