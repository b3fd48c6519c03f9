/** The API's documentation needs nothing but the product: it is read where there is no other network. */
import type { Browser } from "playwright-core";
import { describeInBrowser, launchBrowser, type Visit, visit } from "./browser.js";
import { runningProduct } from "./running.js";

interface Documented {
  paths: Record<string, Record<string, { operationId: string }>>;
}

describeInBrowser("the documentation page", () => {
  const { client } = runningProduct();
  let browser: Browser;
  let visitor: Visit;
  /** The addresses of all requests that the page made, wherever they went. */
  let asked: string[];

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });
  beforeEach(async () => {
    visitor = await visit(browser);
    asked = [];
    const { origin } = new URL(client.url);
    await visitor.context.route("**/*", async (route) => {
      const url = route.request().url();
      asked.push(url);
      if (new URL(url).origin === origin) await route.continue();
      else await route.abort();
    });
  });
  afterEach(async () => {
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((url) => !url.startsWith(client.url))).toEqual([]);
    expect(visitor.errors).toEqual([]);
    await visitor.context.close();
  });

  test.each(["docs", "docs/"])("at %s lists every call of openapi.json", async (path) => {
    const { page, context } = visitor;
    await page.goto(client.url + path);
    const link = await page.getByRole("link", { name: "openapi.json" }).getAttribute("href");
    const answer = await context.request.get(new URL(link!, page.url()).href);
    const { paths } = (await answer.json()) as Documented;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    const shown = await page.locator("h3:has(.method)").evaluateAll((headings) => headings.map(({ id }) => id));
    expect(shown.length).toBeGreaterThan(100);
    expect(shown.sort()).toEqual(operations.sort());
  });

  test("opens what a call takes and answers, with an example", async () => {
    const { page } = visitor;
    await page.goto(`${client.url}docs#postAccountsLogin`);
    await expect(page.locator("#postAccountsLogin").textContent()).resolves.toBe("post /accounts/login");
    const parts = page.locator("#postAccountsLogin ~ details");
    const request = parts.filter({ has: page.locator("summary", { hasText: /^Request$/ }) }).first();
    const content = request.locator("pre");
    await expect(content.isVisible()).resolves.toBe(false);
    await request.locator("summary").click();
    await content.waitFor({ state: "visible" });
    const body = JSON.parse((await content.textContent())!) as Record<string, { example?: unknown }>;
    expect(body["application/json"]?.example).toEqual({ username: expect.any(String), password: expect.any(String) });
  });
});
