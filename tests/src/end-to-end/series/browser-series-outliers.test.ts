/** Outliers in series: found by hand and automatically, shown with their kind, and judged in new rows. */
import type { DatasetAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { useAgatha } from "../testing/agatha-fixture.js";
import { accessibilityProblems, type BrowserSession, describeInBrowser, manualFormAddress } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";
import { publishModel } from "../testing/published-model.js";

const DAYS = 240;
const SPIKE = 80;
const SHIFT = 130;

const dayAt = (t: number) => new Date(Date.UTC(2024, 0, 1 + t)).toISOString().slice(0, 10);
/** Load of a week, with deviations that look random. */
const load = (t: number) => 50 + [4, 2, 0, -1, -2, -5, 2][t % 7]! + (((t * 7919) % 101) - 50) / 50;

describeInBrowser("outliers in series in the browser", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let pump: DatasetAnswer;

  beforeAll(async () => {
    const rows = Array.from({ length: DAYS }, (_, t) => {
      const heat = 70 + (((t * 3571) % 97) - 48) / 48 + (t >= SHIFT ? 12 : 0);
      return `${dayAt(t)},${load(t) + (t === SPIKE ? 25 : 0)},${heat}`;
    });
    pump = await client.uploadDataset("Pump.csv", ["day,load,heat", ...rows].join("\n"), { product_type: "occ" });
    person = await browser.logIn(manualFormAddress(client.url, pump));
    page = person.page;
  });

  test("a model by hand shows each outlier with its time and kind, and what to do", async () => {
    const inTime = page.getByRole("switch", { name: "Compare each value with the periods before it" });
    await inTime.waitFor();
    await inTime.focus();
    await page.keyboard.press("Space");
    await page.getByRole("combobox", { name: "Time column" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Train", exact: true }).click();
    await page
      .getByRole("figure", { name: /^History: / })
      .locator("canvas")
      .waitFor();
    const table = page.getByRole("region", { name: "Outliers in time" });
    await table
      .getByRole("row", { name: /load Spike/ })
      .first()
      .waitFor();
    await table
      .getByRole("row", { name: /heat Change of level/ })
      .first()
      .waitFor();
    await page.getByText("Find out what changed").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const [model] = await client.api.models(pump.id);
    expect(model).toMatchObject({ model_type: "OCC", time_series_params: { time: "day" } });
    const { outlier } = await client.api.modelInfo(pump.id, model?.id ?? "");
    const found = (outlier?.series?.anomalies ?? []).map(({ column, kind, time }) => `${column} ${kind} ${time.slice(0, 10)}`);
    expect(found).toEqual(expect.arrayContaining([`load spike ${dayAt(SPIKE)}`, `heat level_shift ${dayAt(SHIFT)}`]));
  });

  test("the other column's history is chosen by the keyboard", async () => {
    const chooser = page.getByRole("combobox", { name: "Series" });
    await chooser.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("option").nth(1).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("option").first().waitFor({ state: "detached" });
    await page
      .getByRole("figure", { name: /^History: / })
      .locator("canvas")
      .waitFor();
  });

  test("rows after the training are judged in their order, and a batch as well", async () => {
    const [model] = await client.api.models(pump.id);
    const id = model?.id ?? "";
    const { ask } = await publishModel(client, pump.id, id);
    const data = [2, 1, 0].map((k) => ({ day: dayAt(DAYS + k), load: load(DAYS + k) + (k === 1 ? 30 : 0), heat: 82 }));
    const answer = await ask({ data });
    expect(answer.value).toEqual([false, true, false]);
    expect(answer.p_value?.[1]).toBeLessThan(answer.p_value![0]!);
    const batch = await client.api.calculate(pump.id, id, { type: "batch", dataset_id: pump.id });
    const predicted = await client.waitForCalculation(pump.id, id, batch.id);
    expect([predicted.message, predicted.rows]).toEqual([null, DAYS]);
  });

  test("an automatic training finds them by the same method", async () => {
    const { id } = await client.api.createAutoModel(pump.id, {
      mode: "AUTO_OCC",
      time_series_params: { time: "day", lags: 1, horizon: 1 },
      false_alarms: { atMost: 1, outOf: 20, of: "rows" },
      limit: { models: 3, seconds: 60 },
    });
    const { models } = await client.waitForAutoModel(pump.id, id, 600);
    expect(models.map(({ algorithms }) => algorithms)).toEqual([["Residual"]]);
  });

  test("outliers in series cause no errors in the browser's console", () => {
    // The request for the session before the login answers 401.
    expect(person.errors.filter((error) => !error.includes("401"))).toEqual([]);
  });
});
