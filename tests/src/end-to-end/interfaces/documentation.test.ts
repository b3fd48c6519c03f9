/** The API's documentation needs nothing but the product, so it can be read without another network. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { useAgatha } from "../testing/agatha-fixture.js";
import { PASSWORD, removeFolder, temporaryFolder } from "../testing/agatha-process.js";
import { type BrowserSession, describeInBrowser, expectNoHorizontalScroll } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

interface Documented {
  paths: Record<string, Record<string, { operationId: string }>>;
}

describeInBrowser("the documentation page", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let visitor: BrowserSession;
  /** Addresses of all requests of the page, to any host. */
  let asked: string[];

  beforeEach(async () => {
    visitor = await browser.openSession();
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

  test.each(["docs", "docs/"])("the documentation at %s lists every call of openapi.json", async (path) => {
    const { page, context } = visitor;
    await page.goto(client.url + path);
    const link = await page.getByRole("link", { name: "openapi.json" }).getAttribute("href");
    const answer = await context.request.get(new URL(link!, page.url()).href);
    const { paths } = (await answer.json()) as Documented;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    const shown = await page.locator("details.call:has(.method) > div").evaluateAll((calls) => calls.map(({ id }) => id));
    expect(shown.length).toBeGreaterThan(100);
    expect(shown.sort()).toEqual(operations.sort());
  });

  // @contract get-docs
  test("the documentation shows what a call takes and answers, with an example", async () => {
    const { page } = visitor;
    await page.goto(`${client.url}docs`);
    const call = page.locator("#postAccountsLogin");
    await expect(call.isVisible()).resolves.toBe(false);
    await page.getByText("Accounts", { exact: false }).first().click();
    await page.getByRole("link", { name: "POST /accounts/login" }).click();
    await call.waitFor({ state: "visible" });
    await expect(call.locator("xpath=..").locator("summary h3").textContent()).resolves.toBe("post/accounts/login");
    const example = JSON.parse((await call.locator("pre").first().textContent())!) as unknown;
    expect(example).toEqual({ username: expect.any(String), password: expect.any(String) });
  });

  test.each([
    ["a screen of 1280 pixels", 1280],
    ["a phone", 390],
  ])("the documentation fits on %s, whatever is open", async (_what, width) => {
    const { page } = visitor;
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${client.url}docs`);
    await page.locator("details").evaluateAll((all) => {
      for (const one of all) one.toggleAttribute("open", true);
    });
    await expectNoHorizontalScroll(page);
  });

  test("the documentation begins with a script that logs in and calls the API", async () => {
    const { page } = visitor;
    await page.goto(`${client.url}docs`);
    const script = (await page.locator("#script").textContent())!;
    const folder = await temporaryFolder();
    try {
      const env = { ...process.env, AGATHA: client.url.replace(/\/$/, ""), NAME: "admin", PASSWORD };
      const { stdout } = await promisify(execFile)("bash", ["-ec", script], { cwd: folder, env });
      expect(stdout).toMatch(/^\{"id":.*"username":"admin".*\}\{"data":\[/);
    } finally {
      await removeFolder(folder);
    }
  });
});
