/** Automatic training as a person starts and watches it in the browser, mostly without a mouse. */
import type { DatasetAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { leakyCars } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { waitFor } from "../testing/agatha-process.js";
import {
  accessibilityProblems,
  type BrowserSession,
  describeInBrowser,
  expectNoHorizontalScroll,
  PHONE,
  textsOf,
} from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

describeInBrowser("automatic training in the browser", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let cars: DatasetAnswer;
  const fitting = (of: Record<string, string>) =>
    `${client.url}analysis/fitting?${new URLSearchParams({ datasetID: cars.id, p: "quality", ...of })}`;
  const queryOf = (where: Page) => new URL(where.url()).searchParams;
  const list = () => page.getByRole("navigation", { name: "Models" });
  const board = (where = page) => where.getByRole("region", { name: "Models by rank" });
  const minutes = () => page.getByRole("textbox", { name: "Time limit" });

  beforeAll(async () => {
    cars = await client.uploadDataset("Cars.csv", leakyCars());
    person = await browser.logIn(`${client.url}home`);
    page = person.page;
    await page.waitForURL(/\/home$/);
  });

  /** On the page of a new model: chooses the target by the keyboard. */
  async function predict(column: string): Promise<void> {
    const target = page.getByRole("combobox", { name: "Column to predict" });
    await target.fill(column);
    await target.press("Enter");
  }

  // @contract the-page-of-an-automatic-training-sends
  test("automatic training comes first on the page of a new model, and shows missing inputs before anything is sent", async () => {
    const sent: string[] = [];
    page.on("request", (request) => void (request.method() === "POST" && request.url().includes("/agatha/") && sent.push(request.url())));
    await page.goto(fitting({ modelID: "new" }));
    await page.getByRole("tab", { name: "Automatic", selected: true }).waitFor();
    await minutes().fill("0");
    await page.getByText("Must be from 0.5 (half a minute) to 1,440").waitFor();
    await minutes().press("Enter");
    await page.getByText("Choose the column to predict").waitFor();
    expect(await page.getByRole("combobox", { name: "Column to predict" }).evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
    expect(sent).toEqual([]);
    await page.getByText("12 models are tried first; then the best are combined and tuned.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("where rows belong together, the form asks for which rows it is to predict, and proposes new groups", async () => {
    const rows = Array.from({ length: 120 }, (_, i) => `${100 + Math.floor(i / 6)},${i % 6},${(i * 7919) % 1000}`);
    const patients = await client.uploadDataset("Patients.csv", ["patient,visit,value", ...rows].join("\n"));
    const asking = await person.context.newPage();
    await asking.goto(`${client.url}analysis/fitting?${new URLSearchParams({ datasetID: patients.id, p: "quality", modelID: "new" })}`);
    const target = asking.getByRole("combobox", { name: "Column to predict" });
    await target.fill("value");
    await target.press("Enter");
    await asking.getByText("100% of the rows share patient with another row: 20 groups.").waitFor();
    await asking.getByRole("radio", { name: /^Rows of new groups/, checked: true }).waitFor();
    await asking.getByRole("radio", { name: /^Later rows, by visit/ }).press("Space");
    await asking.getByRole("radio", { name: /^Later rows, by visit/, checked: true }).waitFor();
    expect(await accessibilityProblems(asking)).toEqual([]);
    await asking.getByRole("tab", { name: "By hand" }).click();
    await asking.getByRole("radio", { name: /Random forest/ }).waitFor();
    await asking.getByRole("radio", { name: /^Later rows, by visit/, checked: true }).waitFor();
    await asking.getByRole("radio", { name: /^More rows of the same groups/ }).press("Space");
    await asking.getByRole("button", { name: "Train", exact: true }).click();
    await asking.waitForURL((url) => url.searchParams.get("modelID") !== "new");
    const [model] = await client.api.models(patients.id);
    expect(model?.validation).toEqual({ rows: "random", groupColumns: ["patient"] });
    await asking.close();
  });

  test("where a class is rare, both forms ask what wrong answers cost, and say the costs in words", async () => {
    const parts = Array.from({ length: 200 }, (_, i) => `${i % 40},${i % 40 > 36 ? "nok" : "ok"}`);
    const { id } = await client.uploadDataset("Parts.csv", ["x,verdict", ...parts].join("\n"));
    const asking = await person.context.newPage();
    await asking.goto(`${client.url}analysis/fitting?${new URLSearchParams({ datasetID: id, p: "quality", modelID: "new" })}`);
    const target = asking.getByRole("combobox", { name: "Column to predict" });
    await target.fill("verdict");
    await target.press("Enter");
    await asking.getByText("“nok” is rare: 7.5% of the rows.").waitFor();
    await asking.getByRole("radio", { name: /^Each wrong answer costs the same/, checked: true }).waitFor();
    await asking.getByRole("radio", { name: /^Balanced/ }).press("Space");
    await asking.getByText("Mean cost of an answer by the costs of wrong answers").waitFor();
    await asking.getByRole("tab", { name: "By hand" }).click();
    // Until the tab has changed, the other form is there and asks the same.
    await asking.getByRole("tab", { name: "By hand", selected: true }).waitFor();
    await asking.getByRole("radio", { name: /^Balanced/, checked: true }).waitFor();
    await asking.getByRole("radio", { name: "As much as I say for each class" }).press("Space");
    const missed = asking.getByRole("textbox", { name: "Cost of missing “nok”" });
    await missed.fill("-1");
    await asking.getByText("A number of 0 or more").waitFor();
    await missed.fill("10");
    await asking.getByText("Missing a row of “nok” costs 10 times as much as missing one of “ok”.").waitFor();
    expect(await accessibilityProblems(asking)).toEqual([]);
    await asking.getByRole("button", { name: "Train", exact: true }).click();
    await asking.waitForURL((url) => url.searchParams.get("modelID") !== "new");
    const [model] = await client.api.models(id);
    const trained = await client.waitForModel(id, model!.id);
    expect(trained.status).toBe("success");
    expect(Object.keys(trained.indicators)).toContain("cost");
    await asking.close();
  });

  test("the automatic form keeps its inputs while the other tab is open, and names the column that leaks the target", async () => {
    await predict("Miles");
    await page.getByText(/^Litres: will be left out/).waitFor();
    await page.getByRole("tab", { name: "Automatic" }).press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByRole("radio", { name: /Random forest/ }).waitFor();
    expect(queryOf(page).get("way")).toBe("hand");
    expect(await page.getByRole("combobox", { name: "Column to predict" }).inputValue()).toBe("Miles_per_Gallon");
    await page.getByRole("tab", { name: "By hand" }).press("ArrowLeft");
    await page.keyboard.press("Enter");
    await page.getByText(/^Litres: will be left out/).waitFor();
    expect(await minutes().inputValue()).toBe("0");
    await page.getByRole("button", { name: "Choose columns" }).press("Enter");
    const columns = page.getByRole("group", { name: "Columns to learn from" });
    expect(await columns.getByRole("checkbox", { name: /^Litres/ }).isChecked()).toBe(false);
    expect(await columns.getByRole("checkbox", { name: /^Horsepower/ }).isChecked()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("switch", { name: "Leave the choice of columns to the training" }).press("Space");
    await columns.waitFor({ state: "detached" });
  });

  // @contract in-the-console-the-page-of-a
  test("a batch has a page of its own, which its address restores and which leads to the best model", async () => {
    await page.getByRole("radio", { name: /^Every method/ }).press("ArrowDown");
    await minutes().fill("2");
    await minutes().press("Enter");
    await page.waitForURL((url) => url.searchParams.has("autoModelID"));
    const id = queryOf(page).get("autoModelID") ?? "";
    await page.getByRole("progressbar", { name: "Models are being trained" }).waitFor();
    await page.waitForURL((url) => url.searchParams.has("modelID"));
    const other = await person.context.newPage();
    await other.goto(fitting({ autoModelID: id }));
    await other.getByRole("heading", { name: "Automatic training" }).waitFor();
    await board(other).getByRole("row").nth(1).waitFor();
    await other.close();
    const batch = await client.api.autoModel(cars.id, id);
    expect(queryOf(page).get("modelID")).toBe(batch.model_id);
    await page.getByText("Clearly better than the baseline.").waitFor();
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem("agatha.work") ?? "{}").started)).toEqual([]);
  });

  // @contract a-batch-is-cancelled-from-its-page
  test("a batch is found again with its ranked models, the trivial guess, and the columns left out with reasons", async () => {
    await list()
      .getByRole("link", { name: /Miles_per_Gallon.*Done/ })
      .press("Enter");
    await page.getByText(/is the best model/).waitFor();
    const rows = board().getByRole("row");
    await rows.nth(3).waitFor();
    expect(await rows.count()).toBe(4);
    const figures = await Promise.all([1, 2, 3].map(async (row) => await textsOf(rows.nth(row).getByRole("cell"))));
    expect(figures.map(([rank]) => rank)).toEqual(["1", "2", "3"]);
    const errors = figures.map(([, error = ""]) => Number.parseFloat(error));
    expect(errors).toEqual([...errors].sort((a, b) => a - b));
    for (const [, error = "", guess] of figures) expect(Number.parseFloat(error)).toBeLessThan(Number.parseFloat(guess ?? ""));
    const leftOut = page.getByRole("region", { name: "Columns left out" });
    await leftOut.getByRole("row", { name: /^Litres It gives the target away/ }).waitFor();
    await leftOut.getByRole("row", { name: /^Record It only names the row/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await expectNoHorizontalScroll(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(queryOf(page).has("modelID")).toBe(false);
  });

  // @contract a-batch-is-cancelled-from-its-page
  test("a batch is deleted with its models, restored, and deleted for good", async () => {
    const line = list().getByRole("link", { name: /Miles_per_Gallon.*Done/ });
    const models = list().getByRole("link", { name: /^(BYS|GLM|XGB)\b.* · \d/ });
    await page.getByRole("button", { name: "Delete" }).press("Enter");
    await page.getByText("Automatic training deleted, with its 3 models").waitFor();
    for (const gone of [line, models.first()]) await gone.waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await line.waitFor();
    await models.nth(2).waitFor();
    expect(await models.count()).toBe(3);
    await line.press("Enter");
    await page.getByRole("button", { name: "Delete" }).press("Enter");
    await waitFor("the training to be deleted", async () => (await client.api.autoModels(cars.id)).length === 0);
    await waitFor("its models to go with it", async () => (await client.api.models(cars.id)).length === 0);
  });

  // @contract a-batch-is-cancelled-from-its-page
  test("a batch is cancelled from the bell, and the models trained by then are ranked", async () => {
    const { id } = await client.api.createAutoModel(cars.id, {
      mode: "AUTO_REGRESSION",
      response: "Acceleration",
      limit: { seconds: 3600 },
    });
    await waitFor("a first model", async () => (await client.api.autoModel(cars.id, id)).models.some(({ status }) => status === "success"));
    await page.goto(`${client.url}home`);
    await page.getByRole("button", { name: "Running work: 1" }).press("Enter");
    await page.getByRole("link", { name: "Cars: Acceleration" }).waitFor();
    await page.getByRole("button", { name: "Cancel Cars: Acceleration" }).press("Enter");
    await page.getByText("Cars: Acceleration was cancelled").waitFor();
    expect((await client.waitForAutoModel(cars.id, id)).cancelled).toBe(true);
    await page.goto(fitting({ autoModelID: id }));
    await page.getByText("The automatic training was cancelled. What was trained by then is ranked.").waitFor();
    await page.getByText(/^Not tried before the automatic training was cancelled: .*GNET/).waitFor();
    await board().getByText("Best", { exact: true }).waitFor();
  });

  // @contract in-the-console-the-page-of-a
  test("a failed batch tells its reason in a dialog on any screen", async () => {
    const flat = await client.uploadDataset("Flat.csv", ["a,b", ...Array.from({ length: 60 }, (_, row) => `7,${row % 11}`)].join("\n"));
    await page.goto(`${client.url}analysis/fitting?${new URLSearchParams({ datasetID: flat.id, p: "quality", modelID: "new" })}`);
    await page.getByRole("radio", { name: /^Predict a column/ }).press("ArrowDown");
    await page.getByRole("switch", { name: "Leave the choice of columns to the training" }).press("Space");
    await page.getByRole("button", { name: "None", exact: true }).press("Enter");
    await page.getByRole("checkbox", { name: /^a/ }).press("Space");
    await page.getByRole("radio", { name: /^Every method/ }).press("ArrowDown");
    await page.getByRole("button", { name: "Start training" }).press("Enter");
    await page.waitForURL((url) => url.searchParams.has("autoModelID"));
    await page.getByRole("link", { name: "Home" }).first().press("Enter");
    const dialog = page.getByRole("alertdialog", { name: "Training failed: Finds outliers" });
    await dialog.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Close" }).press("Enter");
    await dialog.waitFor({ state: "detached" });
  });

  test("where no groups are found, a person names the column of the groups by the keyboard, on a phone too, and the training holds out whole ones", async () => {
    // The lots come in no order, and nothing but their name tells which rows are of one.
    const lots = Array.from(
      { length: 90 },
      (_, i) => `${((i * 37) % 83) / 10},${((i * 7919) % 1000) / 10},${"abcdefghi"[((i * 7919) % 1009) % 9]}`,
    );
    const { id } = await client.uploadDataset("Lots.csv", ["heat,value,lot", ...lots].join("\n"));
    const asking = await person.context.newPage();
    await asking.setViewportSize(PHONE);
    await asking.goto(`${client.url}analysis/fitting?${new URLSearchParams({ datasetID: id, p: "quality", modelID: "new" })}`);
    const target = asking.getByRole("combobox", { name: "Column to predict" });
    await target.fill("value");
    await target.press("Enter");
    await asking.getByRole("radio", { name: /^More rows like these/, checked: true }).press("ArrowDown");
    await asking.getByRole("radio", { name: /^Rows of new groups/, checked: true }).waitFor();
    await asking.getByRole("button", { name: "Start training" }).press("Enter");
    const named = asking.getByRole("combobox", { name: "Rows belong together by" });
    await asking.getByText(/^Choose the column that names the group of a row/).waitFor();
    expect(await named.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await accessibilityProblems(asking)).toEqual([]);
    await named.fill("lot");
    await named.press("Enter");
    await asking.getByText(/^Rows with the same value are one group: 9 groups\./).waitFor();
    expect(await accessibilityProblems(asking)).toEqual([]);
    await expectNoHorizontalScroll(asking);
    await asking.getByRole("radio", { name: /^Every method/ }).press("ArrowDown");
    await asking.getByRole("button", { name: "Start training" }).press("Enter");
    await asking.waitForURL((url) => url.searchParams.has("autoModelID"));
    const [training] = await client.api.autoModels(id);
    expect(training?.validation).toEqual({ rows: "groups", groupColumns: ["lot"] });
    const trained = await client.waitForAutoModel(id, training!.id);
    expect(trained).toMatchObject({ status: "fitting_finished", message: null });
    expect((await client.api.modelInfo(id, trained.model_id!)).validation).toMatchObject({
      rows: "groups",
      groupColumns: ["lot"],
      groups: 9,
    });
    await asking.close();
  });

  test("automatic training causes no errors in the browser's console", () => {
    // A page that follows a training may ask for it or its models in the moment in which they are deleted.
    expect(person.errors.filter((error) => !/status of 404 .*\/(auto)?models\//.test(error))).toEqual([]);
  });
});
