import { COLLECTIONS, ERRORS, type User } from "@agatha/contracts";
import type { ErrorBody, UserAnswer } from "@agatha/contracts/wire";
import { addUser, createClient, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { lowCostHash } from "../testing/low-cost-hash.js";
import { bootstrapManager } from "./bootstrap.js";
import { hashPassword, verifyPassword } from "./passwords/password-hash.js";

const PASSWORD = "correct horse battery staple";
const passwordHash = lowCostHash(PASSWORD);
let deps: TestDeps;
let server: TestServer;
let someone: User;

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps);
  someone = await addUser(deps, "someone", { passwordHash });
});

afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

/** Browser reduced to its cookies. */
class Browser {
  private cookies = new Map<string, string>();

  async ask(method: string, path: string, body?: unknown, token?: string): Promise<Response> {
    const Cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await createClient(server.url, { Cookie, ...(token === undefined ? {} : { "X-CSRFToken": token }) })(method, path, {
      body,
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Expires=Thu, 01 Jan 1970/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  async token(): Promise<string> {
    return (await readJson<{ csrftoken: string }>(await this.ask("GET", "/accounts/csrf"))).csrftoken;
  }

  async login(): Promise<Response> {
    return this.ask("POST", "/accounts/login", { username: "someone", password: PASSWORD }, await this.token());
  }
}

describe("login", () => {
  // @contract post-accounts-login
  test("a login opens a session in an HttpOnly SameSite cookie and answers with the user", async () => {
    const browser = new Browser();
    const answer = await browser.login();
    expect(answer.status).toBe(200);
    expect(await readJson<UserAnswer>(answer)).toMatchObject({ id: someone.id, username: "someone", auth: "normal", is_active: true });
    expect(answer.headers.getSetCookie().join("\n")).toMatch(
      /agatha_session=[\w-]{43}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax/,
    );
    expect(await readJson<UserAnswer>(await browser.ask("GET", "/agatha/user/"))).toMatchObject({ username: "someone" });
  });

  test.each<[string, unknown, number, string]>([
    ["a wrong password", { username: "someone", password: "wrong" }, 401, "010303"],
    ["an unknown name", { username: "nobody", password: PASSWORD }, 401, "010303"],
    ["a name in other case", { username: "Someone", password: PASSWORD }, 401, "010303"],
    ["a query operator for a password", { username: "someone", password: { $ne: null } }, 400, "010201"],
    ["a query operator for a name", { username: { $gt: "" }, password: PASSWORD }, 400, "010201"],
    ["a list of passwords", { username: "someone", password: [PASSWORD] }, 400, "010201"],
    ["no password", { username: "someone" }, 400, "010201"],
    ["a name like a property of objects", { username: "__proto__", password: PASSWORD }, 401, "010303"],
    ["a password of a megabyte", { username: "someone", password: "x".repeat(900_000) }, 413, "010201"],
  ])("login with %s is refused", async (_case, body, status, code) => {
    const answer = await server.anonymous("POST", "/accounts/login", { body });
    expect(answer.status).toBe(status);
    expect(await readJson<ErrorBody>(answer)).toMatchObject({ tukey_error: code });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  // @contract a-disabled-account-is-refused-with-a
  test("login to a disabled account is refused, and only the right password shows the reason", async () => {
    await deps.documents.collection(COLLECTIONS.users).replace({ ...someone, active: false });
    const knowing = await server.anonymous("POST", "/accounts/login", { body: { username: "someone", password: PASSWORD } });
    expect([knowing.status, (await readJson<ErrorBody>(knowing)).tukey_error]).toEqual([403, "010304"]);
    const guessing = await server.anonymous("POST", "/accounts/login", { body: { username: "someone", password: "guess" } });
    expect([guessing.status, (await readJson<ErrorBody>(guessing)).tukey_error]).toEqual([401, "010303"]);
  });

  test("login ends the previous session", async () => {
    const browser = new Browser();
    await browser.login();
    await browser.login();
    expect(await deps.documents.collection(COLLECTIONS.sessions).count({ userId: someone.id })).toBe(1);
  });

  // @contract get-accounts-csrf
  test("login invalidates the previous anti-forgery token", async () => {
    const browser = new Browser();
    const before = await browser.token();
    expect(await browser.token()).toBe(before);
    await browser.login();
    const stale = await browser.ask("POST", "/accounts/logout", undefined, before);
    expect([stale.status, (await readJson<ErrorBody>(stale)).tukey_error]).toEqual([403, "010306"]);
    expect((await browser.ask("POST", "/accounts/logout", undefined, await browser.token())).status).toBe(204);
  });

  test("login from a browser that fetched a token needs that token", async () => {
    const browser = new Browser();
    await browser.token();
    const answer = await browser.ask("POST", "/accounts/login", { username: "someone", password: PASSWORD }, "forged");
    expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([403, "010306"]);
  });
});

describe("password guessing", () => {
  const ATTACKER = "203.0.113.1";
  const attempt = async (password: string, address: string, username = "someone"): Promise<Response> =>
    server.anonymous("POST", "/accounts/login", { body: { username, password }, headers: { "X-Forwarded-For": address } });

  async function restart(trustedProxies: number): Promise<void> {
    await server.close();
    deps.config.trustedProxies = trustedProxies;
    deps.metrics.clear();
    server = await startServer(deps);
  }
  beforeEach(() => restart(1));

  // @contract nobody-can-lock-somebody-else-out
  test("after twenty wrong passwords an address waits for this account, and another address does not", async () => {
    for (let i = 0; i < 20; i++) expect((await attempt(`guess ${i}`, ATTACKER)).status).toBe(401);
    const refused = await attempt(PASSWORD, ATTACKER);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "900"]);
    expect(await readJson<ErrorBody>(refused)).toMatchObject({ tukey_error: "010305" });
    expect((await attempt(PASSWORD, "203.0.113.2")).status).toBe(200);
    deps.advance(15 * 60_000);
    expect((await attempt(PASSWORD, ATTACKER)).status).toBe(200);
  });

  test("parallel guesses are counted before they are answered", async () => {
    await deps.documents.collection(COLLECTIONS.users).put({ ...someone, passwordHash: await hashPassword(PASSWORD) });
    const answers = await Promise.all(Array.from({ length: 25 }, (_, i) => attempt(`guess ${i}`, ATTACKER)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  test("right passwords do not count", async () => {
    for (let i = 0; i < 22; i++) expect((await attempt(PASSWORD, ATTACKER)).status).toBe(200);
  });

  test("an address that a client makes up does not count without a trusted proxy", async () => {
    await restart(0);
    for (let i = 0; i < 20; i++) await attempt("guess", `198.51.100.${i}`);
    expect((await attempt("guess", "198.51.100.99")).status).toBe(429);
  });
});

describe("logout", () => {
  // @contract post-accounts-logout
  test("logout ends the session and publishes the end", async () => {
    const browser = new Browser();
    await browser.login();
    const revoked: string[] = [];
    deps.events.subscribe("accessRevoked", ({ userId }) => revoked.push(userId));
    const answer = await browser.ask("POST", "/accounts/logout", undefined, await browser.token());
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect(revoked).toEqual([someone.id]);
    expect(await deps.documents.collection(COLLECTIONS.sessions).count()).toBe(0);
    expect((await browser.ask("GET", "/agatha/user")).status).toBe(401);
  });

  test("logout without a session succeeds", async () => {
    expect((await server.anonymous("POST", "/accounts/logout")).status).toBe(204);
  });
});

describe("accounts", () => {
  // @contract get-agatha-users
  test("managers see all accounts, other users only their own", async () => {
    const manager = await server.loggedInAs(await addUser(deps, "boss", { auth: "manager" }));
    const user = await server.loggedInAs(someone);
    const names = async (answer: Response) => (await readJson<{ data: UserAnswer[] }>(answer)).data.map((each) => each.username).sort();
    expect(await names(await manager("GET", "/agatha/users/"))).toEqual(["boss", "someone"]);
    expect(await names(await user("GET", "/agatha/users/"))).toEqual(["someone"]);
    expect((await server.anonymous("GET", "/agatha/users/")).status).toBe(401);
    expect((await manager("GET", `/rest/users/${someone.id}`)).status).toBe(200);
    const other = await server.loggedInAs(await addUser(deps, "other"));
    const hidden = await other("GET", `/rest/users/${someone.id}`);
    expect([hidden.status, (await readJson<ErrorBody>(hidden)).tukey_error]).toEqual([404, ERRORS.userNotFound]);
  });

  test("accounts never show the password's hash", async () => {
    const manager = await server.loggedInAs(await addUser(deps, "boss", { auth: "manager" }));
    for (const path of ["/agatha/users", "/agatha/user", "/rest/users"])
      expect(await (await manager("GET", path)).text()).not.toContain("scrypt");
  });

  // @contract get-agatha-user
  test("accounts count their enabled models by product", async () => {
    const source = { key: "uploads/a/source", sha256: "0".repeat(64), size: 1, fileName: "a.csv", format: "csv" } as const;
    for (const productType of ["occ", "quality"] as const) {
      const spec = { displayName: productType, owner: someone.id, productType, source };
      await deps.resources.create("Dataset", { metadata: { name: productType }, spec });
    }
    const layers = [{ nodes: [{ algorithm: "iForest" }] }];
    const models: [string, string, boolean, string][] = [
      ["m1", "occ", true, someone.id],
      ["m2", "occ", true, someone.id],
      ["m3", "quality", true, someone.id],
      ["m4", "quality", false, someone.id],
      ["m5", "quality", true, "somebody-else"],
    ];
    for (const [name, datasetRef, apiEnabled, owner] of models) {
      const spec = { displayName: name, owner, datasetRef, type: "OCC" as const, layers, apiEnabled };
      await deps.resources.create("Model", { metadata: { name }, spec });
    }
    const answer = await readJson<UserAnswer>(await (await server.loggedInAs(someone))("GET", "/agatha/user"));
    expect([answer.product_occ_current, answer.product_quality_current, answer.product_opt_current, answer.product_all_current]).toEqual([
      2, 1, 0, 3,
    ]);
  });
});

describe("passwords", () => {
  test("passwords match only themselves, in any Unicode composition, and are salted", async () => {
    const hash = await hashPassword("passw\u00f6rt");
    expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await verifyPassword("passwo\u0308rt", hash)).toBe(true);
    expect(await verifyPassword("passwort", hash)).toBe(false);
    expect(await hashPassword("passw\u00f6rt")).not.toBe(hash);
  });

  test("no password matches a missing hash or a hash of another form", async () => {
    for (const stored of [undefined, "", "none", "$scrypt$ln=15,r=8,p=3$$"]) expect(await verifyPassword("", stored)).toBe(false);
  });
});

describe("the first start", () => {
  test("bootstrap creates a manager with a random password, once", async () => {
    const first = await bootstrapManager(deps);
    expect(first).toEqual({ created: true, password: expect.stringMatching(/^[\w-]{24}$/) });
    expect(await bootstrapManager(deps)).toEqual({ created: false });
    const answer = await server.anonymous("POST", "/accounts/login", { body: { username: "admin", password: first.password } });
    expect(await readJson<UserAnswer>(answer)).toMatchObject({ username: "admin", auth: "manager" });
  });

  test("bootstrap uses a given password and does not return it", async () => {
    expect(await bootstrapManager({ ...deps, password: PASSWORD })).toEqual({ created: true });
    const answer = await server.anonymous("POST", "/accounts/login", { body: { username: "admin", password: PASSWORD } });
    expect(answer.status).toBe(200);
  });

  test.each<[string, Partial<User>, boolean]>([
    ["an active manager of another name", { auth: "manager" }, false],
    ["a disabled manager alone", { auth: "manager", active: false }, true],
  ])("bootstrap beside %s", async (_case, settings, created) => {
    await addUser(deps, "chief", settings);
    expect(await bootstrapManager({ ...deps, password: PASSWORD })).toEqual({ created });
    expect(await deps.documents.collection(COLLECTIONS.users).count({ username: "admin" })).toBe(created ? 1 : 0);
  });

  test("two starts at the same time create one manager", async () => {
    const starts = await Promise.all([bootstrapManager(deps), bootstrapManager(deps)]);
    expect(starts.map(({ created }) => created).sort()).toEqual([false, true]);
  });
});
