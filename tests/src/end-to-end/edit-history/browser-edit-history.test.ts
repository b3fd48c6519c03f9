/** The edit history in the browser, mostly by the keyboard: steps, the remaining rows, their charts, templates, and the API. */
import { readFileSync } from "node:fs";
import type { Page, Request } from "playwright-core";
import { carsCsv, vegaFile } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import {
  accessibilityProblems,
  type BrowserSession,
  describeInBrowser,
  expectNoHorizontalScroll,
  PHONE,
  textsOf,
} from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

const WEATHER = readFileSync(vegaFile("seattle-weather.csv"), "utf8");
const DAYS = WEATHER.trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(","));
const RAINY = DAYS.filter((day) => day[5] === "rain");
const WETTEST = Math.max(...RAINY.map((day) => Number(day[1])));
const written = (count: number): string => count.toLocaleString("en");

describeInBrowser("the edit history in the browser", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let datasetId: string;
  const exploration = (id: string) => `${client.url}analysis/exploration?${new URLSearchParams({ datasetID: id, p: "quality" })}`;
  const steps = () => page.getByRole("region", { name: "Edit history" }).getByRole("listitem");
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const left = (rows: number) => page.getByText(`${written(DAYS.length)} rows before, ${written(rows)} after the steps`).waitFor();

  /** Opens the form of a new step. */
  async function add(kind: string): Promise<void> {
    await page.getByRole("button", { name: "Add a step" }).press("Enter");
    await page.getByRole("menuitem", { name: kind }).press("Enter");
    await page.getByRole("dialog", { name: `New step: ${kind}` }).waitFor();
  }

  async function choose(field: string, option: string): Promise<void> {
    await page.getByRole("combobox", { name: new RegExp(`^${field}`) }).press("Enter");
    await page.getByRole("option", { name: option, exact: true }).press("Enter");
  }

  beforeAll(async () => {
    datasetId = (await client.uploadDataset("weather.csv", WEATHER, { name: "Weather" })).id;
    await client.uploadDataset("later.csv", WEATHER, { name: "Later" });
    await client.uploadDataset("Cars.csv", carsCsv());
    person = await browser.logIn(exploration(datasetId));
    page = person.page;
  });

  test("an empty edit history shows all rows and a button that adds a filter", async () => {
    await page.getByText("Nothing is edited yet").waitFor();
    await page.getByText(`${written(DAYS.length)} rows, as in the dataset`).waitFor();
    await page.getByRole("table", { name: "Rows of Weather" }).getByText("2012-01-01").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  // @contract the-console-sends-no-filter-without-a
  test("an incomplete filter shows what it lacks beside the field and is not sent", async () => {
    const sent: string[] = [];
    const listen = (request: Request) => void (request.method() === "POST" && sent.push(request.url()));
    page.on("request", listen);
    await page.getByRole("button", { name: "Add a filter" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "New step: Filter" });
    await dialog.getByLabel("Column").press("Enter");
    await dialog.getByText("Choose a column").waitFor();
    await page.keyboard.type("date");
    await press("ArrowDown", "Enter");
    await dialog.getByRole("textbox", { name: "From" }).fill("2014-01-01");
    await dialog.getByRole("textbox", { name: "To", exact: true }).fill("2013-01-01");
    await press("Enter");
    await dialog.getByText("The end is before the start").waitFor();
    expect(await dialog.getByRole("textbox", { name: "To", exact: true }).evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    page.off("request", listen);
    expect(sent).toEqual([]);
    await press("Escape");
  });

  // @contract what-an-edit-history-leaves-is-shown
  test("a filter keeps the rainy days, a sort orders them, and the number of remaining rows is shown", async () => {
    await add("Filter");
    await page.keyboard.type("weather");
    await press("Enter", "Tab", "Tab");
    await page.keyboard.type("rain");
    await press("Enter");
    await left(RAINY.length);
    await add("Sort");
    await page.keyboard.type("precip");
    await press("Enter");
    await choose("Order", "descending");
    await page.getByRole("button", { name: "Add the step" }).press("Enter");
    await steps().nth(1).getByText("By precipitation (descending)").waitFor();
    await page
      .getByRole("table", { name: "Rows of Weather" })
      .getByRole("row")
      .nth(1)
      .getByRole("cell", { name: written(WETTEST), exact: true })
      .waitFor();
    expect(await steps().first().textContent()).toContain("Keep rows where weather is “rain”");
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  // @contract the-screen-shows-which-aggregation-keeps-another
  test("a time window aggregates the rows, and the screen shows that a second aggregation disables the first", async () => {
    await add("Aggregate");
    await choose("Time window", "Every");
    await choose("Unit", "years");
    await page.getByRole("button", { name: "Add the step" }).press("Enter");
    await left(4);
    await add("Aggregate");
    await page.getByText("Only one aggregation is applied: 3. count of rows by year of date will be switched off.").waitFor();
    await page.getByLabel("One row for each value of").fill("wea");
    await press("ArrowDown", "Enter");
    await page.getByRole("button", { name: "Add the step" }).press("Enter");
    await left(1);
    await steps().nth(2).getByText("Off: of several aggregations").waitFor();
    expect(await page.getByRole("switch", { name: "Apply step 3: Aggregate" }).isChecked()).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  // @contract what-an-edit-history-leaves-is-shown
  test("steps are switched off and on, one or many, and the remaining rows follow", async () => {
    await page.getByRole("switch", { name: "Apply step 4: Aggregate" }).press("Space");
    await left(RAINY.length);
    await page.getByRole("checkbox", { name: "Choose all steps" }).press("Space");
    await page.getByText("4 chosen").waitFor();
    await page.getByRole("button", { name: "Switch off" }).press("Enter");
    await page.getByText(`${written(DAYS.length)} rows, as in the dataset`).waitFor();
    await page.getByRole("button", { name: "Switch on" }).press("Enter");
    await left(1);
    expect((await client.api.extractions(datasetId)).map(({ enabled }) => enabled)).toEqual([true, true, false, true]);
    await page.getByRole("checkbox", { name: "Choose all steps" }).press("Space");
  });

  // @contract entries-of-the-edit-history-that-are
  test("a step is deleted at once and restored by the keyboard", async () => {
    await page.getByRole("button", { name: "Delete step 4: Aggregate" }).press("Enter");
    await page.getByText("Step deleted from the edit history").waitFor();
    await press("Control+z");
    await page.getByText("Step restored").waitFor();
    await steps().nth(3).waitFor();
    await page.getByRole("checkbox", { name: "Choose step 3: Aggregate" }).press("Space");
    await page.getByRole("checkbox", { name: "Choose step 4: Aggregate" }).press("Space");
    await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await page.getByText("2 steps deleted from the edit history").waitFor();
    await left(RAINY.length);
    expect(await client.api.extractions(datasetId)).toHaveLength(2);
  });

  // @contract a-dataset-is-loading-there-or-failed
  test("an edit history that leaves no row says so and offers the way back", async () => {
    await add("Filter");
    await page.keyboard.type("wind");
    await press("Enter");
    await page.getByRole("textbox", { name: "From" }).fill("1000");
    await press("Enter");
    await page.getByText("No row is left").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // The browser reports the rejection, an answer of 400.
    person.errors.length = 0;
    await page.getByRole("button", { name: "Switch off the last step" }).press("Enter");
    await left(RAINY.length);
  });

  test("a computed column and a filled column appear in the rows", async () => {
    await add("New column");
    await page.keyboard.type("range");
    await choose("Formula", "a − b");
    await page.getByRole("combobox", { name: "a", exact: true }).fill("temp_max");
    await press("Enter");
    await page.getByRole("combobox", { name: "b", exact: true }).fill("temp_min");
    await press("Enter", "Enter");
    await page.getByText("range = temp_max − temp_min").waitFor();
    await add("Replace values");
    await page.keyboard.type("wind");
    await press("Enter");
    await choose("Replacement", "Limit to a range");
    await page.getByLabel("Not above").fill("5");
    await press("Enter");
    await page.getByText("wind: limited to at most 5").waitFor();
    await page.getByText("6 columns before, 7 after").waitFor();
    const { columns, data } = (await client.api.rows(datasetId, { use_ext_data: true }))!;
    expect(columns.at(-1)).toBe("range");
    expect(Math.max(...data.map((cells) => Number(cells[columns.indexOf("wind")])))).toBe(5);
  });

  test("charts show the edited rows, and the address keeps the charts", async () => {
    await page.getByRole("tab", { name: "Charts" }).click();
    await page.getByRole("figure", { name: "Histogram of precipitation" }).locator("canvas").first().waitFor();
    await page.getByText(`All ${written(RAINY.length)} rows.`).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    for (const [kind, figure] of [
      ["Box plot", "Box plot of precipitation"],
      ["Scatter plot", "temp_max against precipitation"],
      ["Over time", "precipitation over date"],
      ["Parallel coordinates", "Parallel coordinates"],
      ["Correlation matrix", "Correlation matrix"],
    ] as const) {
      await choose("Chart", kind);
      await page.getByRole("figure", { name: figure }).locator("canvas").first().waitFor();
    }
    await page.reload();
    const matrix = page.getByRole("figure", { name: "Correlation matrix" });
    await matrix.getByRole("button", { name: "Show Correlation matrix as a table" }).click();
    const cells = await textsOf(matrix.getByRole("row", { name: /^temp_max/ }).getByRole("cell"));
    expect(cells.map(Number)).toContain(1);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("the edited rows are saved as a dataset under a title in any script", async () => {
    await page.getByRole("button", { name: "Save as a dataset" }).press("Enter");
    const name = page.getByLabel("Name of the new dataset");
    await name.fill(" ");
    await press("Enter");
    expect(await name.getAttribute("aria-invalid")).toBe("true");
    expect(await accessibilityProblems(page)).toEqual([]);
    await name.fill("\u96e8 Rain");
    await press("Enter");
    await page.getByRole("heading", { name: "\u96e8 Rain", exact: true }).waitFor();
    const id = new URL(page.url()).searchParams.get("datasetID")!;
    expect(id).not.toBe(datasetId);
    expect(await client.waitForDataset(id, "evaluating_finish")).toMatchObject({
      name: "Rain",
      title: "\u96e8 Rain",
      nrow: RAINY.length,
      column_count: 7,
    });
    await page.goto(exploration(datasetId));
  });

  test("the API of the steps is enabled and tried", async () => {
    await page.getByRole("tab", { name: "API" }).click();
    await page.getByText("The API is off").waitFor();
    await page.getByRole("button", { name: "Enable" }).press("Enter");
    await page.getByText("Other systems can send rows through these steps now.").waitFor();
    await page.getByRole("button", { name: "Send" }).press("Enter");
    await page.getByText(/"status": "success"/).waitFor();
    await page
      .getByText(/"range"/)
      .first()
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const token = (await client.api.extractionApi(datasetId, (await client.api.extractions(datasetId))[0]!.id)).api_token;
    await page.getByRole("button", { name: "Replace the token" }).press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Replace the token" }).press("Enter");
    await page.getByText("The token was replaced").waitFor();
    expect((await client.api.extractionApi(datasetId, (await client.api.extractions(datasetId))[0]!.id)).api_token).not.toBe(token);
  });

  // @contract templates-are-applied-where-their-columns-are
  test("steps saved as a template apply to another dataset, but not to one that lacks their columns", async () => {
    await page.getByRole("button", { name: "Templates" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Templates" });
    await dialog.getByLabel("Name of a new template").fill("Rainy days");
    await press("Enter");
    await dialog.getByRole("listitem").filter({ hasText: "Rainy days" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const datasets = await client.api.datasets();
    const idOf = (name: string) => datasets.find((dataset) => dataset.name === name)!.id;
    await page.goto(exploration(idOf("Cars")));
    await page.getByRole("button", { name: "Templates" }).press("Enter");
    await dialog.getByText(/Cannot be applied here.*weather/).waitFor();
    await page.goto(exploration(idOf("Later")));
    await page.getByRole("button", { name: "Templates" }).press("Enter");
    await dialog.getByRole("button", { name: "Apply Rainy days" }).press("Enter");
    await left(RAINY.length);
    expect(await client.api.extractions(idOf("Later"))).toHaveLength(4);
  });

  test("the address restores the edit history, on a phone too", async () => {
    await page.setViewportSize(PHONE);
    await page.goto(`${exploration(datasetId)}&view=charts&chart=scatter&x=temp_max&y=temp_min&by=weather`);
    await page.getByRole("figure", { name: "temp_min against temp_max" }).locator("canvas").first().waitFor();
    await expectNoHorizontalScroll(page);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("the edit history causes no errors in the browser's console", () => {
    expect(person.errors).toEqual([]);
  });
});
