/** A table of fifty products in the browser: the data tell which column names them, and each has its own forecast. */
import type { DatasetAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { useAgatha } from "../testing/agatha-fixture.js";
import { accessibilityProblems, type BrowserSession, describeInBrowser, manualFormAddress } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

const PRODUCTS = 50;
const MONTHS = 48;
const nameOf = (product: number) => `P${String(product).padStart(2, "0")}`;
const sales = (product: number, t: number) =>
  10 + product + 4 * Math.sin((2 * Math.PI * (t + product)) / 12) + ((t * 7919 + product) % 5) / 5;

describeInBrowser("several series in the browser", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let demand: DatasetAnswer;

  beforeAll(async () => {
    const rows = Array.from({ length: MONTHS * PRODUCTS }, (_, i) => {
      const [t, product] = [Math.floor(i / PRODUCTS), i % PRODUCTS];
      return `${new Date(Date.UTC(2020, t, 1)).toISOString().slice(0, 10)},${nameOf(product)},${sales(product, t)}`;
    });
    demand = await client.uploadDataset("Demand.csv", ["month,product,demand", ...rows].join("\n"), { product_type: "timeseries" });
    person = await browser.logIn(manualFormAddress(client.url, demand));
    page = person.page;
  });

  test("the form proposes the column that names the products, and describes the product that is chosen", async () => {
    const target = page.getByRole("combobox", { name: "Column to predict" });
    await target.fill("demand");
    await target.press("Enter");
    const told = page.getByRole("region", { name: "What the data say of the series" });
    await told.getByRole("button", { name: "Use product" }).click();
    const chooser = told.getByRole("combobox", { name: "One of 50 series" });
    await chooser.waitFor();
    await told.getByText("One value a month.").waitFor();
    await told.getByText("The values repeat every year").waitFor();
    await chooser.fill("P17");
    await page.getByRole("option", { name: "P17" }).click();
    await told.getByText("The values repeat every year").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("a model by hand has a forecast for each product", async () => {
    await page.getByRole("textbox", { name: "Periods to forecast" }).fill("6");
    await page.getByRole("textbox", { name: "Cut-offs of the backtest" }).fill("5");
    await page.getByRole("radio", { name: /^Seasonal naive/ }).check();
    await page.getByRole("button", { name: "Train", exact: true }).click();
    await page.getByRole("figure", { name: "Forecast" }).locator("canvas").waitFor();
    const chooser = page.getByRole("combobox", { name: "Series", exact: true });
    await chooser.fill("P49");
    await page.getByRole("option", { name: "P49" }).click();
    await page.getByRole("figure", { name: "Forecast" }).getByText("Error against a naive forecast (MASE)").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const [model] = await client.api.models(demand.id);
    expect(model?.time_series_params).toMatchObject({ time: "month", series: "product", horizon: 6, cutoffs: 5 });
    const { forecast } = await client.api.modelInfo(demand.id, model?.id ?? "");
    expect(forecast?.series).toHaveLength(PRODUCTS);
    const last = forecast?.series?.find(({ name }) => name === "P49");
    expect(last?.steps.map(({ value }) => value)).toEqual(
      Array.from({ length: 6 }, (_, step) => expect.closeTo(sales(49, MONTHS - 12 + step), 6)),
    );
  });

  test("the backtest shows the forecasts made at each cut-off beside what came, reached by the keyboard", async () => {
    const backtest = page.getByRole("figure", { name: "Backtest" });
    await backtest.getByText("Forecasts made at 5 earlier times").waitFor();
    const cutoff = page.getByRole("combobox", { name: "Cut-off" });
    await cutoff.press("Enter");
    await page.getByRole("option").nth(1).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await backtest.getByRole("button", { name: "Show Backtest as a table" }).click();
    for (const name of ["Forecast made then", "Lower bound", "Upper bound"]) await backtest.getByRole("columnheader", { name }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("several series cause no errors in the browser's console", () => {
    // The request for the session before the login answers 401.
    expect(person.errors.filter((error) => !error.includes("401"))).toEqual([]);
  });

  test("the chart over time has a line for each product from the start, and points where no column is to group by", async () => {
    const chart = new URLSearchParams({ datasetID: demand.id, p: "timeseries", view: "charts", chart: "line" });
    await page.goto(`${client.url}analysis/exploration?${chart}`);
    await page.getByText("42 more groups are not drawn.").waitFor();
    const by = page.getByRole("combobox", { name: "Group by" });
    expect(await by.inputValue()).toBe("product");
    await by.fill("");
    await page.getByText("Many rows have the same time, so values are points.").waitFor();
    expect(await by.inputValue()).toBe("");
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
