/** The help menu, the user's guide and the keyboard shortcuts, by keyboard. */
import { readdir, readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { useAgatha } from "../testing/agatha-fixture.js";
import {
  accessibilityProblems,
  type BrowserSession,
  DESKTOP,
  describeInBrowser,
  expectNoHorizontalScroll,
  PHONE,
} from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

const GUIDE = new URL("../../../../docs/guide/", import.meta.url);

async function headingOf(file: string): Promise<string> {
  return /^# (.*)/.exec(await readFile(new URL(file, GUIDE), "utf8"))?.[1] ?? "";
}

describeInBrowser("help", () => {
  const { client } = useAgatha({ AGATHA_CONTACT_EMAIL: "quality@example.com" });
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;

  beforeAll(async () => {
    person = await browser.logIn(`${client.url}management/people`);
    page = person.page;
    await page.getByRole("heading", { name: "People", level: 1 }).waitFor();
  });

  async function choose(item: string | RegExp): Promise<void> {
    await page.getByRole("button", { name: "Help", exact: true }).press("Enter");
    await page.getByRole("menuitem", { name: item }).press("Enter");
  }

  // @contract help-is-in-the-frame
  test("help on a screen opens its page of the guide, whose links lead to other pages", async () => {
    await choose("Help on this screen");
    await page.getByRole("heading", { name: "Management", level: 1 }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("navigation", { name: "Pages of the guide" }).getByRole("link", { name: "Your first model" }).press("Enter");
    await page.getByRole("heading", { name: "Your first model", level: 1 }).waitFor();
    await page.getByRole("article").getByRole("link", { name: "Publish a model" }).press("Enter");
    await page.getByRole("heading", { name: "Publish a model", level: 1 }).waitFor();
    const picture = page.getByRole("img", { name: "The API of a model" });
    await picture.scrollIntoViewIfNeeded();
    await picture.and(page.locator("img")).evaluate((image) => (image as HTMLImageElement).decode());
    expect(person.errors).toEqual([]);
  });

  test("every page of the guide is served, and no file of the guide is left out of its list", async () => {
    const files = (await readdir(GUIDE)).filter((name) => name.endsWith(".md")).map((name) => name.replace(/\.md$/, ""));
    await page.goto(`${client.url}guide/first-model`);
    const pages = page.getByRole("navigation", { name: "Pages of the guide" }).getByRole("link");
    await pages.first().waitFor();
    const listed = await pages.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname.split("/").at(-1) ?? ""));
    expect(listed.sort()).toEqual(files.sort());
    const translated = ["tw", "cn", "ja"].flatMap((language) => files.map((name) => `${language}/${name}`));
    for (const name of [...files, ...translated]) {
      const answer = await fetch(`${client.url}guide/${name}.md`);
      expect([name, answer.status, (await answer.text()).slice(0, 2)]).toEqual([name, 200, "# "]);
    }
  });

  test("the guide is in the language of the screen, what is new too", async () => {
    const article = page.getByRole("article");
    await page.evaluate(() => localStorage.setItem("agatha.locale", "ja"));
    try {
      await page.goto(`${client.url}guide/account`);
      await page.reload();
      await article.getByRole("heading", { name: await headingOf("ja/account.md"), level: 1 }).waitFor();
      expect(await article.getAttribute("lang")).toBe("ja");
      await article
        .locator("img")
        .first()
        .evaluate((image) => (image as HTMLImageElement).decode());
      await page.goto(`${client.url}guide/whats-new`);
      await article.getByRole("heading", { name: await headingOf("ja/whats-new.md"), level: 1 }).waitFor();
      expect(person.errors).toEqual([]);
    } finally {
      await page.evaluate(() => localStorage.setItem("agatha.locale", "en"));
      await page.reload();
    }
  });

  test("a word is looked up in all pages of the guide", async () => {
    const search = page.getByRole("searchbox", { name: "Search the guide" });
    await search.fill("silhouette score");
    const article = page.getByRole("article");
    await article.getByText("how well separated groups are").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await search.fill("nosuchword");
    await article.getByText("No page of the guide has these words").waitFor();
    await search.fill("false alarm");
    await article.getByRole("link", { name: "Glossary" }).press("Enter");
    await article.getByRole("heading", { name: "Glossary", level: 1 }).waitFor();
    expect(await search.inputValue()).toBe("");
  });

  test("the menu has what is new, the API, whom to ask, and the shortcuts, which also open by keys", async () => {
    await choose(/^What's new \d/);
    await page.getByRole("heading", { name: "What's new", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Help", exact: true }).press("Enter");
    const item = (name: string) => page.getByRole("menuitem", { name, exact: true });
    await item("Contact").waitFor();
    expect(await item("Contact").getAttribute("href")).toMatch(/^mailto:quality@example\.com\?subject=Question%20about%20Agatha/);
    expect(await item("Send feedback").getAttribute("href")).toContain(encodeURIComponent("guide/whats-new"));
    expect(await item("API for programs").getAttribute("href")).toBe("./docs");
    await item("Keyboard shortcuts").press("Enter");
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await dialog.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Close" }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("Control+/");
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.locator("input:focus").waitFor();
    expect(await page.locator("input:focus").getAttribute("aria-label")).toBe("Search datasets and models");
  });

  test("an address of no screen says so, and leads to the home page", async () => {
    await page.goto(`${client.url}analysis/nowhere`);
    await page.getByRole("heading", { name: "There is no page at this address", level: 1 }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Go to the home page" }).press("Enter");
    await page.waitForURL(/\/home$/);
    expect(person.errors).toEqual([]);
  });

  test("the guide and the top bar fit a phone", async () => {
    await page.setViewportSize(PHONE);
    await page.goto(`${client.url}guide/models`);
    await page.getByRole("heading", { name: "Models", level: 1 }).waitFor();
    await expectNoHorizontalScroll(page);
    await page.getByRole("button", { name: "Account", exact: true }).waitFor();
  });

  test("the top bar keeps its height in a window of 320 pixels, as one of 1280 has at a zoom of 400 %", async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${client.url}guide/models`);
    await page.getByRole("button", { name: "Account", exact: true }).waitFor();
    await expectNoHorizontalScroll(page);
    await page.getByRole("banner").getByRole("link", { name: "Agatha" }).waitFor();
    expect((await page.getByRole("banner").boundingBox())!.height).toBeLessThan(64);
  });

  test("where the system forces its colours, the present area alone is outlined, and others have no line", async () => {
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto(`${client.url}home`);
    const areas = page.getByRole("banner").getByRole("navigation").getByRole("link");
    await areas.first().waitFor();
    const looks = await areas.evaluateAll((links) =>
      links.map((link) => {
        const { outlineStyle, borderTopColor } = getComputedStyle(link);
        const isOfBackground = borderTopColor === getComputedStyle(document.querySelector("header")!).backgroundColor;
        return [link.textContent, outlineStyle, isOfBackground];
      }),
    );
    await page.emulateMedia({ forcedColors: "none" });
    expect(looks).toEqual([
      ["Home", "solid", true],
      ["Analysis", "none", true],
      ["Management", "none", true],
    ]);
  });
});
