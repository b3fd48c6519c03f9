/** Sales of a shop that is closed on Sundays in the browser: the open days are told, and they alone are forecast. */
import type { DatasetAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { useAgatha } from "../testing/agatha-fixture.js";
import { accessibilityProblems, type BrowserSession, describeInBrowser, manualFormAddress } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

const DAY_MS = 86_400_000;
/** A Monday, and a Saturday about a year later. */
const FIRST = Date.UTC(2023, 0, 2);
const DAYS = 363;

describeInBrowser("a shop that is closed on Sundays in the browser", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let sales: DatasetAnswer;

  beforeAll(async () => {
    const open = Array.from({ length: DAYS }, (_, day) => day).filter((day) => day % 7 !== 6);
    const rows = open.map(
      (day) => `${new Date(FIRST + day * DAY_MS).toISOString().slice(0, 10)},${30 + 5 * (day % 7) + ((day * 7919) % 5)}`,
    );
    sales = await client.uploadDataset("Shop.csv", ["day,sold", ...rows].join("\n"), { product_type: "timeseries" });
    person = await browser.logIn(manualFormAddress(client.url, sales));
    page = person.page;
  });

  test("the form tells the open days, and that the values repeat every week", async () => {
    const target = page.getByRole("combobox", { name: "Column to predict" });
    await target.fill("sold");
    await target.press("Enter");
    const told = page.getByRole("region", { name: "What the data say of the series" });
    await told.getByText("One value for each open day: Mon–Sat.").waitFor();
    await told.getByText("The values repeat every week").waitFor();
    expect(await told.getByText("Periods without a row").count()).toBe(0);
    expect(await page.getByRole("textbox", { name: "Periods to forecast" }).inputValue()).toBe("6");
  });

  test("the forecast has no Sunday", async () => {
    await page
      .getByRole("radio", { name: /^Exponential smoothing/ })
      .first()
      .check();
    await page.getByRole("button", { name: "Train", exact: true }).click();
    const forecast = page.getByRole("figure", { name: "Forecast" });
    await forecast.locator("canvas").waitFor();
    await forecast.getByText("The series has periods on these days and hours only: Mon–Sat.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const [model] = await client.api.models(sales.id);
    const info = await client.api.modelInfo(sales.id, model?.id ?? "");
    expect(info.forecast?.steps.map(({ time }) => new Date(time).getUTCDay())).toEqual([1, 2, 3, 4, 5, 6]);
    for (const { times } of info.forecast?.backtest ?? []) expect(times.map((time) => new Date(time).getUTCDay())).not.toContain(0);
  });
});
