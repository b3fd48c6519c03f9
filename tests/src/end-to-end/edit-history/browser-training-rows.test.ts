/** Which rows a model learns from, in the browser, by keyboard: those of the file, or those that the edit history leaves. */
import type { DatasetAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { carsCsv } from "../../data.js";
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

describeInBrowser("rows to learn from", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let cars: DatasetAnswer;

  beforeAll(async () => {
    cars = await client.uploadDataset("Cars.csv", carsCsv());
    person = await browser.logIn(newModel());
    page = person.page;
  });

  const newModel = () => manualFormAddress(client.url, cars);
  const target = () => page.getByRole("combobox", { name: "Column to predict" });

  test("without an edit history a model learns from all rows in use", async () => {
    await page.getByText("Models learn from all 406 rows in use.").waitFor();
    await page.getByRole("link", { name: "Filter or change them in Exploration" }).waitFor();
  });

  test("with an edit history the rows that it leaves come first, with its columns, and the model says so", async () => {
    const conditions = [{ column: "Cylinders", op: "eq" as const, value: 4 }];
    await client.api.createExtraction(cars.id, { spec: { type: "filter", groups: [{ conditions }] } });
    const formula = { op: "divide" as const, left: { column: "Horsepower" }, right: { column: "Weight_in_lbs" } };
    await client.api.createExtraction(cars.id, { spec: { type: "derived", name: "Power", formula } });
    await page.goto(newModel());
    await page
      .getByRole("radio", { name: /^The \d+ rows that the edit history leaves\s*with the added columns: Power$/, checked: true })
      .waitFor();
    await page.getByRole("checkbox", { name: /^Power/, checked: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await target().fill("Miles");
    await page.getByRole("option", { name: "Miles_per_Gallon" }).waitFor();
    await target().press("Enter");
    await page.getByRole("radio", { name: /^Linear or logistic regression/ }).check();
    await page.getByRole("button", { name: "Train" }).press("Enter");
    await page.getByText("What the edit history left", { exact: true }).waitFor();
    const [model] = await client.api.models(cars.id);
    expect(model).toMatchObject({ use_extraction: true, columns: expect.arrayContaining(["Power"]) });
  });

  test("a batch of the dataset has the steps applied that the model learned from", async () => {
    await page.getByRole("tab", { name: "Batch" }).press("Enter");
    await page.getByRole("checkbox", { name: "Apply its edit history first", checked: true }).waitFor();
    await page.getByRole("button", { name: "Predict" }).press("Enter");
    await page
      .getByText("What the model answers for each row")
      .or(page.getByRole("button", { name: /Download/ }))
      .first()
      .waitFor();
  });

  test("the rows of the file can be chosen instead, without the computed columns", async () => {
    await page.goto(newModel());
    await page.getByRole("radio", { name: /that the edit history leaves/, checked: true }).press("ArrowDown");
    await page.getByRole("radio", { name: "All 406 rows in use, as in the file", checked: true }).waitFor();
    await page.getByRole("checkbox", { name: /^Power/ }).waitFor({ state: "detached" });
    await target().fill("Miles");
    await page.getByRole("option", { name: "Miles_per_Gallon" }).waitFor();
    await target().press("Enter");
    await page.getByRole("radio", { name: /^Linear or logistic regression/ }).check();
    await page.getByRole("button", { name: "Train" }).press("Enter");
    await page.getByText("As in the file", { exact: true }).waitFor();
    const models = await client.api.models(cars.id);
    expect(models.map((model) => model.use_extraction)).toEqual([true, false]);
    expect(person.errors).toEqual([]);
  });

  test("nothing can be trained on an edit history that leaves no row; the rows of the file can still be chosen", async () => {
    const conditions = [{ column: "Cylinders", op: "gt" as const, value: 99 }];
    await client.api.createExtraction(cars.id, { spec: { type: "filter", groups: [{ conditions }] } });
    await page.goto(newModel());
    const none = page.getByText("The steps of the edit history leave no row to learn from.");
    await none.waitFor();
    expect(await page.getByRole("button", { name: "Train" }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("radio", { name: "The 0 rows that the edit history leaves", checked: true }).press("ArrowDown");
    await page.getByRole("button", { name: "Train" }).waitFor();
    expect(await none.count()).toBe(0);
  });
});
