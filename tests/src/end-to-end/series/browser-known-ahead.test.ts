/** Columns known ahead in the browser: asked for, shown beside the forecast, and changed to see what follows. */
import { readFile } from "node:fs/promises";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { useAgatha } from "../testing/agatha-fixture.js";
import { accessibilityProblems, type BrowserSession, describeInBrowser, manualFormAddress } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

const MONTHS = 60;
const FUTURE = 3;

describeInBrowser("columns known ahead in the browser", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let sales: DatasetAnswer;

  beforeAll(async () => {
    const rows = Array.from({ length: MONTHS + FUTURE }, (_, t) => {
      const price = 10 + ((t * 7919) % 5);
      const sold = t < MONTHS ? 500 - 20 * price + ((t * 31) % 7) : "";
      return `${new Date(Date.UTC(2020, t, 1)).toISOString().slice(0, 10)},${sold},${price},${(t * 17) % 9}`;
    });
    sales = await client.uploadDataset("Sales.csv", ["month,sold,price,visits", ...rows].join("\n"), { product_type: "timeseries" });
    person = await browser.logIn(manualFormAddress(client.url, sales));
    page = person.page;
  });

  test("the form proposes a price as known ahead, and the model learns from it", async () => {
    const target = page.getByRole("combobox", { name: "Column to predict" });
    await target.fill("sold");
    await target.press("Enter");
    await page.getByRole("button", { name: "Known ahead: price?" }).click();
    await page.getByRole("button", { name: "price", exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("textbox", { name: "Periods to forecast" }).fill(String(FUTURE));
    await page
      .getByRole("radio", { name: /^Exponential smoothing/ })
      .first()
      .check();
    await page.getByRole("button", { name: "Train", exact: true }).click();
    await page.getByRole("figure", { name: "Forecast" }).locator("canvas").waitFor();
    const [model] = await client.api.models(sales.id);
    expect(model?.time_series_params).toMatchObject({ knownAhead: ["price"], horizon: FUTURE });
  });

  test("the forecast has the prices of the data, and follows other prices that are typed", async () => {
    const plan = page.getByRole("region", { name: "Values known ahead" });
    const fields = plan.getByRole("textbox", { name: /^price, / });
    await fields.nth(FUTURE - 1).waitFor();
    expect(await fields.first().inputValue()).toBe(String(10 + ((MONTHS * 7919) % 5)));
    await page.getByText("The errors are those of a plan that is kept to").waitFor();
    await fields.first().fill("");
    await page.getByText("Enter a number").waitFor();
    await fields.first().fill("20");
    await fields.first().press("Tab");
    await page.getByRole("button", { name: "Forecast with these values" }).press("Enter");
    await page.getByText("This is the forecast with your values.").waitFor();
    const row = plan.getByRole("row").nth(1);
    const forecast = Number(await row.getByRole("cell").last().textContent());
    expect(forecast).toBeGreaterThan(60);
    expect(forecast).toBeLessThan(200);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Back to the forecast of the data" }).press("Enter");
    await page.getByText("This is the forecast with your values.").waitFor({ state: "detached" });
    expect(await fields.first().inputValue()).toBe(String(10 + ((MONTHS * 7919) % 5)));
  });

  test("a column that is copied from a spreadsheet fills the fields from the one that has the focus", async () => {
    const fields = page.getByRole("region", { name: "Values known ahead" }).getByRole("textbox", { name: /^price, / });
    const values = () => Promise.all([0, 1, 2].map((k) => fields.nth(k).inputValue()));
    const [first] = await values();
    await fields.nth(1).evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", "18\r\n19\r\n");
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await page
      .getByRole("textbox", { name: /^price, / })
      .and(page.locator('[value="19"]'))
      .waitFor();
    expect(await values()).toEqual([first, "18", "19"]);
    await page.getByRole("button", { name: "Forecast with these values" }).press("Enter");
    await page.getByText("This is the forecast with your values.").waitFor();
  });

  test("a file of future values fills the fields, and its faults name line and column", async () => {
    const plan = page.getByRole("region", { name: "Values known ahead" });
    const choose = async (content: string) =>
      await page
        .getByLabel("Read values from a file")
        .and(page.locator("input"))
        .setInputFiles({ name: "plan.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
    await choose("month,cost\n2025-01,3\n");
    await page.getByText("Line 1: there is no column price.").waitFor();
    await choose("month,price\n2025-01,13\nsoon,14\n2025-03,dear\n");
    await page.getByText("Line 3, column month: “soon” is not a time.").waitFor();
    await page.getByText("Line 4, column price: “dear” is not a number.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await choose("\uFEFFmonth;price;note\r\n2025-03;14,5;sale\r\n2025-01;13;\r\n2026-01;9;\r\n");
    await page.getByText("The file has values for 2 of 3 periods. Rows for other periods or series: 1.").waitFor();
    const fields = plan.getByRole("textbox", { name: /^price, / });
    expect(await Promise.all([0, 1, 2].map((k) => fields.nth(k).inputValue()))).toEqual(["13", "18", "14.5"]);
    await page.getByRole("button", { name: "Forecast with these values" }).press("Enter");
    await page.getByText("This is the forecast with your values.").waitFor();
  });

  test("the download of all series has the values of the file, and says so", async () => {
    const rows = Array.from({ length: MONTHS }, (_, t) => {
      const price = 10 + ((t * 7919) % 5);
      const month = new Date(Date.UTC(2020, t, 1)).toISOString().slice(0, 10);
      return ["Bonn", "Kiel"].map((shop) => `${month},${shop},${500 - 20 * price + ((t * 31) % 7)},${price}`);
    }).flat();
    const shops = await client.uploadDataset("Shops.csv", ["month,shop,sold,price", ...rows].join("\n"), { product_type: "timeseries" });
    const model = await client.train(shops.id, {
      name: "Shops",
      model_type: "REGRESSION",
      response: "sold",
      columns: [],
      layers: [{ nodes: [{ algorithm: "ETS" }] }],
      time_series_params: { time: "month", series: "shop", horizon: 2, knownAhead: ["price"] },
    });
    const query = new URLSearchParams({ datasetID: shops.id, p: "timeseries", modelID: model.id });
    await page.goto(`${client.url}analysis/fitting?${query}`);
    const download = page.getByRole("button", { name: "Download the forecasts of all series as CSV" });
    await download.waitFor();
    const plan = "month,shop,price\n2025-01,Bonn,14\n2025-02,Bonn,11\n2025-01,Kiel,10\n2025-02,Kiel,13\n";
    await page
      .getByLabel("Read values from a file")
      .and(page.locator("input"))
      .setInputFiles({ name: "plan.csv", mimeType: "text/csv", buffer: Buffer.from(plan) });
    await page.getByText("The file is made with the values known ahead that you gave.").waitFor();
    const [saved] = await Promise.all([page.waitForEvent("download"), download.click()]);
    const [header, ...lines] = (await readFile(await saved.path(), "utf8")).trim().split(/\r?\n/);
    expect(header).toBe("shop,month,Forecast,Lower bound,Upper bound");
    const sold = lines.map((line) => Number(line.split(",")[2]));
    expect(sold).toEqual([220, 280, 300, 240].map((value) => expect.closeTo(value, -1.5)));
  });

  test("columns known ahead cause no errors in the browser's console", () => {
    // The request for the session before the login answers 401.
    expect(person.errors.filter((error) => !error.includes("401"))).toEqual([]);
  });
});
