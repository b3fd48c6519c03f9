/** The browser prints each screen whole, without navigation. */
import type { Page } from "playwright-core";
import { prepareCars } from "../../screenshots/prepare.js";
import { screensOfCars } from "../../screenshots/screens.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { waitFor } from "../testing/agatha-process.js";
import { describeInBrowser, type InPlace, openInPlace } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

/** Width of a page of A4 between its margins, in CSS pixels. */
const PAPER = { width: 703, height: 1000 };
const DESKTOP = { width: 1280, height: 800 };

describeInBrowser("printing", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let page: Page;
  let inPlace: InPlace;
  let screens: ReturnType<typeof screensOfCars>;

  beforeAll(async () => {
    screens = screensOfCars(await prepareCars(client));
    ({ page } = await browser.logIn(`${client.url}home`));
    inPlace = openInPlace(page);
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize(PAPER);
  }, 240_000);

  // @contract every-screen-prints-whole
  test.each<keyof ReturnType<typeof screensOfCars>>([
    "home",
    "datasets",
    "exploration",
    "new-model",
    "model",
    "model-classes",
    "model-outliers",
    "model-groups",
    "what-if",
    "optimization",
    "batch",
    "structure",
    "comparison",
    "new-comparison",
    "api",
    "trash",
    "account",
    "management",
    "api-switches",
    "people",
    "new-person",
    "audit",
    "texts",
    "guide",
    "contract",
  ])("the screen %s is printed whole and without navigation", async (name) => {
    await inPlace.open(client.url + screens[name]);
    await inPlace.settled();
    await page.waitForFunction(() => document.querySelector("main h1") && !document.querySelector("main [aria-busy=true]"));
    await waitFor(`nothing of ${name} to be cut off`, async () => (await cutOff(page)).length === 0, 15).catch(async (cause: unknown) => {
      throw new Error((await cutOff(page)).join("\n"), { cause });
    });
    expect(await page.getByRole("banner").filter({ visible: true }).count()).toBe(0);
    expect(page.url()).not.toContain("account/login");
  });

  // @contract every-screen-prints-whole
  test("a dataset is printed with its first 500 rows and all columns, and says how many rows it has", async () => {
    const { id } = await client.uploadDataset("Long.csv", longCsv(), { product_type: "quality" });
    await page.goto(`${client.url}analysis/dataset?${new URLSearchParams({ datasetID: id, p: "quality" })}`);
    await page.emulateMedia({ media: null });
    const grid = page.getByRole("table", { name: "Rows of Long" });
    await grid.getByRole("cell", { name: "1", exact: true }).waitFor();
    await grid.evaluate((element) => element.scrollTo({ top: 32 * 2500 }));
    await grid.getByRole("rowheader", { name: "2501", exact: true }).waitFor();
    await page.evaluate(() => {
      window.addEventListener("beforeprint", () => {
        document.body.dataset.printed = [...document.querySelectorAll("main table")]
          .map((table) => [...table.querySelectorAll("tr")].map((row) => row.textContent).join("\n"))
          .join("\n\n");
      });
    });
    const pdf = await page.pdf({ format: "A4" });
    const tables = (await page.evaluate(() => document.body.dataset.printed ?? "")).split("\n\n").map((table) => table.split("\n"));
    expect(tables.map((rows) => [rows.length, rows[0], rows[500]])).toEqual([
      [501, "Rowc1c2c3c4c5c6c7c8", "5005001,0001,5002,0002,5003,0003,5004,000"],
      [501, "Rowc9c10", "5004,5005,000"],
    ]);
    expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(10);
    await grid.getByRole("rowheader", { name: "2501", exact: true }).waitFor();

    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await page.getByText("The first 500 of 3,000 rows are printed.").waitFor();
    expect(await cutOff(page)).toEqual([]);
    expect(await grid.isVisible()).toBe(false);
    const widths = await page.locator("main table").evaluateAll((tables) => tables.map((table) => table.getBoundingClientRect().right));
    expect(Math.max(...widths)).toBeLessThanOrEqual(PAPER.width);
  });

  test("what is open beside the rows of a dataset is printed below them", async () => {
    await page.emulateMedia({ media: null });
    await page.setViewportSize(DESKTOP);
    await page.goto(client.url + screens.dataset);
    await page.getByRole("button", { name: "Data report" }).press("Enter");
    const panel = page.getByRole("complementary");
    await panel.waitFor();
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    const last = page.locator("main table").last();
    await last.getByRole("row").nth(400).waitFor();
    const [rows, beside] = [await last.boundingBox(), await panel.boundingBox()];
    expect(beside?.y).toBeGreaterThan((rows?.y ?? 0) + (rows?.height ?? 0));
    await page.setViewportSize(PAPER);
  });
});

/** 3000 rows of ten columns, which are multiples of the number of the row. */
function longCsv(): string {
  const columns = Array.from({ length: 10 }, (_, i) => i + 1);
  const rows = Array.from({ length: 3000 }, (_, i) => columns.map((column) => column * (i + 1)));
  return [columns.map((column) => `c${column}`), ...rows].map((row) => `${row.join(",")}\n`).join("");
}

/** Returns the elements with more content than they show, and those that are wider than the paper. */
async function cutOff(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main, main *")].flatMap((element) => {
      const style = getComputedStyle(element);
      const hides = style.overflowY !== "visible" && style.clip === "auto" && element.clientHeight > 1;
      if (element.matches("input, textarea, legend, svg, svg *, [role=table][aria-rowcount], [role=table][aria-rowcount] *")) return [];
      const { right } = element.getBoundingClientRect();
      const isWide = element.checkVisibility() && style.clip === "auto" && right > window.innerWidth + 2;
      if (isWide) return [`${element.tagName} ${element.className}: up to ${right} of ${window.innerWidth} px`];
      const cut = hides && element.scrollHeight > element.clientHeight + 2;
      return cut ? [`${element.tagName} ${element.className}: ${element.scrollHeight} of ${element.clientHeight} px`] : [];
    }),
  );
}
