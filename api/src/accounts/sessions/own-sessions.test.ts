import { COLLECTIONS, type User } from "@agatha/contracts";
import type { SessionAnswer } from "@agatha/contracts/wire";
import { openSession } from "../../http/sessions.js";
import {
  addUser,
  type Client,
  createClient,
  readError,
  readJson,
  sessionHeaders,
  startServer,
  type TestDeps,
  type TestServer,
  testDeps,
} from "../../testing/deps.js";
import { lowCostHash } from "../../testing/low-cost-hash.js";

const PASSWORD = "correct horse battery staple";
let deps: TestDeps;
let server: TestServer;
let amber: User;

beforeEach(async () => {
  deps = testDeps({ trustedProxies: 1 });
  server = await startServer(deps);
  amber = await addUser(deps, "amber");
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const sessions = async (client: Client): Promise<SessionAnswer[]> =>
  (await readJson<{ data: SessionAnswer[] }>(await client("GET", "/agatha/user/sessions/"))).data;
const isLoggedIn = async (client: Client): Promise<boolean> => (await client("GET", "/agatha/user")).status === 200;

// @contract get-agatha-user-sessions
test("a session is listed with the address and program that opened it, its times, and which is the current one", async () => {
  await deps.documents.collection(COLLECTIONS.users).put({ ...amber, passwordHash: lowCostHash(PASSWORD) });
  const headers = { "X-Forwarded-For": "2001:db8::7", "User-Agent": "Firefox" };
  const answer = await server.anonymous("POST", "/accounts/login", { body: { username: "amber", password: PASSWORD }, headers });
  const [, cookie = ""] = /agatha_session=([^;]+)/.exec(answer.headers.getSetCookie().join("\n")) ?? [];
  const phone = createClient(server.url, sessionHeaders(deps.config, cookie));
  deps.advance(1_800_000);
  const desk = await server.loggedInAs(amber);
  deps.advance(1_800_000);
  expect(await sessions(phone)).toMatchObject([
    {
      current: true,
      address: "2001:db8::7",
      user_agent: "Firefox",
      created_at: "2024-05-01T08:00:00.000Z",
      last_used_at: "2024-05-01T09:00:00.000Z",
      expires_at: "2024-05-01T21:00:00.000Z",
    },
    { current: false, address: null, user_agent: null },
  ]);
  expect((await sessions(desk)).find(({ current }) => current)?.address).toBeNull();
  expect(JSON.stringify(await sessions(desk))).not.toContain(cookie);
});

// @contract delete-agatha-user-sessions-sid
test("one's own session can be ended, and somebody else's cannot", async () => {
  const [here, there] = [await server.loggedInAs(amber), await server.loggedInAs(amber)];
  const berta = await server.loggedInAs(await addUser(deps, "berta"));
  const revoked: string[] = [];
  deps.events.subscribe("accessRevoked", ({ userId }) => revoked.push(userId));
  const other = (await sessions(here)).find(({ current }) => !current)?.id ?? "";
  expect(await readError(await berta("DELETE", `/agatha/user/sessions/${other}`))).toMatchObject([404, "010315"]);
  expect(await isLoggedIn(there)).toBe(true);
  expect((await here("DELETE", `/agatha/user/sessions/${other}/`)).status).toBe(204);
  expect([await isLoggedIn(here), await isLoggedIn(there)]).toEqual([true, false]);
  expect(revoked).toEqual([amber.id]);
});

// @contract delete-agatha-user-sessions
test("all sessions but one's own can be ended at once", async () => {
  const [here, there] = [await server.loggedInAs(amber), await server.loggedInAs(amber)];
  const berta = await server.loggedInAs(await addUser(deps, "berta"));
  expect((await here("DELETE", "/agatha/user/sessions/")).status).toBe(204);
  expect([await isLoggedIn(here), await isLoggedIn(there), await isLoggedIn(berta)]).toEqual([true, false, true]);
});

test("a session that has run out is not listed", async () => {
  await openSession(deps, amber.id);
  deps.advance(12 * 3_600_000);
  expect(await sessions(await server.loggedInAs(amber))).toHaveLength(1);
});
