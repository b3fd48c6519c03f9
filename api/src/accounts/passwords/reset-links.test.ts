import { COLLECTIONS, type User } from "@agatha/contracts";
import type { ResetLinkAnswer, SignOnAnswer, UserAnswer } from "@agatha/contracts/wire";
import { originsByHost } from "../../http/public-url.js";
import type { Mail } from "../../mail/smtp.js";
import {
  addUser,
  type Client,
  readError,
  readJson,
  startServer,
  type TestDeps,
  type TestServer,
  testDeps,
  waitFor,
} from "../../testing/deps.js";
import { lowCostHash } from "../../testing/low-cost-hash.js";
import { stubCollection } from "../../testing/stub-collection.js";

const OLD = "correct horse battery staple";
const passwordHash = lowCostHash(OLD);
const NEW = "paper clip and over moon";
const EMAIL = "amber@example.com";
let deps: TestDeps;
let server: TestServer;
let amber: User;
let asAmber: Client;
let asManager: Client;
let mails: Mail[];

beforeEach(async () => {
  mails = [];
  deps = testDeps();
  deps.sendMail = async (mail) => void mails.push(mail);
  server = await startServer(deps);
  amber = await addUser(deps, "amber", { passwordHash, email: EMAIL });
  asAmber = await server.loggedInAs(amber);
  asManager = await server.loggedInAs(await addUser(deps, "manager", { auth: "manager" }));
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const forgot = (username: string, body: object = {}): Promise<Response> =>
  server.anonymous("POST", "/accounts/forgot_password/", { body: { username, ...body } });
const reset = (reset_token: string): Promise<Response> =>
  server.anonymous("POST", "/accounts/reset_password/", { body: { reset_token, new_password: NEW, new_password_again: NEW } });
const link = async (query = ""): Promise<ResetLinkAnswer> =>
  readJson(await asManager("POST", `/agatha/users/${amber.id}/reset_link/${query}`));
const tokenIn = ({ text }: Mail): string => /\/account\/reset#(\S+)/.exec(text)?.[1] ?? "";

describe("with a mail server", () => {
  // @contract a-forgotten-password-is-set-by-a-mailed-link
  test.each(["amber", EMAIL, ` ${EMAIL.toUpperCase()} `])("who has forgotten the password gets a link by the name %j", async (name) => {
    const answer = await forgot(name);
    expect([answer.status, await answer.text()]).toEqual([202, ""]);
    await waitFor(() => mails.length === 1);
    expect(mails[0]).toMatchObject({ to: EMAIL, subject: "Set a new password for Agatha" });
    expect(mails[0]?.text).toContain("the account amber");
    expect((await reset(tokenIn(mails[0]!))).status).toBe(204);
    const login = await server.anonymous("POST", "/accounts/login", { body: { username: "amber", password: NEW } });
    expect(login.status).toBe(200);
  });

  test("the answer does not wait until the request is stored, which an unknown name does not need", async () => {
    let answered = false;
    stubCollection(deps, COLLECTIONS.users, (found) => ({
      async replace(document) {
        await waitFor(() => answered);
        return await found.replace(document);
      },
    }));
    expect((await forgot("amber")).status).toBe(202);
    answered = true;
    await waitFor(() => mails.length === 1);
  });

  test.each([
    [
      "the first public address, if there is one",
      ["https://agatha.example.com", "http://ml.example.com"],
      () => "https://agatha.example.com",
    ],
    ["the address of this machine otherwise", [], () => server.origin],
  ])("a link that is asked for by way of loopback leads to %s", async (_where, addresses, origin) => {
    deps.config.publicOrigins = originsByHost(addresses);
    await forgot("amber");
    await waitFor(() => mails.length === 1);
    expect(mails[0]?.text).toContain(`${origin()}/tukey/account/reset#`);
  });

  test("the mail is in the language of the request", async () => {
    await forgot("amber", { language: "ja" });
    await waitFor(() => mails.length === 1);
    expect(mails[0]?.subject).toContain("パスワード");
    expect((await forgot("amber", { language: "xx" })).status).toBe(400);
  });

  test("nobody else gets a mail: an unknown name, an account that is disabled, has no address or signs on elsewhere", async () => {
    await addUser(deps, "disabled", { active: false, email: "disabled@example.com" });
    await addUser(deps, "silent");
    await addUser(deps, "elsewhere", { externalId: "1", email: "elsewhere@example.com" });
    for (const name of ["nobody", "nobody@example.com", "disabled", "silent", "elsewhere", "amber"]) {
      const answer = await forgot(name);
      expect([name, answer.status, await answer.text()]).toEqual([name, 202, ""]);
    }
    await waitFor(() => mails.length > 0);
    expect(mails.map(({ to }) => to)).toEqual([EMAIL]);
  });

  test("repeated requests send one mail in ten minutes, and a stranger's request takes no earlier link away", async () => {
    const { reset_token } = await link();
    await forgot("amber");
    await forgot("amber");
    await waitFor(() => mails.length === 2);
    deps.advance(600_000);
    await forgot("amber");
    await waitFor(() => mails.length === 3);
    expect((await reset(reset_token)).status).toBe(204);
    for (const mail of mails) expect((await readError(await reset(tokenIn(mail))))[1]).toBe("010312");
  });

  test("the manager's link is mailed too, and the answer says so", async () => {
    const made = await link("?language=tw");
    expect(made.mailed).toBe(true);
    expect(mails).toEqual([{ to: EMAIL, subject: "設定 Agatha 的新密碼", text: expect.stringContaining(made.link) as string }]);
  });

  test("without an address, or if the mail server refuses, the manager is told that nothing was mailed", async () => {
    deps.sendMail = async () => {
      throw new Error("connection refused");
    };
    const made = await link();
    expect(made.mailed).toBe(false);
    expect((await reset(made.reset_token)).status).toBe(204);
    expect(deps.logLines.join("")).toContain("connection refused");
    expect(deps.logLines.join("")).not.toContain(made.reset_token);
    await deps.documents.collection(COLLECTIONS.users).put({ ...amber, email: undefined });
    expect((await link()).mailed).toBe(false);
  });

  test("the login page can tell that links are mailed", async () => {
    expect(await readJson<SignOnAnswer>(await server.anonymous("GET", "/accounts/sign_on"))).toMatchObject({ mails_reset_links: true });
    deps.sendMail = undefined;
    expect(await readJson<SignOnAnswer>(await server.anonymous("GET", "/accounts/sign_on"))).toMatchObject({ mails_reset_links: false });
  });

  // @contract a-new-address-needs-the-password-where-links-are-mailed
  test("a new address needs the password, because links are mailed to it", async () => {
    const update = (body: object) => asAmber("PATCH", "/agatha/user/update_info/", { body });
    for (const body of [{ email: "new@example.com" }, { email: null }, { email: "new@example.com", password: "guess" }])
      expect(await readError(await update(body))).toEqual([400, "010309", "password"]);
    expect((await update({ email: EMAIL })).status).toBe(200);
    const changed = await update({ email: "new@example.com", password: OLD });
    expect((await readJson<UserAnswer>(changed)).email).toBe("new@example.com");
  });
});
