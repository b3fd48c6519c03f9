/** Managers change the texts of the console, by keyboard. */
import type { Page } from "playwright-core";
import { useAgatha } from "../testing/agatha-fixture.js";
import {
  accessibilityProblems,
  type BrowserSession,
  describeInBrowser,
  expectNoHorizontalScroll,
  logIn,
  PHONE,
} from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

describeInBrowser("texts of the console", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;

  beforeAll(async () => {
    person = await browser.logIn(`${client.url}i18n`);
    page = person.page;
    await page.getByRole("heading", { name: "Texts", level: 1 }).waitFor();
  });

  // @contract managers-change-texts-in-the-console
  test("a text is found, refused without its placeholder, changed, and shown to everybody after a load", async () => {
    await page.getByRole("searchbox", { name: "Search" }).fill("layout.area.management");
    const row = page.getByRole("row").filter({ hasText: "layout.area.management" });
    await row.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await row.getByRole("button", { name: "Edit layout.area.management" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "layout.area.management" });
    const english = dialog.getByRole("textbox", { name: "English" });
    await english.fill("Office {{who}}");
    await dialog.getByRole("button", { name: "Save" }).press("Enter");
    await dialog.getByText("The placeholders must be those of the original text: none").waitFor();
    await english.fill("Office");
    await dialog.getByRole("checkbox", { name: "日本語: checked" }).press("Space");
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    await row.getByText("changed").first().waitFor();
    await page.reload();
    await page.getByRole("link", { name: "Office", exact: true }).waitFor();
    const other = await browser.openSession();
    await other.page.goto(client.url);
    await logIn(other.page);
    await other.page.getByRole("link", { name: "Office", exact: true }).waitFor();
    await other.context.close();
    expect(person.errors).toEqual([]);
  });

  test("changed texts are exported as a file that a deployment can mount", async () => {
    const button = page.getByRole("button", { name: "Export the changes" });
    await button.waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), button.press("Enter")]);
    const stream = await download.createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    expect(JSON.parse(Buffer.concat(parts).toString())).toEqual({ en: { "layout.area.management": "Office" } });
  });

  test("unchecked texts of a language are listed by screen, and the page fits a phone", async () => {
    await page.getByRole("searchbox", { name: "Search" }).fill("layout.area");
    const rows = page.getByRole("row").filter({ hasText: "layout.area." });
    await rows.nth(2).waitFor();
    await page.getByRole("combobox", { name: "Show" }).press("Enter");
    await page.getByRole("option", { name: "Not checked" }).press("Enter");
    await page.getByRole("combobox", { name: "Language" }).press("Enter");
    await page.getByRole("option", { name: "日本語" }).press("Enter");
    await rows.nth(2).waitFor({ state: "detached" });
    await rows.filter({ hasText: "layout.area.home" }).waitFor();
    await page.setViewportSize(PHONE);
    await expectNoHorizontalScroll(page);
  });
});
