/** Sign-on by OpenID Connect, against a certified provider in a process of its own. */
import { createCookieFetch } from "@agatha/contracts/client";
import { freePort } from "../../listening.js";
import { type AgathaProcess, PASSWORD, removeFolder, startAgatha, temporaryFolder } from "../testing/agatha-process.js";
import { accessibilityProblems, describeInBrowser } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";
import { TestClient } from "../testing/client.js";
import { CLIENT, type IdentityProvider, startIdentityProvider } from "./identity-provider.js";

const PEOPLE = {
  amber: { email: "amber@example.com", email_verified: true, groups: ["staff"] },
  boss: { email: "boss@example.com", email_verified: true, groups: ["staff", "agatha-admins"] },
  mallory: { email: "linked@example.com", email_verified: false, preferred_username: "admin", groups: ["staff"] },
  linked: { email: "linked@example.com", email_verified: true, groups: ["staff"] },
  guest: { email: "guest@example.com", email_verified: true, groups: [] },
};

let folder: string;
let provider: IdentityProvider;
let product: AgathaProcess;

beforeAll(async () => {
  folder = await temporaryFolder();
  const port = await freePort();
  product = await startAgatha(folder, {
    ...CLIENT,
    AGATHA_OIDC_ISSUER: `http://127.0.0.1:${port}`,
    AGATHA_OIDC_NAME: "Example",
    AGATHA_OIDC_SCOPES: "openid email profile groups",
    AGATHA_OIDC_MANAGER_GROUPS: "agatha-admins",
    AGATHA_OIDC_USER_GROUPS: "staff",
  });
  provider = await startIdentityProvider({ port, redirectUri: `${product.url}accounts/sign_on/callback`, people: PEOPLE });
});
afterAll(async () => {
  await provider?.stop();
  expect(await product?.stop()).toBe(0);
  await removeFolder(folder);
});

const address = (path: string): string => `${product.url}${path}`;

/** A browser without a screen: keeps the cookies of each server, follows redirects, and fills in the provider's forms. */
function createPerson(login: string) {
  const jars = new Map<string, ReturnType<typeof createCookieFetch>>();
  const jarOf = (url: URL) => {
    const jar = jars.get(url.origin) ?? createCookieFetch(globalThis.fetch);
    jars.set(url.origin, jar);
    return jar;
  };
  /** Returns the product's first page behind all redirects. */
  async function visit(to: string, init: RequestInit = {}): Promise<URL> {
    const url = new URL(to);
    const answer = await jarOf(url).fetch(url, { ...init, redirect: "manual" });
    const location = answer.headers.get("Location");
    if (location) return await visit(new URL(location, url).href);
    if (url.origin !== provider.issuer) return url;
    const page = await answer.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined) throw new Error(`The provider answered ${answer.status}: ${page}`);
    const body = new URLSearchParams({ prompt, login, password: "any" });
    return await visit(new URL(action, url).href, { method: "POST", body });
  }
  return {
    visit,
    jar: () => jarOf(new URL(product.url)),
    /** Signs on, and returns how the login page says that it went. */
    signOn: async () => (await visit(address("accounts/sign_on/start"))).searchParams.get("sign_on"),
    user: async () =>
      (await (await jarOf(new URL(product.url)).fetch(address("agatha/user/"))).json()) as { username: string; auth: string; id: string },
  };
}

// @contract get-accounts-sign-on
test("the login page can tell which provider there is", async () => {
  expect(await (await fetch(address("accounts/sign_on"))).json()).toEqual({ provider: { name: "Example" }, mails_reset_links: false });
});

// @contract get-accounts-sign-on-start, get-accounts-sign-on-callback
test("a person signs on, gets an account with the role of the groups, and logs out", async () => {
  const amber = createPerson("amber");
  expect(await amber.signOn()).toBe("done");
  expect(await amber.user()).toMatchObject({ username: "amber@example.com", auth: "normal" });
  const { csrftoken } = (await (await amber.jar().fetch(address("accounts/csrf"))).json()) as { csrftoken: string };
  const logout = await amber.jar().fetch(address("accounts/logout"), { method: "POST", headers: { "X-CSRFToken": csrftoken } });
  expect(logout.status).toBe(204);
  expect(await amber.user()).toMatchObject({ tukey_error: "010301" });
  const boss = createPerson("boss");
  expect(await boss.signOn()).toBe("done");
  expect((await boss.user()).auth).toBe("manager");
});

test("an account is linked by the verified address that is its name, and taken over by nobody else", async () => {
  const manager = new TestClient(product.url);
  await manager.login();
  const { body } = await manager.json<{ id: string }>("POST", "agatha/users/", { username: "linked@example.com", password: PASSWORD });
  const mallory = createPerson("mallory");
  expect(await mallory.signOn()).toBe("010322");
  expect(await mallory.user()).toMatchObject({ tukey_error: "010301" });
  const linked = createPerson("linked");
  expect(await linked.signOn()).toBe("done");
  expect((await linked.user()).id).toBe(body.id);
});

test("who is in no group that may sign on is told so (010321)", async () => {
  const guest = createPerson("guest");
  expect(await guest.signOn()).toBe("010321");
  expect(await guest.user()).toMatchObject({ tukey_error: "010301" });
});

test("the audit has refused sign-ons with the person, the address and the reason", async () => {
  expect(await createPerson("guest").signOn()).toBe("010321");
  const stranger = createPerson("nobody");
  expect((await stranger.visit(address("accounts/sign_on/callback?code=x&state=y"))).searchParams.get("sign_on")).toBe("010320");
  const manager = new TestClient(product.url);
  await manager.login();
  const entries = (await manager.api.audit({ action: "sign_on.refused" })).data;
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        detail: {
          code: "010321",
          person: "guest@example.com",
          address: "127.0.0.1",
          reason: expect.stringContaining("in none of the groups"),
        },
      }),
      expect.objectContaining({ detail: expect.objectContaining({ code: "010320", address: "127.0.0.1" }) }),
    ]),
  );
});

/** Returns the address that a sign-on comes back with, without going there. */
async function callbackOf(person: ReturnType<typeof createPerson>): Promise<URL> {
  const jar = person.jar();
  const { fetch: real } = jar;
  let callback: URL | undefined;
  jar.fetch = async (input, init) => {
    const url = new URL(String(input));
    if (!url.pathname.endsWith("/callback")) return await real(input, init);
    callback = url;
    return new Response("kept");
  };
  await person.visit(address("accounts/sign_on/start"));
  jar.fetch = real;
  return callback!;
}

test("a callback that this browser has not begun, or that is changed or used, signs nobody on (010320)", async () => {
  const amber = createPerson("amber");
  const callback = await callbackOf(amber);
  // Login forgery: the attacker's own code in the victim's browser.
  const victim = createPerson("boss");
  expect((await victim.visit(callback.href)).searchParams.get("sign_on")).toBe("010320");
  await callbackOf(victim);
  expect((await victim.visit(callback.href)).searchParams.get("sign_on")).toBe("010320");
  expect(await victim.user()).toMatchObject({ tukey_error: "010301" });
  expect((await amber.visit(callback.href)).searchParams.get("sign_on")).toBe("done");
  expect((await createPerson("amber").visit(callback.href)).searchParams.get("sign_on")).toBe("010320");
});

test("the person may say no at the provider", async () => {
  const amber = createPerson("amber");
  const { searchParams } = await callbackOf(amber);
  await callbackOf(amber);
  const refused = new URLSearchParams({ error: "access_denied", error_description: "no", state: searchParams.get("state") ?? "" });
  expect((await amber.visit(address(`accounts/sign_on/callback?${refused}`))).searchParams.get("sign_on")).toBe("010320");
});

describeInBrowser("the login page in a browser", () => {
  const browser = useBrowser();

  test("a button leads to the provider, and back to the page that the person wanted", async () => {
    const { page, errors } = await browser.openSession();
    await page.goto(address("analysis/upload/quality"));
    await page.getByRole("link", { name: "Sign in with Example" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Sign in with Example" }).click();
    await page.locator('input[name="login"]').fill("amber");
    await page.locator('input[name="password"]').fill("any");
    await page.locator('button[type="submit"]').click();
    await page.locator('button[type="submit"]', { hasText: "Continue" }).click();
    await page.getByRole("heading", { name: "Datasets" }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/analysis\/upload\/quality$/);
    // The provider's own pages ask for files that there are not.
    expect(errors.filter((error) => !error.startsWith("Failed to load resource"))).toEqual([]);
  });

  test.each([
    ["en-US", "Sign in with Example", "The sign-on was not completed"],
    ["zh-TW", "使用 Example 登入", "單一登入未完成"],
    ["zh-CN", "使用 Example 登录", "单点登录未完成"],
    ["ja", "Example でログイン", "シングルサインオンが完了しませんでした"],
  ])("in %s the page has the button and tells an error in words", async (locale, button, error) => {
    const { page } = await browser.openSession({ locale });
    await page.goto(address("account/login?sign_on=010320"));
    await page.getByRole("link", { name: button }).waitFor();
    await page.getByText(error).waitFor();
  });
});

test("a provider that does not answer is told as one (010102), and is asked again later", async () => {
  await provider.pause();
  const fresh = await temporaryFolder();
  const late = await startAgatha(fresh, { ...CLIENT, AGATHA_OIDC_ISSUER: provider.issuer });
  try {
    const start = () => fetch(`${late.url}accounts/sign_on/start`, { redirect: "manual" });
    expect((await start()).headers.get("Location")).toBe(`${late.url}account/login?sign_on=010102`);
    await provider.resume();
    expect((await start()).headers.get("Location")).toMatch(`${provider.issuer}/auth?`);
  } finally {
    await late.stop();
    await removeFolder(fresh);
  }
});
