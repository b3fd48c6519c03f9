/** The end of a session, and of somebody else's, while a page is open. */
import type { Page } from "playwright-core";
import { useAgatha } from "../testing/agatha-fixture.js";
import { PASSWORD } from "../testing/agatha-process.js";
import { accessibilityProblems, type BrowserSession, describeInBrowser, logIn } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

const NAMES = ["first", "second"] as const;

describeInBrowser("a session that ends while a page is open", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;

  beforeAll(async () => {
    for (const username of NAMES) expect((await client.json("POST", "agatha/users/", { username, password: PASSWORD })).status).toBe(201);
  });
  beforeEach(async () => {
    person = await browser.logIn(`${client.url}account/settings`, { username: "first" });
    page = person.page;
    await email().waitFor();
  });
  afterEach(async () => {
    await person.context.close();
  });

  const email = () => page.getByLabel("E-mail address");
  const loginDialog = () => page.getByRole("dialog", { name: "Log in again" });
  const save = () => page.getByRole("button", { name: "Save the address" }).press("Enter");

  async function logInAgain(): Promise<void> {
    const password = loginDialog().getByLabel("Password", { exact: true });
    await password.fill(PASSWORD);
    await password.press("Enter");
    await loginDialog().waitFor({ state: "detached" });
  }

  /** Logs in as another tab of the browser does. */
  async function logInElsewhere(username: string): Promise<void> {
    const { request } = person.context;
    const { csrftoken } = (await (await request.get(`${client.url}accounts/csrf`)).json()) as { csrftoken: string };
    const answer = await request.post(`${client.url}accounts/login`, {
      data: { username, password: PASSWORD },
      headers: { "X-CSRFToken": csrftoken },
    });
    expect(answer.status()).toBe(200);
  }

  // @contract a-call-that-is-refused-because-nobody
  test("what has been entered is kept, and its call goes on after the login", async () => {
    await email().fill("first@example.org");
    await person.context.clearCookies();
    await save();
    await loginDialog().getByText("Your session has ended.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await logInAgain();
    await page.getByText("User info updated").last().waitFor();
    expect(await email().inputValue()).toBe("first@example.org");
  });

  // @contract a-call-that-is-refused-because-nobody
  test("a page of one account shows and changes nothing in the session of another", async () => {
    await email().fill("first@example.net");
    await logInElsewhere("second");
    await save();
    await loginDialog().getByText("another account has logged in").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await logInAgain();
    await page.getByText("User info updated").last().waitFor();
    await logInElsewhere("second");
    await save();
    await loginDialog().getByRole("button", { name: "Go on as the other account" }).press("Enter");
    await page.waitForURL(/\/home$/);
    await page.goto(`${client.url}account/settings`);
    await page.getByText("second", { exact: true }).first().waitFor();
    expect(await email().inputValue()).toBe("");
  });

  test("a logout in another tab is told at once, and the login of another account there too", async () => {
    await email().fill("first@example.edu");
    const other = await person.context.newPage();
    await other.goto(`${client.url}home`);
    await other.getByRole("button", { name: "Account", exact: true }).press("Enter");
    await other.getByRole("menuitem", { name: "Log out" }).press("Enter");
    await loginDialog().getByText("Your session has ended.").waitFor();
    await logIn(other, "second");
    await loginDialog().getByText("another account has logged in").waitFor();
    await logInAgain();
    expect(await email().inputValue()).toBe("first@example.edu");
  });

  test("who does not log in again is led to the login page", async () => {
    await person.context.clearCookies();
    await save();
    await loginDialog().getByRole("button", { name: "To the login page" }).press("Enter");
    await page.waitForURL(/\/account\/login$/);
    await page.getByText("Your session has ended. Please log in again.").waitFor();
  });
});
