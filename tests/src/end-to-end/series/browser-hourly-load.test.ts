/** An hourly load with a day and a week in the browser: both seasons are told in words and are in the forecast. */
import { readFile } from "node:fs/promises";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import type { Locator, Page } from "playwright-core";
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

const WEEKS = 6;
/** The table ends with a Thursday, so that the forecast has a working day and a day of rest. */
const FIRST = Date.UTC(2024, 0, 5);
const HORIZON = 48;
const HOURS = WEEKS * 168;
const NOISE = 12;

/** Load without noise: a morning and an evening peak, and less on Saturdays and Sundays. */
function expectedLoad(hour: number): number {
  const day = new Date(FIRST + hour * 3_600_000).getUTCDay();
  const at = (2 * Math.PI * (hour % 24)) / 24;
  return 500 - 90 * Math.cos(at) - 40 * Math.cos(2 * at + 1) - (day === 0 || day === 6 ? 120 : 0);
}

/** Returns random numbers from 0 to 1 (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function loadCsv(): string {
  const random = seededRandom(22);
  const rows = Array.from({ length: HOURS }, (_, hour) => {
    const noise = NOISE * (random() + random() + random() + random() - 2);
    return `${new Date(FIRST + hour * 3_600_000).toISOString().slice(0, 16).replace("T", " ")},${(expectedLoad(hour) + noise).toFixed(1)}`;
  });
  return ["hour,load", ...rows].join("\n");
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  const products = (x: readonly number[], meanX: number, y: readonly number[], meanY: number) =>
    meanOf(x.map((value, i) => (value - meanX) * (y[i]! - meanY)));
  return products(a, meanA, b, meanB) / Math.sqrt(products(a, meanA, a, meanA) * products(b, meanB, b, meanB));
}

describeInBrowser("an hourly load in the browser", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let load: DatasetAnswer;

  beforeAll(async () => {
    load = await client.uploadDataset("Load.csv", loadCsv(), { product_type: "timeseries" });
    person = await browser.logIn(manualFormAddress(client.url, load));
    page = person.page;
  });

  async function fillForm(): Promise<void> {
    const target = page.getByRole("combobox", { name: "Column to predict" });
    await target.fill("load");
    await target.press("Enter");
    await page.getByRole("textbox", { name: "Periods to forecast" }).fill(String(HORIZON));
  }

  /** The forecast has the hours of the day and the lower load of Saturday, and beats the day before repeated and the last week. */
  async function expectBothSeasons(modelId: string): Promise<void> {
    const { forecast } = await client.api.modelInfo(load.id, modelId);
    const values = forecast!.steps.map(({ value }) => Number(value));
    const truth = values.map((_, step) => expectedLoad(HOURS + step));
    expect(values).toHaveLength(HORIZON);
    expect(correlation(values, truth)).toBeGreaterThan(0.98);
    expect(meanOf(values.slice(0, 24)) - meanOf(values.slice(24))).toBeGreaterThan(100);
    expect(meanOf(values.map((value, step) => Math.abs(value - truth[step]!)))).toBeLessThan(NOISE);
    for (const { MASE, seasonal_naive_MASE } of forecast!.errors) expect(MASE!).toBeLessThan(seasonal_naive_MASE!);
  }

  test("the form tells the season of the day and that of the week in words", async () => {
    await fillForm();
    const told = page.getByRole("region", { name: "What the data say of the series" });
    for (const words of ["One value an hour.", "The values repeat every day", "The values repeat every week"])
      await told.getByText(words).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("a model by hand has both seasons in its forecast", async () => {
    await page
      .getByRole("radio", { name: /^Exponential smoothing/ })
      .first()
      .check();
    await page.getByRole("button", { name: "Train", exact: true }).click();
    await page.getByRole("figure", { name: "Forecast" }).locator("canvas").waitFor();
    const [model] = await client.api.models(load.id);
    await expectBothSeasons(model!.id);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("a model of lags follows the day with inputs that the data propose, and tells them in words", async () => {
    await page.goto(`${client.url}analysis/fitting?${new URLSearchParams({ datasetID: load.id, p: "timeseries", modelID: "new" })}`);
    await page.getByRole("tab", { name: "By hand" }).click();
    await fillForm();
    await page
      .getByRole("radio", { name: /^Gradient-boosted trees/ })
      .first()
      .check();
    await page.getByRole("switch", { name: "Also use inputs that the data suggest" }).check();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Train", exact: true }).click();
    await page.getByRole("figure", { name: "Forecast" }).locator("canvas").waitFor();
    await page.getByText("The past of load", { exact: true }).waitFor();
    const models = await client.api.models(load.id);
    const { forecast } = await client.api.modelInfo(load.id, models.find(({ layers }) => layers[0]?.nodes[0]?.algorithm === "XGB")!.id);
    const truth = forecast!.steps.map((_, step) => expectedLoad(HOURS + step));
    expect(
      correlation(
        forecast!.steps.map(({ value }) => Number(value)),
        truth,
      ),
    ).toBeGreaterThan(0.95);
    await page.getByRole("tab", { name: "What-if" }).click();
    for (const input of ["load, 24 periods before", "load, mean of the last 24", "Hour of hour", "Weekday of hour (1: Monday)"])
      await page.getByText(input, { exact: true }).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("an automatic training leads to a page with history, forecast and backtest, also on a phone", async () => {
    await page.goto(`${client.url}analysis/fitting?${new URLSearchParams({ datasetID: load.id, p: "timeseries", modelID: "new" })}`);
    await page.getByRole("tab", { name: "Automatic", selected: true }).waitFor();
    await fillForm();
    await page.getByRole("radio", { name: /^Every method/ }).press("ArrowDown");
    await page.getByRole("button", { name: "Start training" }).click();
    await page.waitForURL((url) => url.searchParams.has("autoModelID"));
    // Several methods learn six weeks of hours, which takes minutes on a busy machine.
    await page.waitForURL((url) => url.searchParams.has("modelID"), { timeout: 300_000 });
    await expectBothSeasons(new URL(page.url()).searchParams.get("modelID")!);
    await page.getByRole("figure", { name: "Forecast" }).locator("canvas").waitFor();
    await page.getByRole("figure", { name: "Backtest" }).locator("canvas").waitFor();
    const topOf = async (place: Locator) => (await place.boundingBox())!.y;
    const metrics = await topOf(page.getByRole("heading", { name: "Performance", exact: true }));
    expect(await topOf(page.getByRole("figure", { name: "Forecast" }))).toBeLessThan(metrics);
    await page.setViewportSize(PHONE);
    await expectNoHorizontalScroll(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("the forecast is downloaded with its bounds", async () => {
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download Forecast as CSV" }).click(),
    ]);
    const [header, ...rows] = (await readFile(await saved.path(), "utf8")).trim().split(/\r?\n/);
    expect(header).toBe("hour,Forecast,Lower bound,Upper bound");
    expect(rows).toHaveLength(HORIZON);
  });

  test("an hourly load causes no errors in the browser's console", () => {
    // The request for the session before the login answers 401.
    expect(person.errors.filter((error) => !error.includes("401"))).toEqual([]);
  });
});
