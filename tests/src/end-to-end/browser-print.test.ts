/** What the browser prints of each screen is whole, and has no navigation. */
import type { Browser, Page } from "playwright-core";
import { prepareProduct } from "../screenshots/prepare.js";
import { type ScreenName, screensOf } from "../screenshots/screens.js";
import { useAgatha } from "./agatha-fixture.js";
import { waitFor } from "./agatha-process.js";
import { describeInBrowser, launchBrowser, logInAsManager, openBrowserSession } from "./browser.js";

/** Width of a page of A4 between its margins, in CSS pixels. */
const PAPER = { width: 703, height: 1000 };

describeInBrowser("printing", () => {
  const { client } = useAgatha();
  let browser: Browser;
  let page: Page;
  let screens: ReturnType<typeof screensOf>;

  beforeAll(async () => {
    screens = screensOf(await prepareProduct(client));
    browser = await launchBrowser();
    ({ page } = await openBrowserSession(browser));
    await page.goto(`${client.url}home`);
    await logInAsManager(page);
    await page.getByRole("main").waitFor();
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize(PAPER);
  }, 240_000);
  afterAll(async () => {
    await browser.close();
  });

  // @contract every-screen-prints-whole
  test.each<ScreenName>(["home", "model", "model-classes", "what-if", "comparison", "api", "people", "audit", "guide", "contract"])(
    "the screen %s is printed whole and without navigation",
    async (name) => {
      await page.goto(client.url + screens[name]);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await waitFor(`nothing of ${name} to be cut off`, async () => (await cutOff(page)).length === 0, 15).catch(async (cause: unknown) => {
        throw new Error((await cutOff(page)).join("\n"), { cause });
      });
      expect(await page.getByRole("banner").filter({ visible: true }).count()).toBe(0);
    },
  );
});

/** Returns the elements with more content than they show, and those that are wider than the paper. */
async function cutOff(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main, main *")].flatMap((element) => {
      const style = getComputedStyle(element);
      const hides = style.overflowY !== "visible" && style.clip === "auto" && element.clientHeight > 1;
      const cut =
        hides &&
        element.scrollHeight > element.clientHeight + 2 &&
        !element.matches("input, textarea, legend, svg, svg *, [role=table][aria-rowcount], [role=table][aria-rowcount] *");
      return cut ? [`${element.tagName} ${element.className}: ${element.scrollHeight} of ${element.clientHeight} px`] : [];
    }),
  );
}
