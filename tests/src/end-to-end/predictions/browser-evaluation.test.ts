/** Comparisons of models on new rows in the browser, mostly by the keyboard. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type { DatasetAnswer, EvaluationAnswer } from "@agatha/contracts/wire";
import type { Locator, Page } from "playwright-core";
import { vegaFile } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { waitFor } from "../testing/agatha-process.js";
import {
  accessibilityProblems,
  type BrowserSession,
  DESKTOP,
  describeInBrowser,
  expectNoHorizontalScroll,
  PHONE,
  textsOf,
} from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

/** Returns days of four years, those with snow marked as anomalies. Every fifth day is a test row. */
function weather(test: boolean): string {
  const [header, ...days] = readFileSync(vegaFile("seattle-weather.csv"), "utf8").trim().split(/\r?\n/);
  const kept = days.filter((_, i) => (i % 5 === 0) === test).map((day) => `${day},${day.endsWith(",snow") ? "snow" : ""}`);
  return [`${header},mark`, ...kept].join("\n");
}

const LATER = { name: "later.csv", mimeType: "text/csv", buffer: Buffer.from(weather(true)) };
const BREEZE = { ...LATER, name: "breeze.csv", buffer: Buffer.from(weather(true).replace(",wind,", ",breeze,")) };

/** Its 8th line has a word in the column wind. */
const CALM = { ...LATER, name: "calm.csv", buffer: Buffer.from(withLine(7, (line) => line.replace(/,[^,]*(?=,[^,]*,[^,]*$)/, ",calm"))) };
/** Its 8th line has a value too many. */
const LONG = { ...LATER, name: "long.csv", buffer: Buffer.from(withLine(7, (line) => `${line},1`)) };

function withLine(at: number, change: (line: string) => string): string {
  return weather(true)
    .split("\n")
    .map((line, i) => (i === at ? change(line) : line))
    .join("\n");
}

const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

describeInBrowser("comparisons in the browser", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let dataset: DatasetAnswer;
  const models: Record<string, string> = {};
  const address = (screen: string, more: Record<string, string> = {}) =>
    `${client.url}analysis/${screen}?${new URLSearchParams({ datasetID: dataset.id, p: "quality", ...more })}`;
  const figures = (): Locator => page.getByRole("region", { name: "Performance on these rows" });
  const list = (): Locator => page.getByRole("navigation", { name: "Comparisons" });
  const idInAddress = () => new URL(page.url()).searchParams.get("evaluationID") ?? "";
  const chooseFile = (file: typeof LATER) => page.locator('main input[type="file"], form input[type="file"]').first().setInputFiles(file);
  /** Returns the figures of a row as shown, without the training figures below. */
  const row = async (name: string): Promise<string[]> => {
    const cells = await textsOf(
      figures()
        .getByRole("row", { name: new RegExp(`^${name}`) })
        .getByRole("cell"),
    );
    return cells.map((cell) => cell.split("\n")[0] ?? "");
  };

  beforeAll(async () => {
    dataset = await client.uploadDataset("Weather.csv", weather(false));
    const columns = ["precipitation", "temp_min", "wind"];
    const wanted = [
      { name: "Linear", model_type: "REGRESSION", response: "temp_max", algorithm: "GLM" },
      { name: "Trees", model_type: "REGRESSION", response: "temp_max", algorithm: "RF" },
      { name: "Sky", model_type: "CLASSIFICATION", response: "weather", algorithm: "GLM" },
      { name: "Bayes", model_type: "CLASSIFICATION", response: "weather", algorithm: "BYS" },
      { name: "Forest", model_type: "OCC", semilabel: "mark", algorithm: "iForest" },
      { name: "Axes", model_type: "OCC", semilabel: "mark", algorithm: "PCA" },
    ];
    for (const { algorithm, ...model } of wanted) {
      models[model.name] = (await client.train(dataset.id, { ...model, columns, layers: [{ nodes: [{ algorithm }] }] })).id;
    }
    person = await browser.logIn(address("fitting", { modelID: models.Linear ?? "" }));
    page = person.page;
    await page.getByRole("heading", { name: "Linear" }).waitFor();
  }, 120_000);

  // @contract models-that-are-compared-are-of-one
  test("only models with the same kind of answer can be ticked for a comparison", async () => {
    await page.getByRole("checkbox", { name: "Compare Linear" }).press("Space");
    await page.getByRole("checkbox", { name: "Compare Sky: answers another kind of question", disabled: true }).waitFor();
    await page.getByRole("checkbox", { name: "Compare Trees" }).press("Space");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Compare 2 models" }).press("Enter");
    await page.getByRole("heading", { name: "Compare models on new data" }).waitFor();
    for (const name of ["Linear", "Trees"])
      expect(await page.getByRole("checkbox", { name: new RegExp(`^${name}`) }).isChecked()).toBe(true);
    expect(await page.getByRole("checkbox", { name: "Sky" }).isDisabled()).toBe(true);
  });

  // @contract the-page-of-a-new-comparison-sends
  test("a comparison without rows does not run and says that rows are missing", async () => {
    const sent: string[] = [];
    page.on("request", (request) => void (request.method() === "POST" && request.url().includes("/agatha/") && sent.push(request.url())));
    const compare = page.getByRole("button", { name: "Compare", exact: true });
    await compare.press("Enter");
    await page.getByText("Choose a file with the test rows").waitFor();
    await chooseFile({ ...LATER, name: "later.parquet" });
    await page.getByText("The file has to be .csv, .xlsx or .xls").waitFor();
    await compare.press("Enter");
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(sent).toEqual([]);
    expect(await page.getByRole("switch", { name: /edit history/ }).isDisabled()).toBe(true);
    await page.getByText("The dataset's edit history has no step that is switched on.").waitFor();
  });

  // @contract a-file-with-test-rows-is-cancelled
  test("a test file can be cancelled during its upload and replaced by another", async () => {
    const upload = "**/evaluations/*/upload/";
    let held = () => {};
    const onItsWay = new Promise<void>((resolve) => {
      held = resolve;
    });
    await page.route(upload, () => held());
    await chooseFile(BREEZE);
    await page.getByRole("button", { name: "Compare", exact: true }).press("Enter");
    await onItsWay;
    await page.getByRole("button", { name: "Cancel breeze.csv" }).press("Enter");
    await page.getByText("The test rows are missing").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.unroute(upload);
  });

  // @contract an-evaluation-is-started-polled-and-ends
  test("a test file that lacks a column is rejected with the column's name, and the next file is accepted", async () => {
    await chooseFile(BREEZE);
    const refusal = page.getByRole("alert").filter({ hasText: "could not be compared" });
    await refusal.getByText("wind: missing. Add the column, with the same name.").waitFor();
    await refusal.getByText("010702").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await chooseFile(CALM);
    await refusal.getByText("The first wrong entry is “calm” in row 7.").waitFor();
    await chooseFile(LONG);
    const wrongLine = page.getByRole("alert").filter({ hasText: "The test rows could not be used" });
    await wrongLine.getByText("Line 8: the line has 8 values, but only 7 columns are named: value 8 is too many").waitFor();
    await page.getByRole("button", { name: /^Language/ }).press("Enter");
    await page.getByRole("menuitem", { name: "日本語" }).press("Enter");
    await page.getByText("8 行目：値が 8 個ありますが、列名は 7 個です。8 個目の値が余分です").waitFor();
    await page.getByRole("button", { name: /^言語/ }).press("Enter");
    await page.getByRole("menuitem", { name: "English" }).press("Enter");
    await wrongLine.waitFor();
    await chooseFile(LATER);
    await figures().waitFor();
  }, 120_000);

  // @contract models-stand-side-by-side-with-a
  test("models are shown side by side with a trivial guess, the best one marked", async () => {
    const { evaluation_bymodel: lines } = await client.waitForEvaluation(dataset.id, idInAddress());
    const errors = lines.map(({ indicators }) => indicators.RMSE ?? Number.NaN).sort((a, b) => a - b);
    const winner = lines.find(({ indicators }) => indicators.RMSE === errors[0]);
    await page.getByText(`Best here: ${winner?.model_name}. Clearly better than the baseline.`).waitFor();
    const [best, other, guess] = (await row("RMSE")).map(Number.parseFloat);
    expect([best, other]).toEqual(errors.map((error) => Number(error.toPrecision(4))));
    expect(guess).toBeGreaterThan(other!);
    await figures()
      .getByRole("columnheader", { name: new RegExp(`Best.*${winner?.model_name}`, "s") })
      .waitFor();
    for (const name of ["Linear", "Trees"]) {
      await page
        .getByRole("figure", { name: `${name}: Actual against predicted` })
        .locator("canvas")
        .waitFor();
    }
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  // @contract what-they-answered-is-seen-row-by
  test("the models' answers are listed row by row, the worst first, page by page", async () => {
    const rows = page.getByRole("region", { name: "Row by row" });
    const numbers = async () => (await textsOf(rows.getByRole("row").locator("td:first-child"))).map(Number);
    expect(await numbers()).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
    await page.getByRole("button", { name: "Next page" }).press("Enter");
    await page.getByText("26–50 of 293").waitFor();
    expect((await numbers())[0]).toBe(26);
    await page.getByRole("combobox", { name: "Order" }).press("Enter");
    await page.getByRole("option", { name: "Largest errors of Linear first" }).press("Enter");
    await page.getByText("1–25 of 293").waitFor();
    const { result } = await client.api.evaluationByModel(dataset.id, idInAddress(), models.Linear!);
    const errors = result!.actual!.map((actual, i) => Math.abs(Number(actual) - Number(result!.prediction.value[i])));
    expect((await numbers())[0]).toBe(errors.indexOf(Math.max(...errors)) + 1);
  });

  // @contract models-stand-side-by-side-with-a
  test("models leave and rejoin a comparison without predicting twice", async () => {
    for (const count of [1, 2]) {
      await page.getByRole("button", { name: "Change models" }).press("Enter");
      const dialog = page.getByRole("dialog", { name: "Models of this comparison" });
      await dialog.getByRole("checkbox", { name: /^Linear/ }).press("Space");
      expect(await accessibilityProblems(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Compare these" }).press("Enter");
      await page.getByRole("heading", { name: `${count} model${count === 1 ? "" : "s"} on later.csv` }).waitFor();
      // One figure for each model and for the trivial guess.
      await figures().getByRole("row", { name: /^RMSE/ }).getByRole("cell").nth(count).waitFor();
      expect(await row("RMSE")).toHaveLength(count + 1);
    }
  });

  // @contract get-tukey-download-gzip
  test("a comparison is downloaded with its rows in Big5", async () => {
    await page.getByRole("button", { name: "Download", exact: true }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Download the predictions" });
    await dialog.getByRole("combobox", { name: "Encoding" }).press("Enter");
    await page.getByRole("option", { name: "Big5 (繁體中文)" }).press("Enter");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    expect(await accessibilityProblems(page)).toEqual([]);
    const asked = page.waitForRequest((request) => request.url().includes("/download_gzip/"));
    const coming = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download" }).press("Enter");
    const file = await coming;
    expect(new URL((await asked).url()).searchParams.get("encoding")).toBe("big5");
    expect(file.suggestedFilename()).toMatch(/^Weather-evaluation-.*\.csv\.gz$/);
    const lines = new TextDecoder("big5").decode(gunzipSync(await readFile(await file.path()))).split("\r\n");
    expect(lines[0]).toMatch(/^row,date,precipitation,temp_max,temp_min,wind,weather,mark,(Linear,Trees|Trees,Linear)$/);
    await dialog.waitFor({ state: "detached" });
  });

  // @contract test-data-has-the-columns-types-and
  test("models are compared on a matching dataset, whose rows go through the edit history", async () => {
    const later = await client.uploadDataset("Later.csv", weather(true));
    await client.uploadDataset("Breeze.csv", BREEZE.buffer);
    const conditions = [{ column: "wind", op: "gt" as const, value: 2 }];
    await client.api.createExtraction(dataset.id, { spec: { type: "filter", groups: [{ conditions }] } });
    await page.goto(address("evaluation", { evaluationID: "new", models: `${models.Linear},${models.Trees}` }));
    await page.getByRole("radio", { name: "An existing dataset" }).press("Space");
    const place = page.getByRole("combobox", { name: "Dataset with the test rows" });
    await place.fill("Breeze");
    await page.getByRole("option", { name: "Breeze" }).waitFor();
    await place.press("Enter");
    await page.getByText("The dataset does not fit Linear:").waitFor();
    await page.getByText("wind: missing. Add the column, with the same name.").first().waitFor();
    await page.getByRole("button", { name: "Compare", exact: true }).press("Enter");
    await page.getByText("The columns of this dataset fit none of the models").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await place.fill("Later");
    await page.getByRole("option", { name: "Later" }).waitFor();
    await place.press("Enter");
    await page.getByRole("switch", { name: /edit history/ }).press("Space");
    await page.getByRole("button", { name: "Compare", exact: true }).press("Enter");
    await figures().waitFor();
    const made = await client.waitForEvaluation(dataset.id, idInAddress());
    expect(made).toMatchObject({ use_extraction: true, test_dataset_id: later.id, status: "evaluating_finish" });
    await page.getByText("applied to the test rows").waitFor();
  });

  test("a comparison of classifiers shows the confusion matrix and what each finds against its false alarms", async () => {
    await open(["Sky", "Bayes"]);
    for (const name of ["Sky", "Bayes"]) await page.getByRole("region", { name: `${name}: Confusion matrix` }).waitFor();
    await page.getByRole("combobox", { name: "Curves" }).press("Enter");
    await page.getByRole("option", { name: "snow" }).press("Enter");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    await page.getByRole("figure", { name: "ROC curve of “snow”" }).locator("canvas").waitFor();
    await page.getByRole("combobox", { name: "Curves" }).press("Enter");
    await page.getByRole("option", { name: "Bayes" }).press("Enter");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    const ofAllClasses = page.getByRole("figure", { name: "ROC curves of all classes: Bayes" });
    await ofAllClasses.locator("canvas").waitFor();
    // The area of a class has an interval.
    await ofAllClasses.getByRole("img", { name: /snow \(ROC AUC [\d.]+ \([\d.]+\s[^)]+\)\)/ }).waitFor();
    await page
      .getByText(/ training rows$/)
      .first()
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  // @contract models-stand-side-by-side-with-a
  test("outlier detectors take another limit on flagged rows at once, keep it, and can be reset", async () => {
    const id = await open(["Forest", "Axes"]);
    const shares = ({ evaluation_bymodel: lines }: EvaluationAnswer) =>
      lines.map(({ indicators }) => percent.format(indicators.contamination ?? Number.NaN)).sort();
    const areShown = (wanted: string[]) =>
      waitFor(`${wanted} in the table`, async () => (await row("Share flagged")).sort().join() === wanted.join());
    const trained = shares(await client.waitForEvaluation(dataset.id, id));
    const strict = shares(await client.api.evaluation(dataset.id, id, { max_fpr: 0 }));
    expect(strict).not.toEqual(trained);
    await areShown(trained);
    const asked: string[] = [];
    const changes = (request: { method(): string; url(): string }) => void (request.method() !== "GET" && asked.push(request.url()));
    page.on("request", changes);
    await page.getByRole("slider", { name: "Limit on the false positive rate" }).press("Home");
    await page.waitForURL(/max_fpr=0(&|$)/);
    await areShown(strict);
    expect(asked).toEqual([]);
    page.off("request", changes);
    await page.reload();
    await areShown(strict);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Keep this limit" }).press("Enter");
    await page.waitForURL((url) => !url.searchParams.has("max_fpr"));
    expect((await client.api.evaluation(dataset.id, id)).max_fpr).toBe(0);
    await page.getByRole("button", { name: "As trained" }).press("Enter");
    await areShown(trained);
    expect((await client.api.evaluation(dataset.id, id)).max_fpr).toBeNull();
    await page.getByRole("figure", { name: "ROC curve of known anomalies" }).locator("canvas").waitFor();
  });

  // @contract comparisons-are-listed-deleted-and-taken-back
  test("deleted comparisons return with ctrl+z", async () => {
    const comparisons = list().locator("li a");
    const before = await comparisons.count();
    expect(before).toBe(4);
    await page.getByRole("button", { name: "Delete" }).press("Enter");
    await page.getByText("Comparison deleted").waitFor();
    expect(await comparisons.count()).toBe(before - 1);
    await page.keyboard.press("Control+z");
    await comparisons.nth(before - 1).waitFor();
  });

  test("a model that was trained again on another dataset is tested beside the model that it repeats", async () => {
    const newer = await client.uploadDataset("Newer.csv", weather(false).split("\n").slice(0, 800).join("\n"));
    const { id } = await client.api.cloneModel(dataset.id, models.Linear!, { dataset_id: newer.id });
    await client.waitForModel(newer.id, id);
    await page.goto(address("fitting", { datasetID: newer.id, modelID: id }));
    await page.getByRole("link", { name: "Test on new data" }).press("Enter");
    for (const name of [/^Linear Linear or logistic/, /^Linear of the dataset Weather · /])
      expect(await page.getByRole("checkbox", { name }).isChecked()).toBe(true);
    await page.getByRole("radio", { name: "An existing dataset" }).press("Space");
    const rows = page.getByRole("combobox", { name: "Dataset with the test rows" });
    await rows.fill("Weather");
    await page.getByRole("option", { name: /^Weather/ }).click();
    await page.getByText("These rows were in the training of Linear (dataset Weather)").waitFor();
    await rows.fill("Later");
    await page.getByRole("option", { name: "Later" }).click();
    await page.getByRole("button", { name: "Compare", exact: true }).press("Enter");
    await figures().getByRole("columnheader", { name: "Linear (dataset Weather)" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await figures().getByRole("link", { name: "Linear (dataset Weather)" }).press("Enter");
    await page.waitForURL((url) => url.searchParams.get("datasetID") === dataset.id && url.searchParams.get("modelID") === models.Linear);
  });

  test("the address alone restores a comparison, in any language and on a phone", async () => {
    const id = await open(["Forest", "Axes"]);
    for (const [language, heading] of [
      ["繁體中文", "2 個模型，以 Later 測試"],
      ["简体中文", "2 个模型，用 Later 测试"],
      ["日本語", "Later で 2 個のモデルを比較"],
      ["English", "2 models on Later"],
    ] as const) {
      await page.setViewportSize(DESKTOP);
      await page.getByRole("button", { name: /^(Language|語言|语言|言語)/ }).click();
      await page.getByRole("menuitem", { name: language }).click();
      await page.setViewportSize(PHONE);
      await page.goto(address("evaluation", { evaluationID: id }));
      await page.getByRole("heading", { name: heading }).waitFor();
      await page.getByRole("figure").nth(2).waitFor();
      await expectNoHorizontalScroll(page);
    }
  });

  test("comparisons cause no errors in the browser's console", () => {
    expect(person.errors).toEqual([]);
  });

  /** Opens a comparison on the dataset Later and waits for its figures. */
  async function open(names: string[]): Promise<string> {
    const test_dataset_id = (await client.api.datasets()).find(({ name }) => name === "Later")?.id;
    const request = { model_id_list: names.map((name) => models[name]!), test_dataset_id };
    const { id } = await client.api.createEvaluation(dataset.id, request);
    await page.goto(address("evaluation", { evaluationID: id }));
    await figures().waitFor();
    return id;
  }
});
