import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { COLLECTIONS } from "@agatha/contracts";
import { type ApiStart, startApi } from "./start-api.js";
import { type TestDeps, testDeps } from "./testing/deps.js";

let deps: TestDeps;
const closed: Server[] = [];

beforeEach(() => {
  deps = testDeps();
  closed.length = 0;
});
afterEach(() => deps.cleanUp());

const VARIABLES: ApiStart["variables"] = {
  BASE_PATH: "/tukey",
  AGATHA_SERVICE_ORIGINS: [],
  AGATHA_PUBLIC_URL: [],
  AGATHA_TRUSTED_PROXIES: 0,
  AGATHA_SECURE_COOKIES: false,
  AGATHA_SESSION_IDLE_HOURS: 12,
  AGATHA_SESSION_MAX_DAYS: 7,
};

const start = (config: Partial<ApiStart["config"]> = {}, changes: Partial<ApiStart> = {}) =>
  startApi({
    stores: deps,
    variables: VARIABLES,
    config: { secretKey: Buffer.alloc(32, 7), scratch: deps.config.scratch, ...config },
    clock: deps.clock,
    logger: deps.logger,
    metrics: deps.metrics,
    storageProblem: deps.storageProblem,
    listen: (server) => new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))),
    close: async (server) => {
      closed.push(server);
      await new Promise((resolve) => server.close(resolve));
    },
    ...changes,
  });

const managers = () => deps.documents.collection(COLLECTIONS.users).count({ username: "admin" });

test.each([
  ["all", 200, 1],
  ["models", 404, 0],
] as const)("an API that serves %s listens, and creates the first manager if it serves the console", async (serves, status, created) => {
  const api = await start({ serves });
  expect((await fetch(`http://127.0.0.1:${api.port}/tukey/accounts/csrf`)).status).toBe(status);
  expect(await managers()).toBe(created);
  expect(api.manager?.password === undefined).toBe(created === 0);
  await api.stop();
  expect(closed).toHaveLength(1);
});

// Its password is told once, by the start that succeeds.
test.each<[string, Partial<ApiStart>, string]>([
  ["cannot listen", { listen: () => Promise.reject(new Error("Port 8080 is in use by another program.")) }, "in use"],
  ["is refused the manager's password", { variables: { ...VARIABLES, AGATHA_ADMIN_PASSWORD: "password" } }, "AGATHA_ADMIN_PASSWORD"],
])("an API that %s is closed, and creates no manager", async (_why, changes, message) => {
  await expect(start({}, changes)).rejects.toThrow(message);
  expect([closed.length, await managers()]).toEqual([1, 0]);
});

test("an API with half a sign-on creates no manager", async () => {
  const variables = { ...VARIABLES, AGATHA_OIDC_ISSUER: "https://login.example.com" };
  await expect(start({}, { variables })).rejects.toThrow("AGATHA_OIDC_CLIENT_ID");
  expect(await managers()).toBe(0);
});
