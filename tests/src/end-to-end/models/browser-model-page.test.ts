/** What a model's page offers besides its results, by keyboard: its structure, copies, files, groups and token. */
import { readFile } from "node:fs/promises";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import type { Download, Page } from "playwright-core";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { waitFor } from "../testing/agatha-process.js";
import { accessibilityProblems, type BrowserSession, describeInBrowser, expectNoHorizontalScroll, PHONE } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

/** Returns the intervals that are broken into lines, or that lie beyond the list of models that they are in. */
async function intervalsOutOfPlace(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const intervals: { text: string; isOutOfPlace: boolean }[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const match of (node.textContent ?? "").matchAll(/\([\d.]+%?\s–\u2060\s[\d.]+%?\)/g)) {
        const range = document.createRange();
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
        const end = node.parentElement?.closest("li")?.getBoundingClientRect().right ?? Number.POSITIVE_INFINITY;
        intervals.push({ text: match[0], isOutOfPlace: lines.size > 1 || range.getBoundingClientRect().right > end + 1 });
      }
    }
    return intervals;
  });
  expect(found.length).toBeGreaterThan(0);
  return found.flatMap(({ text, isOutOfPlace }) => (isOutOfPlace ? [text] : []));
}

describeInBrowser("a model's page", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let cars: DatasetAnswer;
  let model: ModelAnswer;
  let groups: ModelAnswer;

  beforeAll(async () => {
    cars = await client.uploadDataset("Cars.csv", carsCsv());
    await client.uploadDataset("MoreCars.csv", carsCsv());
    await client.uploadDataset("Fewer.csv", "Horsepower,Weight_in_lbs\n100,2000\n120,2500\n90,1900\n");
    model = await client.train(cars.id, {
      name: "Consumption",
      model_type: "REGRESSION",
      response: "Miles_per_Gallon",
      columns: ["Horsepower", "Weight_in_lbs"],
      layers: [{ nodes: [{ algorithm: "GLM" }] }],
      seed: 7,
    });
    groups = await client.train(cars.id, {
      name: "Kinds",
      model_type: "CLUSTERING",
      columns: ["Horsepower", "Weight_in_lbs", "Origin"],
      layers: [{ nodes: [{ algorithm: "k-means", params: { clusters: 3 } }] }],
    });
    person = await browser.logIn(addressOf(model));
    page = person.page;
    await page.getByRole("heading", { name: "Consumption", exact: true }).waitFor();
  });

  const addressOf = ({ id }: ModelAnswer, tab = "figures"): string =>
    `${client.url}analysis/fitting?${new URLSearchParams({ datasetID: cars.id, p: "quality", modelID: id, tab })}`;
  const open = async (...place: Parameters<typeof addressOf>) => void (await page.goto(addressOf(...place)));
  async function choose(item: string): Promise<void> {
    await page.getByRole("button", { name: "More", exact: true }).press("Enter");
    await page.getByRole("menuitem", { name: item }).press("Enter");
  }
  async function download(start: () => Promise<void>): Promise<Download> {
    const [file] = await Promise.all([page.waitForEvent("download"), start()]);
    return file;
  }
  const press = (name: string) => page.getByRole("button", { name, exact: true }).press("Enter");

  test("the importance of all columns stands behind the ten most important, each with its spread", async () => {
    const names = Array.from({ length: 12 }, (_, j) => `x${j}`);
    const lines = Array.from({ length: 120 }, (_, i) => names.map((_name, j) => Math.round(100 * Math.sin((i + 1) * (j + 1.3)))));
    const csv = [[...names, "y"], ...lines.map((line) => [...line, 3 * line[2]! + line[5]!])].map((line) => line.join(",")).join("\n");
    const wide = await client.uploadDataset("Wide.csv", csv);
    const request = { name: "ManyColumns", model_type: "REGRESSION", response: "y", layers: [{ nodes: [{ algorithm: "GLM" }] }] } as const;
    const many = await client.train(wide.id, request);
    const tab = { datasetID: wide.id, p: "quality", modelID: many.id, tab: "figures" };
    await page.goto(`${client.url}analysis/fitting?${new URLSearchParams(tab)}`);
    const chart = page.getByRole("figure", { name: "Feature importance" });
    await chart.getByRole("button", { name: /as a table$/ }).press("Enter");
    await chart.getByRole("row", { name: /^x2 / }).waitFor();
    await chart.getByRole("row").nth(10).waitFor();
    expect(await chart.getByRole("row").count()).toBe(1 + 10);
    await press("Show all 12 columns");
    await chart.getByRole("row").nth(12).waitFor();
    for (const name of names) await chart.getByRole("row", { name: new RegExp(`^${name} `) }).waitFor();
    await page.getByRole("button", { name: "Show fewer", exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await open(model);
  });

  test("on a phone the list of models is scrolled to the one that is open, below the button for a new one", async () => {
    for (const response of ["Acceleration", "Displacement", "Cylinders"]) {
      const request = { name: response, model_type: "REGRESSION", response, columns: ["Horsepower"] } as const;
      await client.train(cars.id, { ...request, layers: [{ nodes: [{ algorithm: "GLM" }] }] });
    }
    await page.setViewportSize(PHONE);
    await open(groups);
    const list = page.getByRole("navigation", { name: "Models" });
    const item = list.getByRole("link", { name: /^Kinds/ });
    await item.waitFor();
    await waitFor("the open model in view", async () => {
      const places = [list, item, list.getByRole("link", { name: "New model" })].map((one) => one.boundingBox());
      const [box, own, button] = await Promise.all(places);
      return own!.y >= button!.y + button!.height && own!.y + own!.height <= box!.y + box!.height;
    });
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(model);
  });

  test("the structure shows the graph of the layers and the record of the training, which is downloaded", async () => {
    await page.getByRole("tab", { name: "Structure" }).press("Enter");
    await page
      .getByRole("img", { name: "2 columns → Linear or logistic regression, Linear or logistic regression → Miles_per_Gallon" })
      .waitFor();
    const record = page.getByRole("region", { name: "Training record" });
    await record.getByText("7", { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const file = await download(() => press("Download the record"));
    expect(file.suggestedFilename()).toBe("Consumption.record.json");
    expect(JSON.parse(await readFile(await file.path(), "utf8"))).toMatchObject({ recipe: { seed: 7, response: "Miles_per_Gallon" } });
    await page.setViewportSize(PHONE);
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("a tab that cannot be loaded says so in its place, and the rest of the page stays", async () => {
    const other = await person.context.newPage();
    await other.route(/structure-panel-/, (route) => route.abort());
    await other.goto(page.url());
    const notice = other.getByRole("tabpanel").getByRole("alert");
    await notice.getByText("A part of this screen was not loaded").waitFor();
    await other.getByRole("tab", { name: "Structure", selected: true }).waitFor();
    expect(await accessibilityProblems(other)).toEqual([]);
    await other.unroute(/structure-panel-/);
    await notice.getByRole("button", { name: "Try again" }).press("Enter");
    await other.getByRole("region", { name: "Training record" }).waitFor();
    await other.close();
  });

  test("a training that is repeated from its record gives the same bytes, and the page says so", async () => {
    await press("Train again with this record");
    await page.getByRole("heading", { name: /^Consumption.*Copy/i }).waitFor();
    await page.getByRole("tab", { name: "Structure" }).press("Enter");
    await page.getByText("identical to it, byte for byte").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("a model is retrained on another dataset, after the columns that another lacks are named", async () => {
    await open(model);
    await choose("Retrain on another dataset…");
    const dialog = page.getByRole("dialog");
    const dataset = dialog.getByRole("combobox", { name: "Dataset" });
    await dataset.fill("Fewer");
    await page.getByRole("option", { name: "Fewer" }).waitFor();
    await dataset.press("Enter");
    await dialog.getByText("The dataset lacks columns that the model needs: Miles_per_Gallon").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dataset.fill("More");
    await page.getByRole("option", { name: "MoreCars" }).waitFor();
    await dataset.press("Enter");
    await dialog.getByText("The dataset lacks columns").waitFor({ state: "detached" });
    await dialog.getByRole("button", { name: "Train", disabled: false }).press("Enter");
    await page.getByRole("heading", { name: "MoreCars" }).waitFor();
    await page.getByRole("heading", { name: /^Consumption/ }).waitFor();
    await page.getByText("Clearly better than the baseline.").waitFor();
  });

  test("a classification shows figures of each class, and the curves of the class that is chosen by keyboard", async () => {
    const kinds = await client.train(cars.id, {
      name: "Origins",
      model_type: "CLASSIFICATION",
      response: "Origin",
      columns: ["Horsepower", "Weight_in_lbs", "Miles_per_Gallon"],
      layers: [{ nodes: [{ algorithm: "RF" }] }],
    });
    await open(kinds);
    await page.getByRole("region", { name: "Figures of each class" }).getByRole("rowheader", { name: "Japan" }).waitFor();
    await page.getByRole("row", { name: /^Japan 79 \d.*%\s*\(\d+%\s–\u2060\s\d+%\)/ }).waitFor();
    await page
      .getByText(/Expected calibration error/)
      .first()
      .waitFor();
    const curve = page.getByRole("combobox", { name: "Curve" });
    await curve.press("Enter");
    await page.getByRole("option", { name: "Precision-recall" }).press("Enter");
    // The partial dependence has a choice of the same name.
    const kind = page.locator("#curve-class");
    await kind.press("Enter");
    await page.getByRole("option", { name: "Japan" }).press("Enter");
    await page.getByRole("figure", { name: "Precision-recall: Japan" }).waitFor();
    await page
      .getByText(
        /average precision 0\.\d+ \(0\.\d+\s–\u2060\s[01][\d.]*\)\. Each point is a threshold\. The nearer to the upper right corner/,
      )
      .first()
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const tabs = page.getByRole("tablist").filter({ has: page.getByRole("tab", { name: "Performance" }) });
    for (const size of [PHONE, { width: 1280, height: 800 }]) {
      await page.setViewportSize(size);
      await expectNoHorizontalScroll(page);
      expect(await intervalsOutOfPlace(page)).toEqual([]);
      if (size !== PHONE) continue;
      // Not all tabs fit. A shadow says so.
      expect(await tabs.evaluate((list) => list.scrollWidth > list.clientWidth)).toBe(true);
      expect(await tabs.evaluate((list) => getComputedStyle(list).backgroundImage)).toContain("linear-gradient");
    }
  });

  test("a threshold is moved over held-out rows by keyboard, stored for every answer and removed", async () => {
    const x = Array.from({ length: 150 }, (_, i) => Math.sin(i) * 10);
    const verdict = x.map((value, i) => (value > 5 === i % 7 > 0 ? "reject" : "accept"));
    const csv = ["x,z,verdict", ...x.map((value, i) => `${value},${i % 13},${verdict[i]}`)].join("\n");
    const parts = await client.uploadDataset("Inspection.csv", csv);
    const layers = [{ nodes: [{ algorithm: "GLM" }] }];
    const request = { name: "Verdict", model_type: "CLASSIFICATION", response: "verdict", columns: ["x", "z"], layers };
    const inspection = await client.train(parts.id, request);
    const tab = { datasetID: parts.id, p: "quality", modelID: inspection.id, tab: "figures" };
    await page.goto(`${client.url}analysis/fitting?${new URLSearchParams(tab)}`);
    await page.getByRole("figure", { name: "ROC: reject" }).waitFor();
    await page.locator("#curve-class").press("Enter");
    await page.getByRole("option", { name: "accept" }).press("Enter");
    await page.getByRole("figure", { name: "ROC: accept" }).waitFor();
    await page.locator("#calibration-class").press("Enter");
    await page.getByRole("option", { name: "accept" }).press("Enter");
    const panel = page.getByRole("region", { name: "Decide by cost", exact: true });
    await panel.getByText("The model answers with the likeliest class.").waitFor();
    await panel.getByRole("textbox", { name: "Cost if reject is predicted as accept" }).fill("9");
    await panel.getByRole("button", { name: "Least expected cost" }).press("Enter");
    await panel.getByText("“reject” from 10%").waitFor();
    const slider = panel.getByRole("slider", { name: "Probability of reject from which it is the answer" });
    await slider.press("ArrowRight");
    await panel.getByText("“reject” from 11%").waitFor();
    await panel.getByText(/^Accuracy .*cost per row/).waitFor();
    await slider.press("Home");
    // At 0 every row is rejected.
    await panel
      .getByRole("region", { name: "Confusion matrix of this decision" })
      .getByRole("row", { name: new RegExp(`^Actual accept 0 ${verdict.filter((one) => one === "accept").length} `) })
      .waitFor();
    await slider.press("ArrowRight");
    await panel.getByRole("button", { name: "Answer by this decision" }).press("Enter");
    await panel.getByText("The model answers by a stored decision.").waitFor();
    const { decision } = await client.api.model(parts.id, inspection.id);
    expect(decision).toEqual({
      labels: ["accept", "reject"],
      costs: [
        [0, 1],
        [9, 0],
      ],
      threshold: 0.01,
    });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await expectNoHorizontalScroll(page);
    const costs = panel.getByRole("region", { name: "Costs", exact: false }).first();
    expect(await costs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await panel.getByRole("button", { name: "Answer with the likeliest class" }).press("Enter");
    await panel.getByText("The model answers with the likeliest class.").waitFor();
    expect((await client.api.model(parts.id, inspection.id)).decision).toBeNull();
  });

  test("a model is exported as ONNX", async () => {
    await open(model);
    const file = await download(() => choose("Export as ONNX"));
    expect(file.suggestedFilename()).toBe("Consumption.onnx");
    expect((await readFile(await file.path())).includes("Horsepower")).toBe(true);
  });

  test("the token of a model's API is replaced and revoked, and its use is a chart", async () => {
    await client.json("PATCH", "agatha/openthirdapi/update_multi/", {
      api_update_list: [{ model_id: model.id, api_enabled: true }],
      product_type: "quality",
    });
    const { api_token: token } = await client.api.modelApi(cars.id, model.id);
    const data = { Horsepower: 100, Weight_in_lbs: 2000 };
    expect((await client.json("POST", "tukey/api/", { api_token: token, data })).status).toBe(200);
    await open(model, "api");
    await page.getByRole("figure", { name: "Use of the API" }).locator("canvas").waitFor();
    await press("Show Use of the API as a table");
    await page.getByRole("cell", { name: "Current token" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await press("Replace the token");
    await page.getByRole("alertdialog").getByRole("button", { name: "Replace the token" }).press("Enter");
    await page.getByRole("cell", { name: /^Former token/ }).waitFor();
    expect((await client.json("POST", "tukey/api/", { api_token: token, data })).status).toBe(401);
    await press("Revoke the token");
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke the token" }).press("Enter");
    await page.getByText("its token is revoked.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await press("Create a token");
    await page.getByRole("button", { name: "Show the token", exact: true }).waitFor();
  });

  test("groups show how a column lies in them, and are saved as a dataset with a column for the group", async () => {
    await open(groups);
    await page.getByRole("figure", { name: "Density of Horsepower by group" }).locator("canvas").waitFor();
    await page.getByRole("combobox", { name: "Column" }).press("Enter");
    await page.getByRole("option", { name: "Origin" }).press("Enter");
    await page.getByRole("figure", { name: "Density of Origin by group" }).waitFor();
    await page.getByRole("listbox").waitFor({ state: "detached" });
    expect(await accessibilityProblems(page)).toEqual([]);
    await choose("Save the results as a dataset…");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name of the new dataset" }).fill("CarKinds");
    await dialog.getByRole("textbox", { name: "Name of the new column" }).fill("kind");
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("textbox", { name: "Name of the new column" }).press("Enter");
    await page.getByRole("heading", { name: "CarKinds" }).waitFor();
    const saved = (await client.api.datasets()).find(({ name }) => name === "CarKinds");
    const { columns } = await client.waitForDataset(saved?.id ?? "", "evaluating_finish");
    expect(columns.at(-1)).toMatchObject({ name: "kind", type: "s" });
    expect(person.errors).toEqual([]);
  });
});
