/** The dashboard of a dataset: saved charts are added, named, arranged, linked and deleted, by the keyboard alone. */
import type { DatasetAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { waitFor } from "../testing/agatha-process.js";
import { accessibilityProblems, type BrowserSession, describeInBrowser, expectNoHorizontalScroll, PHONE } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";
import { press } from "../testing/keyboard.js";

describeInBrowser("a dashboard in the browser", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let dataset: DatasetAnswer;

  beforeAll(async () => {
    dataset = await client.uploadDataset("Cars.csv", carsCsv());
    person = await browser.logIn(`${client.url}home`);
    page = person.page;
    await page.getByRole("link", { name: "Home" }).first().waitFor();
  });

  const open = (place: Record<string, string>) =>
    page.goto(`${client.url}analysis/exploration?${new URLSearchParams({ datasetID: dataset.id, p: "quality", ...place })}`);
  const chart = (name: string) => page.getByRole("region", { name, exact: true });
  async function add(place: Record<string, string>): Promise<void> {
    await open({ view: "charts", ...place });
    await press(page.getByRole("button", { name: "Add to the dashboard" }));
    await page.getByText("The chart is on the dashboard").waitFor();
  }

  test("an empty dashboard leads to the charts, and charts are added to it", async () => {
    await open({ view: "dashboard" });
    await page.getByText("The dashboard is empty").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(page.getByRole("button", { name: "Choose a chart" }));
    await page.getByRole("button", { name: "Add to the dashboard" }).waitFor();
    await add({ chart: "histogram", x: "Cylinders" });
    await add({ chart: "scatter", x: "Horsepower", y: "Weight_in_lbs" });
    await page.getByRole("tab", { name: "Dashboard" }).focus();
    await page.keyboard.press("Enter");
    await chart("Chart 2").locator("canvas").first().waitFor();
    await chart("Chart 1").locator("canvas").first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  // @contract a-dashboard-keeps-its-charts
  test("a chart is named and moved, and stays so", async () => {
    const title = page.getByRole("textbox", { name: "Title of chart 2" });
    await title.fill("Weight and power");
    await title.press("Tab");
    await chart("Weight and power").waitFor();
    await press(page.getByRole("button", { name: "Move Weight and power forward" }));
    await page.getByRole("button", { name: "Move Weight and power forward", disabled: true }).waitFor();
    await open({ view: "dashboard" });
    await chart("Weight and power").getByRole("textbox", { name: "Title of chart 1" }).waitFor();
    await chart("Chart 2").waitFor();
    const { charts } = await client.api.dashboard(dataset.id);
    expect(charts.map(({ title, kind, owner }) => [title, kind, owner])).toEqual([
      ["Weight and power", "scatter", "admin"],
      ["", "histogram", "admin"],
    ]);
  });

  test("rows that are selected in one chart are counted for all, on a desktop and a phone", async () => {
    const bars = chart("Chart 2");
    await press(bars.getByRole("button", { name: /as a table$/ }));
    await press(bars.getByRole("row", { name: /^3 / }).getByRole("button", { name: "Select 4 rows" }));
    await page.getByText("4 rows are selected in all charts and in the table").waitFor();
    await page.setViewportSize(PHONE);
    await chart("Weight and power").locator("canvas").first().waitFor();
    await expectNoHorizontalScroll(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("a deleted chart comes back by Recovery", async () => {
    const before = await client.api.dashboard(dataset.id);
    await press(page.getByRole("button", { name: "Delete Weight and power" }));
    await page.getByRole("button", { name: "Recovery" }).press("Enter");
    const after = await waitFor("the chart to be deleted and put back", async () => {
      const now = await client.api.dashboard(dataset.id);
      return now.version >= before.version + 2 && now;
    });
    expect(after.charts.map(({ id }) => id)).toEqual(before.charts.map(({ id }) => id));
    await chart("Weight and power").waitFor();
  });

  test("a dashboard causes no errors in the browser's console", () => {
    expect(person.errors).toEqual([]);
  });
});
