import { COLLECTIONS, type User } from "@agatha/contracts";
import type { SecondFactorSetup, UserAnswer } from "@agatha/contracts/wire";
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
} from "../../testing/deps.js";
import { lowCostHash } from "../../testing/low-cost-hash.js";
import { type Authenticator, codeAt, turnOnSecondFactor } from "../../testing/second-factor.js";
import { hashPassword } from "../passwords/password-hash.js";

const PASSWORD = "correct horse battery staple";
const passwordHash = lowCostHash(PASSWORD);
let deps: TestDeps;
let server: TestServer;
let amber: User;
let asAmber: Client;

beforeEach(async () => {
  deps = testDeps({ trustedProxies: 1 });
  server = await startServer(deps);
  amber = await addUser(deps, "amber", { passwordHash });
  asAmber = await server.loggedInAs(amber);
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const login = (code?: string, { password = PASSWORD, address = "203.0.113.1" } = {}): Promise<Response> =>
  server.anonymous("POST", "/accounts/login", {
    body: { username: "amber", password, ...(code !== undefined && { code }) },
    headers: { "X-Forwarded-For": address },
  });
const nextCode = (secret: string): string => {
  deps.advance(30_000);
  return codeAt(deps, secret);
};
const audited = async (): Promise<string[]> => (await deps.documents.collection(COLLECTIONS.audit).find()).map(({ action }) => action);

describe("turning the second factor on", () => {
  // @contract post-accounts-second-factor
  test("a second factor needs the password and begins with a secret, which is not stored in the clear, with its address for a QR code", async () => {
    expect(await readError(asAmber("POST", "/accounts/second_factor", { body: { password: "guess" } }))).toEqual([
      400,
      "010309",
      "password",
    ]);
    const setup = await readJson<SecondFactorSetup>(asAmber("POST", "/accounts/second_factor", { body: { password: PASSWORD } }));
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(setup.uri).toBe(`otpauth://totp/Agatha:amber?issuer=Agatha&secret=${setup.secret}&algorithm=SHA1&digits=6&period=30`);
    expect(JSON.stringify(await deps.documents.collection(COLLECTIONS.users).find())).not.toContain(setup.secret);
    expect((await login()).status).toBe(200);
  });

  // @contract post-accounts-second-factor-confirm
  test("a second factor takes effect with a right code, which is answered with ten recovery codes", async () => {
    await asAmber("POST", "/accounts/second_factor", { body: { password: PASSWORD } });
    expect(await readErrorCode(asAmber("POST", "/accounts/second_factor/confirm", { body: { code: "12345" } }))).toEqual([401, "010319"]);
    expect((await login()).status).toBe(200);
    const { recoveryCodes } = await turnOnSecondFactor(deps, asAmber, PASSWORD);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect(await readErrorCode(login())).toEqual([401, "010318"]);
    expect((await readJson<UserAnswer>(asAmber("GET", "/agatha/user"))).second_factor).toEqual({ recovery_codes: 10 });
    expect(await audited()).toContain("second_factor.on");
  });

  test("turning the second factor on is refused while it is on, and without a secret", async () => {
    expect(await readErrorCode(asAmber("POST", "/accounts/second_factor/confirm", { body: { code: "123456" } }))).toEqual([400, "010201"]);
    await turnOnSecondFactor(deps, asAmber, PASSWORD);
    expect(await readErrorCode(asAmber("POST", "/accounts/second_factor", { body: { password: PASSWORD } }))).toEqual([400, "010201"]);
    expect(await readErrorCode(asAmber("POST", "/accounts/second_factor/confirm", { body: { code: "123456" } }))).toEqual([400, "010201"]);
  });

  test("turning the second factor on leaves the answers of other accounts as they were", async () => {
    const answer = await readJson<UserAnswer>(login());
    expect(answer).not.toHaveProperty("second_factor");
  });
});

describe("login with a second factor", () => {
  let authenticator: Authenticator;
  beforeEach(async () => {
    authenticator = await turnOnSecondFactor(deps, asAmber, PASSWORD);
  });

  // @contract a-code-of-the-second-factor-works-once
  test("a code works once, also for one of two concurrent logins", async () => {
    const users = deps.documents.collection(COLLECTIONS.users);
    await users.put({ ...(await users.get(amber.id))!, passwordHash: await hashPassword(PASSWORD) });
    const code = nextCode(authenticator.secret);
    const answers = await Promise.all([login(code), login(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await readErrorCode(login(code))).toEqual([401, "010319"]);
    expect((await login(nextCode(authenticator.secret))).status).toBe(200);
  });

  test("the code that turned the second factor on does not work for a login", async () => {
    expect(await readErrorCode(login(codeAt(deps, authenticator.secret)))).toEqual([401, "010319"]);
  });

  test("a code of the step before the present one works, and an older one does not", async () => {
    const [first, second] = [nextCode(authenticator.secret), nextCode(authenticator.secret)];
    deps.advance(30_000);
    expect((await login(first)).status).toBe(401);
    expect((await login(` ${second.slice(0, 3)} ${second.slice(3)} `)).status).toBe(200);
  });

  test("a code works after the machine's clock was corrected by five minutes", async () => {
    deps.clockJumpMs = 300_000;
    expect((await login(nextCode(authenticator.secret))).status).toBe(200);
  });

  test("a recovery code works once, however it is typed, and one less is left", async () => {
    const [code = ""] = authenticator.recoveryCodes;
    const answer = await login(code.toLowerCase().replaceAll("-", " "));
    expect((await readJson<UserAnswer>(answer)).second_factor).toEqual({ recovery_codes: 9 });
    expect((await login(code)).status).toBe(401);
  });

  test("a right code without the right password shows nothing and is not used up", async () => {
    const code = nextCode(authenticator.secret);
    expect(await readErrorCode(login(code, { password: "guess" }))).toEqual([401, "010303"]);
    expect((await login(code)).status).toBe(200);
  });

  test("asking for the code does not count as a wrong password, and does not refund wrong ones", async () => {
    for (let i = 0; i < 19; i++) await login(undefined, { password: `guess ${i}` });
    for (let i = 0; i < 3; i++) expect(await readErrorCode(login())).toEqual([401, "010318"]);
    expect((await login(undefined, { password: "guess" })).status).toBe(401);
    expect((await login(undefined, { password: "guess" })).status).toBe(429);
  });

  test("codes cannot be guessed from many addresses by somebody who knows the password", async () => {
    const statuses = [];
    for (let i = 0; i < 21; i++) statuses.push((await login("12345", { address: `203.0.113.${i}` })).status);
    expect(statuses).toEqual([...Array(20).fill(401), 429]);
    expect(await audited()).toContain("login.lockout");
  });
});

describe("taking the second factor away", () => {
  // @contract post-accounts-second-factor-off
  test("its owner turns it off by the password", async () => {
    await turnOnSecondFactor(deps, asAmber, PASSWORD);
    const off = (password: string) => asAmber("POST", "/accounts/second_factor/off", { body: { password } });
    expect(await readError(off("guess"))).toEqual([400, "010309", "password"]);
    expect((await login()).status).toBe(401);
    expect((await off(PASSWORD)).status).toBe(204);
    expect((await login()).status).toBe(200);
  });

  // @contract delete-agatha-users-id-second-factor
  test("a manager takes it away from somebody, which is audited", async () => {
    await turnOnSecondFactor(deps, asAmber, PASSWORD);
    const manager = await addUser(deps, "manager", { auth: "manager" });
    expect((await asAmber("DELETE", `/agatha/users/${amber.id}/second_factor`)).status).toBe(403);
    expect((await (await server.loggedInAs(manager))("DELETE", `/agatha/users/${amber.id}/second_factor/`)).status).toBe(204);
    expect((await login()).status).toBe(200);
    const records = await deps.documents.collection(COLLECTIONS.audit).find({ where: { userId: manager.id } });
    expect(records).toMatchObject([{ action: "second_factor.off", target: amber.id }]);
  });
});
