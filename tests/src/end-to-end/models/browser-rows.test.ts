/** Rows behind charts and lists: their values, their place in the grid, and the selection that all charts share. */
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import {
  accessibilityProblems,
  type BrowserSession,
  DESKTOP,
  describeInBrowser,
  expectNoHorizontalScroll,
  PHONE,
} from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";
import { press } from "../testing/keyboard.js";

describeInBrowser("rows in the browser", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let dataset: DatasetAnswer;
  let model: ModelAnswer;
  let origin: ModelAnswer;

  beforeAll(async () => {
    dataset = await client.uploadDataset("Cars.csv", carsCsv());
    const request = { model_type: "REGRESSION", response: "Miles_per_Gallon", layers: [{ nodes: [{ algorithm: "GLM", params: {} }] }] };
    model = await client.train(dataset.id, { ...request, name: "Consumption", columns: ["Horsepower", "Weight_in_lbs"] });
    const classes = { ...request, model_type: "CLASSIFICATION", response: "Origin", name: "From" };
    origin = await client.train(dataset.id, { ...classes, columns: ["Horsepower", "Weight_in_lbs"] });
    person = await browser.logIn(`${client.url}home`);
    page = person.page;
    await page.getByRole("link", { name: "Home" }).first().waitFor();
  });

  const addressOf = (screen: string, place: Record<string, string> = {}) =>
    `${client.url}analysis/${screen}?${new URLSearchParams({ datasetID: dataset.id, p: "quality", ...place })}`;
  const highlighted = (row: number) =>
    page.locator(".row.highlighted", { has: page.getByRole("rowheader", { name: `${row}`, exact: true }) });

  // @contract rows-of-errors-show-their-values-and-open-in-the-table
  test("a row of the largest errors shows its values and opens in the table, by the keyboard alone", async () => {
    const [worst] = (await client.api.modelInfo(dataset.id, model.id)).regression!.largest_errors;
    const name = `${worst!.row + 1}`;
    await page.goto(addressOf("fitting", { modelID: model.id }));
    await press(page.getByRole("button", { name: `Show the values of row ${name}`, exact: true }).first());
    const dialog = page.getByRole("dialog", { name: `Row ${name}`, exact: true });
    await dialog.getByRole("row", { name: `Record ${name}`, exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(dialog.getByRole("link", { name: "Open in the table" }));
    await highlighted(worst!.row + 1).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("a model shows its residuals with their rows, and the partial dependence on each important input", async () => {
    await page.goto(addressOf("fitting", { modelID: model.id }));
    const residuals = page.getByRole("figure", { name: "Residuals against the prediction" });
    await residuals.locator("canvas").waitFor();
    await press(residuals.getByRole("button", { name: /as a table$/ }));
    await residuals
      .getByRole("button", { name: /^Show the values of row / })
      .first()
      .waitFor();
    const [first, second] = (await client.api.modelInfo(dataset.id, model.id)).partial_dependence!.map(({ column }) => column);
    await page
      .getByRole("figure", { name: `Partial dependence on ${first}` })
      .locator("canvas")
      .waitFor();
    await page.getByText("Each thin line is an individual held-out row.").first().waitFor();
    await page.getByRole("combobox", { name: "Input" }).selectOption(second!);
    await page
      .getByRole("figure", { name: `Partial dependence on ${second}` })
      .locator("canvas")
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("a cell of the confusion matrix shows its rows", async () => {
    const info = await client.api.modelInfo(dataset.id, origin.id);
    const { labels, confusion } = info.classification!;
    const counts = confusion.flatMap((line, a) => line.map((count, p) => ({ count, actual: labels[a]!, predicted: labels[p]! })));
    const { count, actual, predicted } = counts.filter((cell) => cell.count > 0).sort((one, other) => one.count - other.count)[0]!;
    await page.goto(addressOf("fitting", { modelID: origin.id }));
    const name = `Show the ${count} rows that are ${actual} and were predicted as ${predicted}`;
    await press(page.getByRole("button", { name, exact: true }));
    const rows = page.getByRole("region", { name: `Rows that are ${actual} and were predicted as ${predicted}` });
    await rows
      .getByRole("button", { name: /^Show the values of row / })
      .first()
      .waitFor();
    expect(await rows.getByRole("button").count()).toBe(Math.min(100, count));
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("the confusion matrix of four classes with long names fits on a phone", async () => {
    const names = ["Iris-versicolor", "Chinstrap penguin", "Rhododendron", "light drizzle"];
    const rows = Array.from({ length: 480 }, (_, i) => `${i % 97},${(i * 7) % 31},${names[(i * 13 + (i % 5)) % 4]}`);
    const { id } = await client.uploadDataset("Four.csv", `x,y,kind\n${rows.join("\n")}\n`);
    const layers = [{ nodes: [{ algorithm: "GLM", params: {} }] }];
    const { id: modelID } = await client.train(id, { model_type: "CLASSIFICATION", response: "kind", layers, name: "Four" });
    await page.setViewportSize(PHONE);
    try {
      await page.goto(addressOf("fitting", { datasetID: id, modelID }));
      const matrix = page.getByRole("region", { name: "Confusion matrix", exact: true });
      await matrix.getByRole("rowheader", { name: /Rhododendron/ }).waitFor();
      expect(await matrix.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
    } finally {
      await page.setViewportSize(DESKTOP);
    }
  });

  // @contract a-selection-in-a-chart-is-shown-in-all
  test("rows selected in one chart are highlighted in the next one and in the table", async () => {
    await page.goto(addressOf("exploration", { view: "charts", chart: "histogram", x: "Cylinders" }));
    const chart = page.getByRole("figure", { name: "Histogram of Cylinders" });
    await chart.locator("canvas").waitFor();
    await press(chart.getByRole("button", { name: /as a table$/ }));
    const fewest = chart.getByRole("row", { name: /^3 / });
    await press(fewest.getByRole("button", { name: "Select 4 rows" }));
    const status = page.getByText("4 rows are selected in all charts and in the table");
    await status.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(page.getByRole("tab", { name: "Rows" }));
    await page.locator(".row.highlighted").first().waitFor();
    await page.setViewportSize(PHONE);
    await status.waitFor();
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await press(page.getByRole("button", { name: "Clear the selection" }));
    await status.waitFor({ state: "detached" });
    await page.locator(".row.highlighted").first().waitFor({ state: "detached" });
  });

  test("a rectangle that is drawn in a scatter plot selects the points inside, and a point shows its row", async () => {
    await page.goto(addressOf("exploration", { view: "charts", chart: "scatter", x: "Horsepower", y: "Weight_in_lbs" }));
    const canvas = page.getByRole("figure").locator("canvas").first();
    await canvas.waitFor();
    const box = (await canvas.boundingBox())!;
    const at = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const;
    await page.mouse.move(...at(0.2, 0.1));
    await page.mouse.down();
    await page.mouse.move(...at(0.5, 0.4), { steps: 4 });
    await page.mouse.move(...at(0.9, 0.8), { steps: 4 });
    await page.mouse.up();
    await page.getByText(/\d+ rows are selected in all charts/).waitFor();
    const chart = page.getByRole("figure").first();
    await press(chart.getByRole("button", { name: /as a table$/ }));
    await press(chart.getByRole("button", { name: "Show the values of row 1", exact: true }));
    await page
      .getByRole("dialog", { name: "Row 1", exact: true })
      .getByRole("row", { name: /chevrolet chevelle malibu/ })
      .waitFor();
  });

  test("a range along an axis of parallel coordinates selects rows, of which the correlations are then", async () => {
    await page.goto(addressOf("exploration", { view: "charts", chart: "parallel" }));
    const canvas = page.getByRole("figure", { name: "Parallel coordinates" }).locator("canvas").first();
    await canvas.waitFor();
    const { x, y } = (await canvas.boundingBox())!;
    const firstAxis = x + 56;
    await page.mouse.move(firstAxis, y + 80);
    await page.mouse.down();
    await page.mouse.move(firstAxis, y + 140, { steps: 4 });
    await page.mouse.move(firstAxis, y + 200, { steps: 4 });
    await page.mouse.up();
    await page.getByText(/\d+ rows are selected in all charts/).waitFor();
    await press(page.getByRole("combobox", { name: "Chart" }));
    await press(page.getByRole("option", { name: "Correlation matrix" }));
    await page.getByText("Of the selected rows only.").waitFor();
    await press(page.getByRole("button", { name: "Clear the selection" }));
    await page.getByText("Of the selected rows only.").waitFor({ state: "detached" });
  });

  test("rows cause no errors in the browser's console", () => {
    expect(person.errors).toEqual([]);
  });
});
