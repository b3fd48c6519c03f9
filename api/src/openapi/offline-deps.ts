import type { Collection, Document } from "@agatha/contracts";
import { pino } from "pino";
import { Registry } from "prom-client";
import type { ApiDeps } from "../deps.js";

const absent = (): never => {
  throw new Error("there are no stores: routes must not use them before a request");
};
const lifecycle = { ping: absent, close: absent };

function absentCollection<T extends Document>(): Collection<T> {
  return { get: absent, find: absent, count: absent, insert: absent, replace: absent, put: absent, delete: absent };
}

/** Enough to make the table of routes and describe it, and nothing to serve it. */
export function offlineDeps(): ApiDeps {
  return {
    resources: {
      get: absent,
      list: absent,
      watch: absent,
      create: absent,
      update: absent,
      updateStatus: absent,
      delete: absent,
      ...lifecycle,
    },
    documents: { collection: absentCollection, ...lifecycle },
    objects: { put: absent, get: absent, download: absent, head: absent, list: absent, delete: absent, ...lifecycle },
    events: { publish: absent, subscribe: () => absent, ...lifecycle },
    clock: { now: absent },
    logger: pino({ enabled: false }),
    metrics: new Registry(),
    config: {
      basePath: "/tukey",
      secretKey: new Uint8Array(32),
      scratch: "",
      maxUploadBytes: 1,
      trustedProxies: 0,
      secureCookies: false,
      rateLimits: { login: 1, openApi: 1 },
    },
  };
}
