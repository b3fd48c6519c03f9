import { COLLECTIONS, type User } from "@agatha/contracts";
import { addUser, type Client, type TestDeps, type TestServer } from "../testing/deps.js";
import { createHttpFixture, type HttpFixture } from "../testing/http-fixture.js";
import { closeSession, openSession } from "./sessions.js";

let fixture: HttpFixture;
let deps: TestDeps;
let server: TestServer;
let someone: User;

beforeEach(async () => {
  fixture = await createHttpFixture();
  ({ deps, server, someone } = fixture);
});
afterEach(() => fixture.close());

describe("access control", () => {
  type Identity = "nobody" | "user" | "manager" | "disabled" | "expired" | "forged";

  async function identity(name: Identity): Promise<Client> {
    if (name === "nobody") return server.anonymous;
    if (name === "forged")
      return (method, path) => server.anonymous(method, path, { headers: { Cookie: `agatha_session=${"A".repeat(43)}` } });
    const changes = { auth: name === "manager" ? "manager" : "normal", active: name !== "disabled" } as const;
    const client = await server.loggedInAs(await addUser(deps, name, changes));
    if (name === "expired") deps.advance(12 * 3_600_000);
    return client;
  }

  test.each<[Identity, string, number]>([
    ["nobody", "/things/a", 401],
    ["nobody", "/managed", 401],
    ["user", "/things/a", 200],
    ["user", "/managed", 403],
    ["manager", "/things/a", 200],
    ["manager", "/managed", 200],
    ["disabled", "/things/a", 403],
    ["expired", "/things/a", 401],
    ["forged", "/things/a", 401],
  ])("%s requesting %s gets %d", async (name, path, status) => {
    const ask = await identity(name);
    expect((await ask("GET", path)).status).toBe(status);
  });

  test("a session is prolonged by use and expires without it", async () => {
    const client = await server.loggedInAs(someone);
    for (let hours = 0; hours < 30; hours += 10) {
      deps.advance(10 * 3_600_000);
      expect((await client("GET", "/things/a")).status).toBe(200);
    }
    deps.advance(12 * 3_600_000);
    expect((await client("GET", "/things/a")).status).toBe(401);
  });

  // @contract clock-jumps-change-nothing
  test("after the machine's clock was set back over a restart, a session that is used goes on and is idle no longer than before", async () => {
    const client = await server.loggedInAs(someone);
    deps.advance(-24 * 3_600_000);
    expect((await client("GET", "/things/a")).status).toBe(200);
    deps.advance(12 * 3_600_000);
    expect((await client("GET", "/things/a")).status).toBe(401);
  });

  test("a session in daily use ends after seven days, and so does its cookie", async () => {
    const client = await server.loggedInAs(someone);
    let last: Response | undefined;
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      deps.advance(8 * 3_600_000);
      last = await client("GET", "/things/a");
      expect(last.status).toBe(200);
    }
    expect(last?.headers.getSetCookie().join()).toMatch(/Max-Age=28800;/);
    deps.advance(8 * 3_600_000);
    expect((await client("GET", "/things/a")).status).toBe(401);
  });

  test("a shorter limit also ends sessions that began before it", async () => {
    const client = await server.loggedInAs(someone);
    deps.advance(2 * 3_600_000);
    deps.config.sessions = { ...deps.config.sessions, maxMs: 3_600_000 };
    expect((await client("GET", "/things/a")).status).toBe(401);
  });

  test("disabling an account ends its sessions for good", async () => {
    const client = await server.loggedInAs(someone);
    const revoked: string[] = [];
    deps.events.subscribe("accessRevoked", (event) => revoked.push(event.userId));
    const users = deps.documents.collection(COLLECTIONS.users);
    const disabled = await users.replace({ ...someone, active: false });
    expect(await (await client("GET", "/things/a")).json()).toMatchObject({ tukey_error: "010304" });
    expect(revoked).toEqual([someone.id]);
    await users.replace({ ...disabled, active: true });
    expect((await client("GET", "/things/a")).status).toBe(401);
  });

  test.each([
    ["a token of the right length that is wrong", "A".repeat(43)],
    ["no token", ""],
  ])("a change with a session and %s is refused", async (_case, token) => {
    const client = await server.loggedInAs(someone);
    const answer = await client("POST", "/things/all", { headers: { "X-CSRFToken": token } });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ tukey_error: "010306" });
  });

  test("the store contains no cookie, and a closed session is gone", async () => {
    const cookie = await openSession(deps, someone.id);
    const sessions = deps.documents.collection(COLLECTIONS.sessions);
    expect(JSON.stringify(await sessions.find())).not.toContain(cookie);
    expect(await closeSession(deps, cookie)).toBe(someone.id);
    expect(await sessions.count()).toBe(0);
  });
});
