/** A file that cannot be read is read in another way, with a preview, in the browser, by keyboard. */
import type { Page } from "playwright-core";
import { useAgatha } from "../testing/agatha-fixture.js";
import { accessibilityProblems, type BrowserSession, describeInBrowser, expectNoHorizontalScroll, PHONE } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

describeInBrowser("a file that cannot be read", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;

  beforeAll(async () => {
    person = await browser.logIn(`${client.url}analysis/upload/quality`);
    page = person.page;
  });

  const uploads = () =>
    page.getByRole("region", { name: /^(Files on their way|傳送中的檔案|正在上传的文件|送信中のファイル)$/ }).getByRole("alert");

  async function chooseLanguage(name: string): Promise<void> {
    await page.getByRole("button", { name: /^(Language|語言|语言|言語)/ }).press("Enter");
    await page.getByRole("menuitem", { name }).press("Enter");
  }

  async function choose(label: string, option: string): Promise<void> {
    await page.getByRole("combobox", { name: label }).press("Enter");
    await page.getByRole("option", { name: option }).press("Enter");
    await page.getByRole("listbox").waitFor({ state: "detached" });
  }

  test("it is red, with its line and column in the language of the screen, also after a change of it", async () => {
    const buffer = Buffer.from("heat;grade\n1,5;2\n2,5;3,4;9\n");
    await page.locator('input[type="file"]').first().setInputFiles({ name: "Ragged.csv", mimeType: "text/csv", buffer });
    const alert = uploads().filter({ hasText: "Ragged could not be read" });
    await alert.getByText("Line 3: the line has 3 values, but only 2 columns are named: value 3 is too many.").waitFor();
    await alert.getByText("2,5;3,4;9").waitFor();
    for (const [language, sentence] of [
      ["繁體中文", "第 3 行：這一行有 3 個值，但只有 2 個欄位名稱：第 3 個值是多餘的"],
      ["简体中文", "第 3 行：这一行有 3 个值，但只有 2 个列名：第 3 个值是多余的"],
      ["日本語", "3 行目：値が 3 個ありますが、列名は 2 個です。3 個目の値が余分です"],
      ["English", "Line 3: the line has 3 values"],
    ] as const) {
      await chooseLanguage(language);
      await uploads().first().getByText(sentence).waitFor();
    }
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("the dialog shows the first rows as each choice would read them, and reads the file so", async () => {
    await page.getByRole("button", { name: "Read it differently" }).first().press("Enter");
    const dialog = page.getByRole("dialog", { name: "How should Ragged be read?" });
    await dialog.getByRole("alert").getByText("Line 3: the line has 3 values").waitFor();
    await choose("Delimiter", "Vertical bar");
    await dialog.getByRole("columnheader", { name: "heat;grade" }).waitFor();
    await choose("Column names", "None: number the columns");
    await dialog.getByRole("columnheader", { name: "Column1" }).waitFor();
    await dialog.getByRole("cell", { name: "2,5;3,4;9" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Read again" }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    await uploads().getByText("Uploaded as Ragged").waitFor();
    const [{ id } = { id: "" }] = await client.api.datasets();
    expect(await client.waitForDataset(id, "evaluating_finish")).toMatchObject({
      delimiter: "|",
      header: "none",
      fault: null,
      total_rows: 3,
      column_count: 1,
    });
  });

  test("the filters of the datasets are not cut on a phone", async () => {
    await page.setViewportSize(PHONE);
    for (const [product, name] of Object.entries({ occ: "Equipment anomaly", quality: "Product quality", opt: "Recipe optimization" })) {
      await page.goto(`${client.url}analysis/upload/${product}`);
      const field = page.getByRole("combobox", { name: "Product" });
      await field.getByText(name).waitFor();
      expect(await field.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    }
  });

  test("the dialog fits a phone", async () => {
    const [dataset] = await client.api.datasets();
    await page.setViewportSize(PHONE);
    await page.goto(`${client.url}analysis/dataset?${new URLSearchParams({ datasetID: dataset?.id ?? "", p: "quality" })}`);
    await page.getByRole("button", { name: "Read it differently" }).press("Enter");
    await page.getByRole("dialog").getByRole("columnheader", { name: "Column1" }).waitFor();
    await expectNoHorizontalScroll(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(person.errors).toEqual([]);
  });
});
