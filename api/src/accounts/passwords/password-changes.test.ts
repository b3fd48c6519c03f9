import { COLLECTIONS, type Document, type User } from "@agatha/contracts";
import type { ResetLinkAnswer, UserAnswer } from "@agatha/contracts/wire";
import {
  addUser,
  type Client,
  readError,
  readErrorCode,
  readJson,
  startServer,
  type TestDeps,
  type TestServer,
  testDeps,
  waitFor,
} from "../../testing/deps.js";
import { lowCostHash } from "../../testing/low-cost-hash.js";
import { codeAt, turnOnSecondFactor } from "../../testing/second-factor.js";
import { stubCollection } from "../../testing/stub-collection.js";

const OLD = "correct horse battery staple";
const passwordHash = lowCostHash(OLD);
const NEW = "paper clip \u00fcber moon";
let deps: TestDeps;
let server: TestServer;
let amber: User;
let asAmber: Client;
let manager: User;
let asManager: Client;

async function begin(login = 1000): Promise<void> {
  deps = testDeps({ rateLimits: { login, predictionApi: 1000 } });
  server = await startServer(deps);
  amber = await addUser(deps, "amber", { passwordHash });
  asAmber = await server.loggedInAs(amber);
  manager = await addUser(deps, "manager", { auth: "manager" });
  asManager = await server.loggedInAs(manager);
}
async function end(): Promise<void> {
  await server.close();
  deps.cleanUp();
}
beforeEach(() => begin());
afterEach(end);

const login = async (password: string): Promise<number> =>
  (await server.anonymous("POST", "/accounts/login", { body: { username: "amber", password } })).status;
const change = (body: object): Promise<Response> =>
  asAmber("POST", "/accounts/change_password/", {
    body: { current_password: OLD, new_password: NEW, new_password_again: NEW, ...body },
  });
const link = async (): Promise<ResetLinkAnswer> => readJson(await asManager("POST", `/agatha/users/${amber.id}/reset_link/`));
const reset = (reset_token: string, body: object = {}): Promise<Response> =>
  server.anonymous("POST", "/accounts/reset_password/", { body: { reset_token, new_password: NEW, new_password_again: NEW, ...body } });

const checkLink = (reset_token: string): Promise<Response> =>
  server.anonymous("POST", "/accounts/reset_password/check/", { body: { reset_token } });

/** Calls `change` once, before the first write of `method` to a collection. */
function beforeWrite(name: string, method: "insert" | "replace", change: () => Promise<unknown>): void {
  const restore = stubCollection(deps, { name }, (found) => ({
    [method]: async (document: Document) => {
      restore();
      await change();
      return await found[method](document);
    },
  }));
}

describe("changing one's password", () => {
  // @contract post-accounts-change-password
  test("the new password replaces the old one and ends every session", async () => {
    const elsewhere = await server.loggedInAs(amber);
    const revoked: string[] = [];
    deps.events.subscribe("accessRevoked", ({ userId }) => revoked.push(userId));
    const answer = await change({});
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie().join()).toMatch(/agatha_session=;.*Expires=Thu, 01 Jan 1970/);
    expect([await login(OLD), await login(NEW)]).toEqual([401, 200]);
    for (const session of [asAmber, elsewhere]) expect((await session("GET", "/agatha/user")).status).toBe(401);
    expect((await asManager("GET", "/agatha/user")).status).toBe(200);
    expect(revoked).toEqual([amber.id]);
  });

  test.each<[string, object, string, string]>([
    ["a wrong present one", { current_password: "guess" }, "010309", "current_password"],
    ["two that differ", { new_password_again: `${NEW} ` }, "010310", "new_password_again"],
    ["one of seven characters", { new_password: "1234567", new_password_again: "1234567" }, "010201", "new_password"],
    ["one of the most common ones", { new_password: "Password1234", new_password_again: "Password1234" }, "010316", "new_password"],
    ["the present one", { new_password: OLD, new_password_again: OLD }, "010317", "new_password"],
    // @contract the-current-password-is-right-both-new
  ])("a change with %s is refused, and the old password stays valid", async (_case, body, code, path) => {
    expect(await readError(await change(body))).toEqual([400, code, path]);
    expect(await login(OLD)).toBe(200);
    expect((await asAmber("GET", "/agatha/user")).status).toBe(200);
  });

  test("a login with the old password opens no session if the password is changed meanwhile", async () => {
    beforeWrite(COLLECTIONS.sessions.name, "insert", () => change({}));
    expect(await login(OLD)).toBe(401);
    expect(await deps.documents.collection(COLLECTIONS.sessions).count({ userId: amber.id })).toBe(0);
    expect([await login(OLD), await login(NEW)]).toEqual([401, 200]);
  });

  test("a login with the old password and a code opens no session if the password is changed before the code is used", async () => {
    const { secret } = await turnOnSecondFactor(deps, asAmber, OLD);
    deps.advance(30_000);
    beforeWrite(COLLECTIONS.users.name, "replace", () => change({}));
    const body = { username: "amber", password: OLD, code: codeAt(deps, secret) };
    expect(await readErrorCode(server.anonymous("POST", "/accounts/login", { body }))).toEqual([401, "010303"]);
    expect(await deps.documents.collection(COLLECTIONS.sessions).count({ userId: amber.id })).toBe(0);
  });

  test("a password change invalidates earlier reset links", async () => {
    const { reset_token } = await link();
    await change({});
    expect(await readError(await reset(reset_token, { new_password: OLD, new_password_again: OLD }))).toEqual([
      400,
      "010312",
      "reset_token",
    ]);
    expect(await login(NEW)).toBe(200);
  });
});

describe("a reset link", () => {
  // @contract post-accounts-reset-password
  test("a reset link works once, without a session, and ends every session of the account", async () => {
    const made = await link();
    expect(made.link).toBe(`${server.url}/account/reset#${made.reset_token}`);
    expect((await reset(made.reset_token)).status).toBe(204);
    expect([await login(OLD), await login(NEW)]).toEqual([401, 200]);
    expect((await asAmber("GET", "/agatha/user")).status).toBe(401);
    expect((await readError(await reset(made.reset_token)))[1]).toBe("010312");
  });

  // @contract post-accounts-reset-password-check
  test("whether a reset link works, and for whom, is told without using it up: not after an hour, its use or another link", async () => {
    const tooOld = await link();
    for (const _time of [1, 2]) expect(await readJson(checkLink(tooOld.reset_token))).toEqual({ username: "amber" });
    deps.advance(3_600_000);
    const replaced = await link();
    const used = await link();
    expect((await checkLink(used.reset_token)).status).toBe(200);
    expect((await reset(used.reset_token)).status).toBe(204);
    for (const { reset_token } of [tooOld, replaced, used])
      expect(await readError(await checkLink(reset_token))).toEqual([400, "010312", "reset_token"]);
  });

  test("checking reset links counts against the limit of an address", async () => {
    await end();
    await begin(2);
    const answers = [await checkLink("guess1"), await checkLink("guess2"), await checkLink("guess3")];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 429]);
  });

  test("a refused password does not use the reset link up", async () => {
    const { reset_token } = await link();
    expect(await readError(await reset(reset_token, { new_password: OLD, new_password_again: OLD }))).toEqual([
      400,
      "010317",
      "new_password",
    ]);
    const common = { new_password: "iloveyou123", new_password_again: "iloveyou123" };
    expect(await readError(await reset(reset_token, common))).toEqual([400, "010316", "new_password"]);
    expect((await reset(reset_token)).status).toBe(204);
  });

  test("a reset link works for one of two concurrent requests", async () => {
    const { reset_token } = await link();
    const answers = await Promise.all([reset(reset_token), reset(reset_token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
  });

  test("a reset link is valid for an hour", async () => {
    const first = await link();
    deps.advance(3_600_000);
    expect((await readError(await reset(first.reset_token)))[1]).toBe("010312");
    const second = await link();
    expect(Date.parse(second.expires_at)).toBe(deps.clock.now() + 3_600_000);
    deps.advance(3_600_000 - 1);
    expect((await reset(second.reset_token)).status).toBe(204);
  });

  // @contract post-agatha-users-id-reset-link
  test("a new reset link replaces the previous one", async () => {
    const [first, second] = [await link(), await link()];
    expect((await readError(await reset(first.reset_token)))[1]).toBe("010312");
    expect((await reset(second.reset_token)).status).toBe(204);
  });

  test("different passwords do not use up a reset link", async () => {
    const { reset_token } = await link();
    expect(await readError(await reset(reset_token, { new_password_again: "another one" }))).toEqual([400, "010310", "new_password_again"]);
    expect((await reset(reset_token)).status).toBe(204);
  });

  test("a reset link is not stored, and its creator is audited", async () => {
    const { reset_token } = await link();
    expect(JSON.stringify(await deps.documents.collection(COLLECTIONS.passwordResets).find())).not.toContain(reset_token);
    const records = await deps.documents.collection(COLLECTIONS.audit).find();
    expect(records.map(({ userId, action, target }) => [userId, action, target])).toEqual([[manager.id, "user.password.link", amber.id]]);
    expect(JSON.stringify(records)).not.toContain(reset_token);
  });

  test("a reset link lets the owner of an account created without a password log in", async () => {
    const made = await readJson<UserAnswer>(await asManager("POST", "/agatha/users", { body: { username: "berta" } }));
    for (const password of ["none", "undefined", " "]) {
      const body = { username: "berta", password };
      expect((await server.anonymous("POST", "/accounts/login", { body })).status).toBe(401);
    }
    const { reset_token } = await readJson<ResetLinkAnswer>(await asManager("POST", `/agatha/users/${made.id}/reset_link`));
    await reset(reset_token);
    expect((await server.anonymous("POST", "/accounts/login", { body: { username: "berta", password: NEW } })).status).toBe(200);
  });

  test("a reset link does not enable a disabled account", async () => {
    await deps.documents.collection(COLLECTIONS.users).put({ ...amber, active: false });
    const { reset_token } = await link();
    expect((await reset(reset_token)).status).toBe(204);
    expect(await login(NEW)).toBe(403);
  });

  // @contract e-mail-addresses-and-users-are-valid
  test("a reset link needs an existing account", async () => {
    expect((await readError(await asManager("POST", "/agatha/users/nobody/reset_link"))).slice(0, 2)).toEqual([404, "010307"]);
  });
});

describe("a forgotten password", () => {
  const forgot = (username: string): Promise<Response> => server.anonymous("POST", "/accounts/forgot_password/", { body: { username } });
  const waiting = async (user = amber): Promise<string | null | undefined> => {
    const { data } = await readJson<{ data: UserAnswer[] }>(await asManager("GET", "/agatha/users/"));
    return data.find(({ id }) => id === user.id)?.reset_requested_at;
  };

  // @contract post-accounts-forgot-password
  test("a forgotten password is shown to managers until a new one is set", async () => {
    expect(await waiting()).toBeNull();
    expect((await forgot("amber")).status).toBe(202);
    await waitFor(async () => (await waiting()) === "2024-05-01T08:00:00.000Z");
    await reset((await link()).reset_token);
    expect(await waiting()).toBeNull();
  });

  test("the answer is the same for an unknown name and a disabled account", async () => {
    await deps.documents.collection(COLLECTIONS.users).put({ ...amber, active: false });
    for (const name of ["nobody", "amber"]) {
      const answer = await forgot(name);
      expect([answer.status, await answer.text()]).toEqual([202, ""]);
    }
    expect(await waiting()).toBeNull();
  });

  test("a forgotten password is stored at most once in ten minutes", async () => {
    await forgot("amber");
    await waitFor(async () => (await waiting()) === "2024-05-01T08:00:00.000Z");
    deps.advance(599_999);
    await forgot("amber");
    // Reports are stored in their order.
    await forgot("manager");
    await waitFor(async () => (await waiting(manager)) === "2024-05-01T08:09:59.999Z");
    expect(await waiting()).toBe("2024-05-01T08:00:00.000Z");
    deps.advance(1);
    await forgot("amber");
    await waitFor(async () => (await waiting()) === "2024-05-01T08:10:00.000Z");
  });

  test("reports of forgotten passwords are rate limited", async () => {
    await end();
    await begin(2);
    const statuses = [];
    for (const name of ["a", "b", "c"]) statuses.push((await forgot(name)).status);
    expect(statuses).toEqual([202, 202, 429]);
  });
});

describe("the check of one's password", () => {
  const check = (password: string): Promise<Response> => asAmber("POST", "/agatha/users/check/", { body: { password } });

  // @contract post-agatha-users-check
  test("only the right password passes the check", async () => {
    expect(await readJson(await check(OLD))).toEqual({ id: amber.id, username: "amber", is_active: true });
    expect(await readError(await check("guess"))).toEqual([400, "010309", "password"]);
  });

  test("the check, password changes and logins share one limit on wrong passwords", async () => {
    for (let i = 0; i < 6; i++) {
      expect([(await check("a")).status, (await change({ current_password: "b" })).status, await login("c")]).toEqual([400, 400, 401]);
    }
    expect([(await check("a")).status, (await check("a")).status, (await check(OLD)).status, await login(OLD)]).toEqual([
      400, 400, 429, 429,
    ]);
    expect((await asManager("POST", "/agatha/users/check", { body: { password: "c" } })).status).toBe(400);
  });
});

describe("one's own e-mail address", () => {
  const update = (body: object): Promise<Response> => asAmber("PATCH", "/agatha/user/update_info/", { body });

  // @contract patch-agatha-user-update-info
  test("users set and clear their own e-mail address", async () => {
    expect((await readJson<UserAnswer>(await update({ email: "amber@example.com" }))).email).toBe("amber@example.com");
    expect((await readJson<UserAnswer>(await update({}))).email).toBe("amber@example.com");
    expect((await readJson<UserAnswer>(await update({ email: null }))).email).toBeNull();
  });

  // @contract e-mail-addresses-and-users-are-valid
  test("an e-mail address must be valid", async () => {
    for (const email of ["amber at example.com", `${"a".repeat(65)}@example.com`, `amber@${"a".repeat(64)}.com`, "amber@example-.com"]) {
      expect(await readError(await update({ email }))).toEqual([400, "010311", "email"]);
    }
  });

  test("users cannot change their own rights", async () => {
    await update({ email: "amber@example.com", auth: "manager", model_limit: -1, is_active: true });
    expect(await deps.documents.collection(COLLECTIONS.users).get(amber.id)).toMatchObject({ auth: "normal", email: "amber@example.com" });
  });
});
