/** Fifty products by automatic training in the browser: from the proposed column to the forecasts of all of them in one file. */
import { readFile } from "node:fs/promises";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { useAgatha } from "../testing/agatha-fixture.js";
import {
  accessibilityProblems,
  type BrowserSession,
  describeInBrowser,
  expectNoHorizontalScroll,
  manualFormAddress,
  PHONE,
} from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

const PRODUCTS = 50;
const MONTHS = 48;
const HORIZON = 6;
const nameOf = (product: number) => `P${String(product).padStart(2, "0")}`;
const sales = (product: number, t: number) => 100 + 5 * product + (20 + product) * Math.sin((2 * Math.PI * (t + product)) / 12);
/** Between −5 and 5; no model learns it. A remainder of the period would repeat, and a model of all products would predict it. */
const noise = (product: number, t: number) => {
  const scrambled = 43_758.5453 * Math.sin(12.9898 * t + 78.233 * product);
  return 10 * (scrambled - Math.floor(scrambled)) - 5;
};

describeInBrowser("fifty products by automatic training", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let demand: DatasetAnswer;

  beforeAll(async () => {
    const rows = Array.from({ length: MONTHS * PRODUCTS }, (_, i) => {
      const [t, product] = [Math.floor(i / PRODUCTS), i % PRODUCTS];
      const month = new Date(Date.UTC(2020, t, 1)).toISOString().slice(0, 7);
      return `${month},${nameOf(product)},${(sales(product, t) + noise(product, t)).toFixed(1)}`;
    });
    demand = await client.uploadDataset("Demand.csv", ["month,product,demand", ...rows].join("\n"), { product_type: "timeseries" });
    person = await browser.logIn(manualFormAddress(client.url, demand));
    page = person.page;
  });

  test("the automatic form proposes the column that names the products, and leads to their forecasts", async () => {
    await page.getByRole("tab", { name: "Automatic" }).click();
    await page.getByRole("combobox", { name: "Column to predict" }).fill("demand");
    await page.getByRole("option", { name: "demand", exact: true }).click();
    await page.getByRole("button", { name: "Use product" }).click();
    await page.getByRole("combobox", { name: "One of 50 series" }).waitFor();
    await page.getByRole("textbox", { name: "Periods to forecast" }).fill(String(HORIZON));
    await page.getByRole("textbox", { name: "Time limit" }).fill("1");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Start training" }).click();
    await page.waitForURL((url) => url.searchParams.has("autoModelID"));
    await page.waitForURL((url) => url.searchParams.has("modelID"));
    await page.getByRole("figure", { name: "Forecast" }).locator("canvas").waitFor();
    const model = await client.api.model(demand.id, new URL(page.url()).searchParams.get("modelID")!);
    expect(model).toMatchObject({ time_series_params: { time: "month", series: "product", horizon: HORIZON } });
  });

  test("the page shows the forecast of each product that is chosen", async () => {
    const id = new URL(page.url()).searchParams.get("modelID")!;
    const { forecast } = await client.api.modelInfo(demand.id, id);
    expect(forecast?.series).toHaveLength(PRODUCTS);
    const figure = page.getByRole("figure", { name: "Forecast" });
    await figure.getByRole("button", { name: "Show Forecast as a table" }).click();
    for (const product of [17, 49, 0]) {
      const chooser = page.getByRole("combobox", { name: "Series", exact: true });
      await chooser.fill(nameOf(product));
      await page.getByRole("option", { name: nameOf(product) }).click();
      const steps = forecast?.series?.find(({ name }) => name === nameOf(product))?.steps ?? [];
      expect(steps).toHaveLength(HORIZON);
      for (const [step, { value }] of steps.entries()) expect(Math.abs(Number(value) - sales(product, MONTHS + step))).toBeLessThan(15);
      await figure.getByText("Error against a naive forecast (MASE)").waitFor();
    }
    await page.setViewportSize(PHONE);
    await expectNoHorizontalScroll(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("the forecasts of all products are downloaded in one file", async () => {
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download the forecasts of all series as CSV" }).click(),
    ]);
    const [header, ...rows] = (await readFile(await saved.path(), "utf8")).trim().split(/\r?\n/);
    expect(header).toBe("product,month,Forecast,Lower bound,Upper bound");
    expect(rows).toHaveLength(PRODUCTS * HORIZON);
    expect(new Set(rows.map((row) => row.split(",")[0])).size).toBe(PRODUCTS);
  });

  test("fifty products cause no errors in the browser's console", () => {
    // The request for the session before the login answers 401.
    expect(person.errors.filter((error) => !error.includes("401"))).toEqual([]);
  });
});
