/** Managers look after accounts and read the audit trail, by keyboard. */
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type { UserAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { PASSWORD } from "../testing/agatha-process.js";
import { accessibilityProblems, describeInBrowser, expectNoHorizontalScroll, PHONE } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";
import { TestClient } from "../testing/client.js";
import { press } from "../testing/keyboard.js";

describeInBrowser("the management of people", () => {
  const { client } = useAgatha();
  const browser = useBrowser();

  /** The manager's, in all tests. */
  let page: Page;
  const open = (path: string) => page.goto(client.url + path);

  beforeAll(async () => {
    ({ page } = await browser.logIn(`${client.url}home`));
  });
  // The browser keeps the filter of the list of accounts.
  afterEach(async () => {
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.endsWith("users.list")) localStorage.removeItem(key);
    });
  });

  async function makeUser(username: string): Promise<UserAnswer> {
    const { status, body } = await client.json<UserAnswer>("POST", "agatha/users/", { username, password: PASSWORD });
    expect(status).toBe(201);
    return body;
  }
  const users = async (): Promise<UserAnswer[]> => (await client.json<{ data: UserAnswer[] }>("GET", "agatha/users/")).body.data;

  // @contract managers-look-after-accounts-in-the-console
  test("a manager makes an account with limits, and its link opens the page for the password", async () => {
    await press(page.getByRole("link", { name: "Management" }));
    await press(page.getByRole("link", { name: "People" }));
    await press(page.getByRole("link", { name: "New account" }));
    await page.getByRole("textbox", { name: "Account" }).fill("line3");
    await page.getByLabel("E-mail address").fill("nowhere");
    await page.getByLabel("Models", { exact: true }).fill("many");
    await page.getByLabel("Models", { exact: true }).press("Enter");
    await page.getByText("A whole number from 0, or empty").waitFor();
    await page.getByLabel("Models", { exact: true }).fill("7");
    await press(page.getByRole("switch", { name: "Create datasets" }), "Space");
    await press(page.getByRole("button", { name: "Create the account" }));
    await page.getByText("Enter an address such as anna@example.com.").first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel("E-mail address").fill("line3@example.com");
    await press(page.getByRole("button", { name: "Create the account" }));
    await page.getByRole("heading", { name: "line3", level: 1 }).waitFor();
    expect((await users()).find(({ username }) => username === "line3")).toMatchObject({
      email: "line3@example.com",
      model_limit: 7,
      model_licence_limit: -1,
      dataset_create_enable: false,
    });
    await page.getByText("Create a link for its holder to set one").waitFor();
    await press(page.getByRole("button", { name: "Create a link" }));
    await page.getByText("The link was not mailed").waitFor();
    const link = await page.getByLabel("Link to set a password").inputValue();
    await press(page.getByRole("link", { name: "All accounts" }));
    await page.getByRole("row", { name: /line3/ }).getByText("No password yet").waitFor();
    await page.goto(link);
    await page.getByLabel("New password again").waitFor();
    expect(await page.getByLabel("Account").inputValue()).toBe("line3");
  });

  // @contract managers-look-after-accounts-in-the-console
  test("accounts are searched, enabled and disabled in the row, and changed on their page", async () => {
    const { id } = await makeUser("operator1");
    await makeUser("operator2");
    await open("management/people");
    const row = (name: string) => page.getByRole("row").filter({ hasText: name });
    await row("operator2").waitFor();
    await page.getByLabel("Search names").fill("operator1");
    await row("operator2").waitFor({ state: "detached" });
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(row("operator1").getByRole("switch"), "Space");
    await page.getByText("User info updated").waitFor();
    expect((await client.json<UserAnswer>("GET", `rest/users/${id}`)).body.is_active).toBe(false);
    await press(row("operator1").getByRole("combobox"));
    await press(page.getByRole("option", { name: "Off: no API answers" }));
    await row("operator1").getByText("Off: no API answers").waitFor();
    await press(row("operator1").getByRole("link", { name: "operator1" }));
    await page.getByLabel("Type").waitFor();
    await press(page.getByLabel("Type"));
    await press(page.getByRole("option", { name: "Subscription" }));
    await press(page.getByRole("button", { name: "Save" }));
    await page.getByText("A subscription needs a due date, which is not before the start.").first().waitFor();
    await page.getByLabel("Due date", { exact: true }).fill("2090-12-31");
    await press(page.getByRole("button", { name: "Save" }));
    await page.getByText("A subscription (SP) needs a due date").waitFor({ state: "detached" });
    await page.getByText("User info updated").waitFor();
    expect((await client.json<UserAnswer>("GET", `rest/users/${id}`)).body).toMatchObject({
      contract: { type: "SP" },
      due_date: "2090-12-31T23:59:59.000Z",
      api_enable_mode: "disabled",
    });
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  // @contract managers-look-after-accounts-in-the-console
  test("accounts of a file are shown before they are made, and a refused file names the row", async () => {
    await open("management/people");
    await press(page.getByRole("button", { name: "Import from a file" }));
    const dialog = page.getByRole("dialog");
    const file = (text: string) => ({ name: "accounts.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await dialog.locator("input[type=file]").setInputFiles(file("username,auth\nshift1,root\n"));
    await dialog.getByText("The file was refused").waitFor();
    await dialog.getByText("Row 1, auth: must be manager or normal").waitFor();
    const downloaded = page.waitForEvent("download");
    await press(dialog.getByRole("button", { name: "Download a template" }));
    const template = await readFile((await (await downloaded).path())!, "utf8");
    await dialog.locator("input[type=file]").setInputFiles(file(template));
    await dialog.getByText("1 account from accounts.csv would be created").waitFor();
    await dialog.locator("input[type=file]").setInputFiles(file("username,model_limit\nshift1,3\nshift2,4\n"));
    await dialog.getByText("2 accounts from accounts.csv would be created").waitFor();
    expect((await users()).filter(({ username }) => username.startsWith("shift"))).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(dialog.getByRole("button", { name: "Create these accounts" }));
    await dialog.getByText("2 accounts were created").waitFor();
    const links = page.waitForEvent("download");
    await press(dialog.getByRole("button", { name: "Download the links" }));
    const [header, ...lines] = (await readFile((await (await links).path())!, "utf8")).trim().split(/\r?\n/);
    expect(header).toMatch(/username,link$/);
    expect(lines).toEqual([1, 2].map((n) => expect.stringMatching(new RegExp(`^shift${n},${client.url}account/reset#.+`))));
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(dialog.getByRole("button", { name: "Close" }));
    await page.getByRole("row").filter({ hasText: "shift2" }).waitFor();
  });

  // @contract managers-look-after-accounts-in-the-console
  test("an account with datasets is deleted only with them", async () => {
    const { id } = await makeUser("leaving");
    const own = new TestClient(client.url);
    expect((await own.login("leaving")).status).toBe(200);
    await own.uploadDataset("Cars.csv", carsCsv());
    await open(`management/people/${id}`);
    await press(page.getByRole("button", { name: "Delete the account", exact: true }));
    await press(page.getByRole("alertdialog").getByRole("button", { name: "Delete the account" }));
    await page.getByText("The account still owns datasets").first().waitFor();
    await press(page.getByRole("button", { name: "Delete the account with its datasets and models" }));
    await press(page.getByRole("alertdialog").getByRole("button", { name: "Delete the account with its datasets and models" }));
    await page.getByText("The account leaving is deleted").waitFor();
    await page.waitForURL(/\/management\/people$/);
    expect((await users()).map(({ username }) => username)).not.toContain("leaving");
  });

  // @contract managers-read-the-audit-in-the-console
  test("the audit trail is filtered by account, action and day, and downloaded", async () => {
    const { id } = await makeUser("watched");
    await open("home");
    await press(page.getByRole("link", { name: "Management" }));
    await press(page.getByRole("link", { name: "Audit trail" }));
    const made = page.getByRole("row").filter({ hasText: "Account created" }).filter({ hasText: "Account: watched" });
    await page.getByRole("row").filter({ hasText: "Logged in" }).first().waitFor();
    await page.getByRole("combobox", { name: "Action" }).fill("Account created");
    await page.getByRole("option", { name: "Account created" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.locator(".MuiAutocomplete-option.Mui-focused").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("row").filter({ hasText: "Logged in" }).first().waitFor({ state: "detached" });
    await made.getByRole("cell", { name: "watched", exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const [download] = await Promise.all([page.waitForEvent("download"), press(page.getByRole("button", { name: "Download as CSV" }))]);
    const csv = gunzipSync(await readFile(await download.path())).toString();
    expect(csv).toContain(id);
    expect(csv).not.toContain("login.success");
    await page.getByLabel("To", { exact: true }).fill("2001-01-01");
    await page.getByText("No record matches").waitFor();
  });

  test("a normal user finds neither people nor the audit trail, and no page is wider than a phone", async () => {
    await makeUser("normal");
    const { page } = await browser.logIn(`${client.url}home`, { username: "normal" });
    for (const path of ["management/people", "management/people/new", "management/audit"]) {
      await page.goto(client.url + path);
      await page.waitForURL(/\/management\/model$/);
    }
    const { page: phone } = await browser.logIn(`${client.url}home`, { viewport: PHONE });
    for (const [path, title] of [
      ["management/people", "People"],
      ["management/people/new", "New account"],
      ["management/audit", "Audit trail"],
    ] as const) {
      await phone.goto(client.url + path);
      await phone.getByRole("heading", { name: title, level: 1 }).waitFor();
      await expectNoHorizontalScroll(phone);
    }
  });
});
