/** Runs the API alone on the embedded stores, in a process of its own. It tells its address and the credentials of its one user. */
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createDirectoryObjectStore, createInProcessEventBus, createLmdbDocumentStore, createLmdbResourceStore } from "@agatha/adapters";
import { createApi } from "@agatha/api";
import { newAccount } from "@agatha/api/accounts/user-admin/new-account";
import { DEFAULT_SESSIONS } from "@agatha/api/deps";
import { csrfToken } from "@agatha/api/http/csrf";
import { openSession } from "@agatha/api/http/sessions";
import { COLLECTIONS, isoTime, systemClock } from "@agatha/contracts";
import { pino } from "pino";
import { Registry } from "prom-client";

/** Message from the server to its parent. */
export interface ReadyMessage {
  url: string;
  headers: Record<string, string>;
}

const [data = ""] = process.argv.slice(2);
const onError = (error: unknown): never => {
  throw error;
};
const documents = createLmdbDocumentStore({ directory: join(data, "documents"), onError });
const config = {
  basePath: "/tukey",
  secretKey: new Uint8Array(32),
  scratch: join(data, "scratch"),
  maxUploadBytes: 1_000_000_000,
  trustedProxies: 0,
  secureCookies: false,
  sessions: DEFAULT_SESSIONS,
  rateLimits: { login: 1000, predictionApi: 1000 },
};
const deps = {
  resources: createLmdbResourceStore({ directory: join(data, "resources") }),
  documents,
  objects: createDirectoryObjectStore({ directory: join(data, "objects") }),
  events: createInProcessEventBus({ onError }),
  clock: systemClock,
  wallClock: systemClock,
  logger: pino({ level: "fatal" }),
  metrics: new Registry(),
  storageProblem: () => undefined,
  config,
};
const account = newAccount({ id: "uploader", username: "uploader", passwordHash: "none", createdAt: isoTime(systemClock) });
// The account exists already when the server restarts.
await documents.collection(COLLECTIONS.users).put(account);
const cookie = await openSession(deps, account.id);

const api = createApi(deps);
const { server } = api;
server.listen(0, "127.0.0.1", () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tukey`;
  const headers = { Cookie: `agatha_session=${cookie}`, "X-CSRFToken": csrfToken(config, cookie) };
  process.send?.({ url, headers } satisfies ReadyMessage);
});
/** Any message is answered with the number of ended requests. */
process.on("message", async () => {
  const figures = (await deps.metrics.getSingleMetric("agatha_http_request_duration_seconds")?.get())?.values ?? [];
  const counts = figures.filter((figure) => "metricName" in figure && String(figure.metricName).endsWith("_count"));
  process.send?.(counts.reduce((sum, { value }) => sum + value, 0));
});
// The server ends with its parent.
process.on("disconnect", () => process.exit());
