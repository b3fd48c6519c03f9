/** The search for settings, batches and what-ifs as a person uses them in the browser. */
import { readFile } from "node:fs/promises";
import type { OptimizationResult } from "@agatha/contracts";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import type { Locator, Page } from "playwright-core";
import { carsCsv } from "../../data.js";
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

const INPUTS = ["Cylinders", "Displacement", "Horsepower", "Weight_in_lbs", "Acceleration"];
const LINEAR = [{ nodes: [{ algorithm: "GLM", params: {} }] }];

describeInBrowser("calculations in the browser", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let dataset: DatasetAnswer;
  let model: ModelAnswer;
  let origin: ModelAnswer;
  let cylinders: ModelAnswer;
  let mixed: ModelAnswer;
  let groups: ModelAnswer;

  beforeAll(async () => {
    dataset = await client.uploadDataset("Cars.csv", carsCsv());
    const number = { model_type: "REGRESSION", response: "Miles_per_Gallon", layers: LINEAR };
    model = await client.train(dataset.id, { ...number, name: "Consumption", columns: INPUTS });
    mixed = await client.train(dataset.id, { ...number, name: "Mixed", columns: ["Origin", "Weight_in_lbs", "Year"] });
    const clusters = [{ nodes: [{ algorithm: "k-means", params: { clusters: 3 } }] }];
    groups = await client.train(dataset.id, { model_type: "CLUSTERING", name: "Groups", columns: INPUTS, layers: clusters });
    const kind = { model_type: "CLASSIFICATION", layers: LINEAR };
    origin = await client.train(dataset.id, { ...kind, response: "Origin", name: "From", columns: INPUTS });
    cylinders = await client.train(dataset.id, { ...kind, response: "Cylinders", name: "Engine", columns: ["Displacement", "Horsepower"] });
    person = await browser.logIn(`${client.url}home`);
    page = person.page;
    await page.getByRole("link", { name: "Home" }).first().waitFor();
  });

  const addressOf = ({ id }: ModelAnswer, place: Record<string, string> = {}) =>
    `${client.url}analysis/fitting?${new URLSearchParams({ datasetID: dataset.id, p: "quality", modelID: id, ...place })}`;

  /** Moves the focus as a person without a mouse does. */
  async function tabTo(place: Locator): Promise<void> {
    await place.waitFor();
    for (let pressed = 0; pressed < 100; pressed++) {
      if (await place.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`${place} is not reached by the tab key`);
  }
  async function type(place: Locator, text: string): Promise<void> {
    await tabTo(place);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
  }
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  const search = () => page.getByRole("button", { name: "Search", exact: true });
  const goal = (number = 1) => page.getByRole("combobox", { name: `Goal ${number}: Should become`, exact: true });
  const searches = async () => (await client.api.calculations(dataset.id, model.id)).filter(({ type }) => type === "optimization");

  // @contract a-search-for-settings-sends-nothing-while
  test("an incomplete search shows what it lacks beside the fields and is not sent", async () => {
    await page.goto(addressOf(model));
    await page.getByRole("tab", { name: "Performance" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByText("They stay here").or(page.getByText("None yet.")).waitFor();
    await tabTo(goal());
    await page.keyboard.type("As near");
    await field("Goal 1: Value").waitFor();
    await type(field("Weight_in_lbs: From"), "9000");
    await tabTo(search());
    await page.getByText("Goes beyond what the model has seen").waitFor();
    await page.getByText("Enter an upper limit too").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Enter a number").waitFor();
    expect(await field("Goal 1: Value").evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await searches()).toEqual([]);
  });

  test("a search finds the best settings within limits and rules, by the keyboard alone", async () => {
    const address = page.url();
    await page.reload();
    await field("Weight_in_lbs: From").waitFor();
    expect(await field("Weight_in_lbs: From").inputValue()).toBe("9000");
    // Only a reload keeps what was entered.
    await page.goto("about:blank");
    await page.goto(address);
    await tabTo(search());
    await page.keyboard.press("Enter");
    await page.getByText("Choose what it should become").waitFor();
    expect(await goal().evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type("As large");
    await type(field("Horsepower: Fixed at"), "100");
    await tabTo(page.getByRole("button", { name: "Add a rule" }));
    await page.keyboard.press("Enter");
    const input = page.getByRole("combobox", { name: "Rule 1: Input 1" });
    await page.getByRole("textbox", { name: "Rule 1: Factor 1" }).and(page.locator(":focus")).waitFor();
    await tabTo(input);
    await page.keyboard.type("Weight");
    const relation = page.getByRole("combobox", { name: "Rule 1: Comparison" });
    await tabTo(relation);
    await page.keyboard.press("ArrowDown");
    expect([await input.inputValue(), await relation.inputValue()]).toEqual(["Weight_in_lbs", ">="]);
    await type(field("Rule 1: Value"), "2500");
    await tabTo(search());
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Proposals for: Largest Miles_per_Gallon" }).waitFor();
    await page.getByText("1 × Weight_in_lbs ≥ 2,500 is just kept.").waitFor();
    await page
      .getByText(/^\d+% of cases lie between/)
      .first()
      .waitFor();
    const fixed = page.getByRole("row", { name: /^Horsepower/ }).getByRole("img", { name: "fixed" });
    await fixed.nth(1).waitFor();
    await page.getByRole("figure", { name: "The solutions compared" }).locator("canvas").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  // @contract a-calculation-is-is-processed-then-success
  test("a search is found again by its address, in the list and on a phone", async () => {
    const [made] = await searches();
    expect(made?.optimization?.variables).toContainEqual({ column: "Horsepower", fixed: 100 });
    const { result } = await client.api.calculation(dataset.id, model.id, made!.id);
    const { solutions } = result as OptimizationResult;
    await page.goto(addressOf(model));
    await page.getByRole("tab", { name: "Optimization" }).click();
    await page.getByRole("link", { name: /Largest Miles_per_Gallon/ }).click();
    const radios = page.getByRole("radio", { name: /^Solution \d+$/ });
    await radios.nth(solutions.length - 1).waitFor();
    expect(await radios.count()).toBe(solutions.length);
    const address = page.url();
    expect(new URL(address).searchParams.get("calcID")).toBe(made!.id);
    await page.setViewportSize(PHONE);
    await page.goto(address);
    await radios.first().waitFor();
    await page.getByText("1 × Weight_in_lbs ≥ 2,500 is just kept.").waitFor();
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("a solution carried over to the what-if gets the same answer, with its interval and contributions", async () => {
    await tabTo(page.getByRole("radio", { name: "Solution 1", exact: true }));
    await page.keyboard.press("ArrowDown");
    await page.getByRole("heading", { name: "Solution 2" }).waitFor();
    const prediction = await page.getByTestId("solution-prediction").textContent();
    await tabTo(page.getByRole("button", { name: "Apply to what-if" }));
    await page.keyboard.press("Enter");
    await page.getByText("Begins with solution 2 of the search.").waitFor();
    const answer = page.getByTestId("answer");
    await answer.waitFor();
    expect(await answer.textContent()).toBe(prediction);
    expect(await field("Horsepower").inputValue()).toBe("100");
    await page.getByText(/of cases lie between .+ and /).waitFor();
    const drivers = page.getByRole("list", { name: "Feature contributions" });
    await drivers.waitFor();
    expect(await textsOf(drivers.getByRole("listitem"))).toHaveLength(INPUTS.length);
    expect(await drivers.getByRole("listitem").first().textContent()).toMatch(/[+-]\d/);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  // @contract post-agatha-datasets-id-models-mid-response-curves
  test("the curve beside an input is moved along by the keyboard, and sets a number or a level", async () => {
    await page.goto(addressOf(mixed, { tab: "whatIf" }));
    const weight = page.getByRole("slider", { name: "Weight_in_lbs" });
    await tabTo(weight);
    const answer = page.getByTestId("answer");
    await answer.waitFor();
    const typical = (await answer.textContent()) ?? "";
    await page.keyboard.press("End");
    await answer.filter({ hasNotText: typical }).waitFor();
    expect(await field("Weight_in_lbs").inputValue()).toBe("5140");
    const light = page.getByRole("img", { name: /^Weight_in_lbs: the prediction lies between .+ and .+ over its range$/ });
    await light.waitFor();
    const described = (await light.getAttribute("aria-label")) ?? "";
    const origin = page.getByRole("slider", { name: "Origin" });
    await tabTo(origin);
    await page.keyboard.press("ArrowRight");
    await page.locator('input[type=range][aria-label="Origin"][aria-valuetext="Japan"]').waitFor();
    expect(await page.getByRole("combobox", { name: "Origin" }).inputValue()).toBe("Japan");
    await page.getByRole("img", { name: described, exact: true }).waitFor({ state: "detached" });
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("the long name of an input is read whole on a phone, and no wider than the screen", async () => {
    const long = "Weight of the car with driver, luggage and a full tank, in pounds";
    const table = await client.uploadDataset("Long names.csv", carsCsv().replace("Weight_in_lbs", `"${long}"`));
    const settings = { model_type: "REGRESSION", response: "Miles_per_Gallon", layers: LINEAR, columns: [long, "Horsepower"] };
    const { id } = await client.train(table.id, { ...settings, name: "Long" });
    await page.setViewportSize(PHONE);
    const place = { datasetID: table.id, p: "quality", modelID: id, tab: "whatIf" };
    await page.goto(`${client.url}analysis/fitting?${new URLSearchParams(place)}`);
    const name = page.getByRole("list", { name: "Feature contributions" }).getByText(long, { exact: true });
    await name.waitFor();
    expect(await name.evaluate(cutOrScrolled)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  // @contract a-calculation-is-is-processed-then-success
  test("a cancelled search returns its inputs to the form", async () => {
    const before = await searches();
    await page.goto(addressOf(model, { tab: "optimization" }));
    await goal().selectOption("As large as possible");
    await type(field("Acceleration: To"), "15");
    await field("Maximum number of solutions").fill("20");
    await search().click();
    await page.getByText("Searching for the best settings").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Calculation cancelled").waitFor();
    expect(await field("Acceleration: To").inputValue()).toBe("15");
    expect(await searches()).toEqual(before);
  });

  test("a search without a solution tells why and can be changed", async () => {
    const weight = { terms: [{ column: "Weight_in_lbs", coefficient: 1 }], relation: ">=" as const, value: 1e9 };
    const { id } = await client.api.calculate(dataset.id, model.id, {
      type: "optimization",
      target: { goal: "min" },
      constraints: [weight],
    });
    await client.waitForCalculation(dataset.id, model.id, id);
    await page.goto(addressOf(model, { tab: "optimization", calcID: id }));
    await page.getByText("No settings were found").waitFor();
    await page.getByRole("button", { name: "Change it and try again" }).click();
    expect(await field("Rule 1: Value").inputValue()).toBe("1000000000");
    expect(await goal().inputValue()).toBe("min");
    await page.getByRole("button", { name: "Remove rule 1" }).click();
    await page.getByRole("button", { name: "Put it back" }).click();
    expect(await field("Rule 1: Value").inputValue()).toBe("1000000000");
  });

  // @contract optimization-takes-numbers-texts-and-dates
  test("two goals over texts, days and numbers are reached together, by the keyboard alone, in both themes", async () => {
    await page.goto(addressOf(cylinders, { tab: "optimization" }));
    await page.getByRole("combobox", { name: "Goal 1: Class" }).waitFor();
    await page.getByRole("combobox", { name: "Goal 1: Class" }).selectOption("8");
    await tabTo(goal());
    await page.keyboard.type("At least");
    await type(field("Goal 1: Value"), "60");
    await tabTo(page.getByRole("button", { name: "Add a goal" }));
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Goal 2: Goal for" }).selectOption({ label: "Miles_per_Gallon (Mixed)" });
    await goal(2).selectOption("As large as possible");
    const wood = page.getByRole("combobox", { name: "Origin: Allowed values" });
    await tabTo(wood);
    await page.keyboard.type("Jap");
    await page.getByRole("listbox", { name: "Allowed values" }).getByRole("option", { name: "Japan" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Japan" }).waitFor();
    await page.getByLabel("Year: From", { exact: true }).fill("1975-01-01T00:00");
    expect(await accessibilityProblems(page)).toEqual([]);
    await tabTo(search());
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Probability of 8 (Cylinders) at least 60%, Largest Miles_per_Gallon (Mixed)" }).waitFor();
    await page.getByText(/Any two differ by at least 0\.5/).waitFor();
    await page.getByRole("row", { name: /^Origin.*Japan/ }).waitFor();
    await page.getByRole("row", { name: /^Year.*19\d\d-\d\d-\d\d/ }).waitFor();
    await page.getByRole("row", { name: /^Predicted Miles_per_Gallon \(Mixed\)/ }).waitFor();
    await page.getByRole("figure", { name: "The solutions compared" }).locator("canvas").waitFor();
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.reload();
      await page.getByRole("figure", { name: "The solutions compared" }).locator("canvas").waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    }
  });

  test("a prediction beyond all known values, a value that never occurs and a far combination are marked", async () => {
    const { id } = await client.api.calculate(dataset.id, model.id, {
      type: "optimization",
      target: { goal: "min" },
      variables: [
        { column: "Cylinders", fixed: 7 },
        { column: "Weight_in_lbs", min: 9000, max: 9500 },
      ],
      solutions: 1,
    });
    await client.waitForCalculation(dataset.id, model.id, id);
    await page.goto(addressOf(model, { tab: "optimization", calcID: id }));
    await page
      .getByRole("row", { name: /^Cylinders/ })
      .getByRole("img", { name: "never occurs in the training data" })
      .waitFor();
    await page.getByText("Below all known values").first().waitFor();
    await page.getByText("The model has never seen such values in Weight_in_lbs.").waitFor();
    await page.getByText(/The nearest known row is .+ away/).waitFor();
    // The what-if marks the same.
    await page.getByRole("button", { name: "Apply to what-if" }).click();
    await page.getByText("In Cylinders such a value never occurs").waitFor();
    await page.getByText("Below all known values").waitFor();
  });

  // @contract it-has-no-form-for-a-model-that
  test("a model that cannot be optimized tells why in place of the form", async () => {
    await page.goto(addressOf(groups, { tab: "optimization" }));
    await page.getByText("It predicts neither a number nor a class").waitFor();
    expect(await search().count()).toBe(0);
  });

  // @contract downloads-come-in-big5-and-other-encodings
  test("all rows of a dataset are predicted and saved in Big5", async () => {
    await page.goto(addressOf(origin, { tab: "batch" }));
    await page.getByRole("tabpanel").getByText("406 rows", { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await tabTo(page.getByRole("button", { name: "Predict", exact: true }));
    await page.keyboard.press("Enter");
    await page.getByText("406 rows predicted.").waitFor();
    await page.getByRole("figure", { name: "Distribution of the predictions" }).locator("canvas").waitFor();
    await page.getByRole("columnheader", { name: "Probability of USA" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("combobox", { name: "Encoding" }).click();
    await page.getByRole("option", { name: /Big5/ }).click();
    const asked = page.waitForRequest((request) => request.url().includes("encoding=big5"));
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download", exact: true }).click();
    await asked;
    const file = await saved;
    expect(file.suggestedFilename()).toBe("From-predictions.csv");
    const lines = (await readFile(await file.path(), "latin1")).trimEnd().split("\r\n");
    expect(lines).toHaveLength(407);
    expect(lines[0]).toMatch(/^row,Origin,probability /);
    const address = page.url();
    await page.goto(address);
    await page.getByRole("heading", { name: `Predictions: Rows of ${dataset.name}` }).waitFor();
  });

  // @contract a-batch-sends-no-rows-without-the
  test("an unusable file is reported before it is sent, and its rows are predicted once it is corrected", async () => {
    await page.goto(addressOf(model, { tab: "batch" }));
    await page.getByRole("radio", { name: "In a CSV file" }).check();
    const choose = (text: string) =>
      page.locator('input[type="file"]').setInputFiles({ name: "rows.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await page.getByRole("button", { name: "Predict", exact: true }).click();
    await page.getByText("Choose the rows first").waitFor();
    await choose("Cylinders,Displacement\n4,100\n");
    await page.getByText("Columns that the model learned from are missing: Horsepower, Weight_in_lbs, Acceleration").waitFor();
    const header = INPUTS.join(";");
    await choose(`${header}\n8;300;150;4000;12\n8;300;150 hp;4000;12\n`);
    await page.getByText("Row 2, Horsepower: “150 hp” is not a number.").waitFor();
    await choose(`${header}\n8;300;150;4000;12,5\n4;100;75;9000;15\n`);
    await page.getByText("2 rows can be predicted.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Predict", exact: true }).click();
    await page.getByText("2 rows predicted.").waitFor();
    await page.getByText("1 of the rows shown lies outside of what the model has seen.").waitFor();
    const car = { Cylinders: 8, Displacement: 300, Horsepower: 150, Weight_in_lbs: 4000, Acceleration: 12.5 };
    const [value] = (await client.api.whatIf(dataset.id, model.id, car)).result!.value;
    const cells = await textsOf(page.getByRole("region", { name: "Predictions by row" }).getByRole("row").nth(1).getByRole("cell"));
    expect(Number(cells[1])).toBeCloseTo(value as number, 1);
  });

  test("calculations cause no errors in the browser's console", () => {
    expect(person.errors).toEqual([]);
  });
});

/** Runs in the page. Returns the element and those around it whose content is wider than they are. */
function cutOrScrolled(element: Element): string[] {
  const around: Element[] = [];
  for (let each: Element | null = element; each; each = each.parentElement) around.push(each);
  return around
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
    .map(({ outerHTML }) => outerHTML.slice(0, 80));
}
