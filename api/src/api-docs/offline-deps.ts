import type { Collection, Document } from "@agatha/contracts";
import { pino } from "pino";
import { Registry } from "prom-client";
import { type ApiDeps, DEFAULT_LIMITS, DEFAULT_SESSIONS } from "../deps.js";

const unavailable = (): never => {
  throw new Error("there are no stores: routes must not use them before a request");
};
const lifecycle = { ping: unavailable, close: unavailable };

function unavailableCollection<T extends Document>(): Collection<T> {
  return {
    get: unavailable,
    getMany: unavailable,
    find: unavailable,
    count: unavailable,
    insert: unavailable,
    replace: unavailable,
    put: unavailable,
    delete: unavailable,
  };
}

/** Returns dependencies that suffice to build and describe the table of routes, but not to serve it. */
export function offlineDeps(): ApiDeps {
  return {
    resources: {
      get: unavailable,
      list: unavailable,
      watch: unavailable,
      create: unavailable,
      update: unavailable,
      updateStatus: unavailable,
      delete: unavailable,
      ...lifecycle,
    },
    documents: { collection: unavailableCollection, ...lifecycle },
    objects: {
      put: unavailable,
      get: unavailable,
      download: unavailable,
      verify: unavailable,
      head: unavailable,
      list: unavailable,
      delete: unavailable,
      ...lifecycle,
    },
    events: { publish: unavailable, subscribe: () => unavailable, ...lifecycle },
    clock: { now: unavailable },
    wallClock: { now: unavailable },
    logger: pino({ enabled: false }),
    metrics: new Registry(),
    storageProblem: unavailable,
    config: {
      basePath: "/tukey",
      secretKey: new Uint8Array(32),
      scratch: "",
      maxUploadBytes: DEFAULT_LIMITS.maxUploadBytes,
      trustedProxies: 0,
      secureCookies: false,
      sessions: DEFAULT_SESSIONS,
      rateLimits: { login: 1, predictionApi: 1 },
    },
  };
}
