/** Accessibility for users of screen readers, of keyboards or with weak eyes: Lighthouse's score, and the weight of the first load. */
import lighthouse from "lighthouse";
import type { BrowserContext, Page } from "playwright-core";
import { carsCsv } from "../../data.js";
import { freePort } from "../../listening.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { removeFolder, temporaryFolder } from "../testing/agatha-process.js";
import { beginSession, describeInBrowser, launchProfile } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

const LEAST_SCORE = 0.95;
/** Its buttons fit in one line less until one of them grows. */
const LIGHTHOUSE_PHONE = { width: 412, height: 823 };
const MOST_BYTES = { login: 150_000, home: 300_000 };

describeInBrowser("the console", () => {
  const { client } = useAgatha();
  let profile: string;
  let debuggingPort: number;
  let context: BrowserContext;
  const browser = useBrowser();
  let datasetId: string;

  beforeAll(async () => {
    profile = await temporaryFolder();
    debuggingPort = await freePort();
    context = await launchProfile(profile, debuggingPort);
    datasetId = (await client.uploadDataset("Cars.csv", carsCsv())).id;
  });
  afterAll(async () => {
    await context.close();
    await removeFolder(profile);
  });

  /** Lighthouse shares the browser's profile, so that it is logged in. */
  async function accessibilityOf(path: string): Promise<{ score: number; failed: string[] }> {
    const result = await lighthouse(new URL(path, client.url).href, {
      port: debuggingPort,
      onlyCategories: ["accessibility"],
      disableStorageReset: true,
      logLevel: "error",
      // Neither pictures nor times are read.
      disableFullPageScreenshot: true,
      throttlingMethod: "provided",
    });
    if (!result) throw new Error(`Lighthouse has no result for ${path}`);
    const { categories, audits } = result.lhr;
    const failed = Object.values(audits).filter((audit) => audit.score === 0);
    return { score: categories.accessibility?.score ?? 0, failed: failed.map((audit) => audit.title) };
  }

  test("login, home and dataset have an accessibility score of at least 95", async () => {
    const scores: Record<string, { score: number; failed: string[] }> = { login: await accessibilityOf("account/login") };
    await beginSession(await context.newPage(), client.url);
    scores.home = await accessibilityOf("home");
    scores.dataset = await accessibilityOf(`analysis/dataset?datasetID=${datasetId}&p=quality`);
    for (const [name, { score, failed }] of Object.entries(scores))
      expect([name, score >= LEAST_SCORE, failed]).toEqual([name, true, expect.anything()]);
  });

  test("the rows of a dataset stay in their place on a phone when the data check arrives", async () => {
    const { page } = await browser.openSession({ viewport: LIGHTHOUSE_PHONE });
    await beginSession(page, client.url);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    // The check arrives after the rows, as it does over a slow network.
    const table = page.getByRole("table", { name: /^Rows of / });
    await page.route(/\/data_check/, async (route) => {
      await table.getByText("ford torino", { exact: true }).waitFor();
      await route.continue();
    });
    await page.goto(`${client.url}analysis/dataset?datasetID=${datasetId}&p=quality`);
    await page.getByRole("button", { name: /^Data check: \d/ }).waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));
    const shifts = await page.evaluate(() => (window as typeof window & { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.05);
  });

  test("the console sends less than 150 kB, compressed, before the login appears, and less than 300 kB for the home page", async () => {
    const { page, context: stranger } = await browser.openSession();
    const received = await receivedBytes(stranger, page);
    await page.goto(`${client.url}account/login`, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Log in" }).waitFor();
    expect(received()).toBeGreaterThan(50_000);
    expect(received()).toBeLessThan(MOST_BYTES.login);
    await beginSession(page, client.url);
    const again = await stranger.newPage();
    const fresh = await receivedBytes(stranger, again);
    await again.goto(`${client.url}home`, { waitUntil: "networkidle" });
    await again.getByRole("heading", { level: 1 }).waitFor();
    expect(fresh()).toBeGreaterThan(MOST_BYTES.login / 2);
    expect(fresh()).toBeLessThan(MOST_BYTES.home);
  });
});

/** Returns how many bytes the page has received by now. Nothing comes from the cache. */
async function receivedBytes(context: BrowserContext, page: Page): Promise<() => number> {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}
