/** Sums of series in the browser: asked for, forecast at each level, and shown with the errors of each level. */
import type { DatasetAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { useAgatha } from "../testing/agatha-fixture.js";
import { accessibilityProblems, type BrowserSession, describeInBrowser, manualFormAddress } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

const MONTHS = 48;
const SERIES = ["DE,Bonn,tea", "DE,Bonn,milk", "DE,Kiel,tea", "FR,Lyon,tea", "FR,Lyon,milk"];

describeInBrowser("sums of series in the browser", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let sales: DatasetAnswer;

  beforeAll(async () => {
    const rows = Array.from({ length: MONTHS }, (_, t) => {
      const month = new Date(Date.UTC(2020, t, 1)).toISOString().slice(0, 10);
      return SERIES.map(
        (names, i) => `${month},${names},${40 + 10 * i + 8 * Math.sin((2 * Math.PI * t) / 12) + ((t * 7919 + 31 * i) % 7)}`,
      );
    }).flat();
    const file = ["month,country,shop,product,sold", ...rows].join("\n");
    sales = await client.uploadDataset("Shops.csv", file, { product_type: "timeseries" });
    person = await browser.logIn(manualFormAddress(client.url, sales));
    page = person.page;
  });

  /** Chooses the target, and the columns that name a series together. */
  async function askForSums(): Promise<void> {
    const target = page.getByRole("combobox", { name: "Column to predict" });
    await target.fill("sold");
    await target.press("Enter");
    const sums = page.getByRole("combobox", { name: /Do sums matter/ });
    for (const column of ["country", "shop", "product"]) {
      await sums.fill(column);
      await page.getByRole("option", { name: column, exact: true }).click();
    }
    await page.getByRole("checkbox", { name: "Total" }).waitFor();
  }

  test("the form asks whether sums matter, and the model's page has the errors of each level", async () => {
    await askForSums();
    await page.getByRole("checkbox", { name: "country / shop", exact: true }).waitFor();
    await page.getByRole("checkbox", { name: "product", exact: true }).check();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.getByRole("radio", { name: /^(Gradient-boosted trees|Nearest neighbours)/ }).count()).toBe(0);
    await page
      .getByRole("radio", { name: /^Exponential smoothing/ })
      .first()
      .check();
    await page.getByRole("button", { name: "Train", exact: true }).click();
    await page.getByRole("figure", { name: "Forecast" }).locator("canvas").waitFor();
    const [model] = await client.api.models(sales.id);
    expect(model?.time_series_params?.hierarchy).toEqual({
      columns: ["country", "shop", "product"],
      levels: [[], ["country"], ["country", "shop"], ["product"]],
      reconciliation: "auto",
    });
    const errors = page.getByRole("region", { name: "Errors by level" });
    await errors.getByRole("rowheader", { name: "country / shop / product" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("the forecast page has a choice of level and of the series in it", async () => {
    const series = page.getByRole("combobox", { name: "Series", exact: true });
    await page.getByRole("combobox", { name: "Level" }).getByText("Total", { exact: true }).waitFor();
    await page.getByRole("combobox", { name: "Level" }).click();
    await page.getByRole("option", { name: "country / shop", exact: true }).click();
    await series.click();
    await page.getByRole("option", { name: "FR / Lyon", exact: true }).click();
    await page.getByRole("combobox", { name: "Level" }).getByText("country / shop", { exact: true }).waitFor();
    expect(await series.inputValue()).toBe("FR / Lyon");
  });

  test("automatic training compares methods for all levels, and the forecasts of the best one add up a year ahead", async () => {
    await page.goto(`${client.url}analysis/fitting?${new URLSearchParams({ datasetID: sales.id, p: "timeseries", modelID: "new" })}`);
    await page.getByRole("tab", { name: "Automatic", selected: true }).waitFor();
    await askForSums();
    await page.getByRole("radio", { name: /^A few fast methods/ }).check();
    await page.getByRole("button", { name: "Start training" }).press("Enter");
    await page.waitForURL((url) => url.searchParams.has("autoModelID"));
    const [training] = await client.api.autoModels(sales.id);
    const { model_id: best, models } = await client.waitForAutoModel(sales.id, training?.id ?? "");
    expect(models.filter(({ status }) => status === "success").length).toBeGreaterThan(1);
    await page.goto(`${client.url}analysis/fitting?${new URLSearchParams({ datasetID: sales.id, p: "timeseries", modelID: best ?? "" })}`);
    await page.getByRole("region", { name: "Errors by level" }).waitFor();
    await page.getByRole("combobox", { name: "Level" }).getByText("Total", { exact: true }).waitFor();
    const { forecast } = await client.api.modelInfo(sales.id, best ?? "");
    const sumsOf = (level: number) => {
      const series = forecast?.series?.filter((each) => each.level?.length === level) ?? [];
      return Array.from({ length: 12 }, (_, k) => series.reduce((sum, { steps }) => sum + (steps[k]?.value ?? Number.NaN), 0));
    };
    const total = sumsOf(0);
    expect(total.every((value) => value > 100)).toBe(true);
    for (const level of [1, 2, 3]) expect(sumsOf(level)).toEqual(total.map((value) => expect.closeTo(value, 6)));
    // The request for the session before the login answers 401.
    expect(person.errors.filter((error) => !error.includes("401"))).toEqual([]);
  });
});
