/** The pages that need no session, and the way to what is behind the login and back. */
import type { ResetLinkAnswer, UserAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { useAgatha } from "../testing/agatha-fixture.js";
import { PASSWORD } from "../testing/agatha-process.js";
import { accessibilityProblems, type BrowserSession, describeInBrowser, logIn } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

/** File of the console that holds what is behind the login. */
const BEHIND_LOGIN = /\/assets\/home-[^/]*\.js$/;

describeInBrowser("the pages without a session", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let resetLink: string;

  beforeAll(async () => {
    const second = await client.json<UserAnswer>("POST", "agatha/users/", { username: "second", password: PASSWORD });
    expect(second.status).toBe(201);
    resetLink = (await client.json<ResetLinkAnswer>("POST", `agatha/users/${second.body.id}/reset_link/`)).body.link;
  });
  beforeEach(async () => {
    person = await browser.openSession();
    page = person.page;
  });
  afterEach(async () => {
    expect(person.errors).toEqual([]);
    await person.context.close();
  });

  const loginButton = () => page.getByRole("button", { name: "Log in" });

  async function logOut(): Promise<void> {
    await page.getByRole("button", { name: "Account" }).press("Enter");
    await page.getByRole("menuitem", { name: "Log out" }).press("Enter");
    await loginButton().waitFor();
  }

  test("what is behind the login is loaded when somebody begins to type", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`${client.url}account/login`, { waitUntil: "networkidle" });
    await loginButton().waitFor();
    expect(asked.filter((url) => BEHIND_LOGIN.test(url))).toEqual([]);
    const loaded = page.waitForResponse((response) => BEHIND_LOGIN.test(response.url()));
    await page.getByLabel("Account").fill("a");
    expect((await loaded).status()).toBe(200);
  });

  test.each([
    ["account/login", "Log in", () => `${client.url}account/login`],
    ["account/forgot", "Forgot your password", () => `${client.url}account/forgot`],
    ["account/reset", "Set a new password", () => resetLink],
  ])("%s is the same after a reload", async (_path, title, addressOf) => {
    const address = addressOf();
    await page.goto(address);
    await page.getByRole("heading", { name: title }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: title }).waitFor();
    await page.waitForFunction((wanted) => document.title === wanted, `${title} · Agatha`);
    expect(page.url()).toBe(address);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  // @contract without-a-session-the-login-comes-first
  test("a reload of the login page keeps the page that was asked for", async () => {
    await page.goto(`${client.url}account/settings`);
    await loginButton().waitFor();
    await page.reload();
    await loginButton().waitFor();
    await logIn(page);
    await page.getByRole("region", { name: "Sessions" }).waitFor();
    expect(page.url()).toBe(`${client.url}account/settings`);
  });

  test("back after a logout asks for a login, and shows nothing of the person before", async () => {
    await page.goto(`${client.url}home`);
    await logIn(page);
    await page.getByRole("button", { name: "Account" }).press("Enter");
    await page.getByRole("menuitem", { name: "Account, sessions and password" }).press("Enter");
    await page.getByText("admin", { exact: true }).first().waitFor();
    // A call that is under way when the session ends would be refused.
    await page.getByRole("region", { name: "Sessions" }).waitFor();
    await logOut();
    await page.goBack();
    await loginButton().waitFor();
    await page.goForward();
    await loginButton().waitFor();
    await page.getByLabel("Account").fill("second");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/home$/);
    await page.getByRole("button", { name: "Account" }).press("Enter");
    await page.getByText("second", { exact: true }).waitFor();
  });

  test("language and theme are kept from the login page to the pages behind it", async () => {
    await page.goto(`${client.url}account/login`);
    await page.getByRole("combobox", { name: "Language" }).selectOption("日本語");
    await page.getByRole("button", { name: "ダークテーマにする" }).press("Enter");
    await page.getByLabel("アカウント").fill("admin");
    await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/home$/);
    await page.getByRole("button", { name: "アカウント" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("ja");
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
  });
});
