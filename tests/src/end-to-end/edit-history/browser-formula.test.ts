/** A column of an expression is made and changed in the browser, by keyboard. */
import type { DatasetAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { accessibilityProblems, type BrowserSession, describeInBrowser, expectNoHorizontalScroll, PHONE } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

describeInBrowser("a column of an expression", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let cars: DatasetAnswer;

  beforeAll(async () => {
    cars = await client.uploadDataset("Cars.csv", carsCsv());
    person = await browser.logIn(`${client.url}analysis/exploration?${new URLSearchParams({ datasetID: cars.id, p: "quality" })}`);
    page = person.page;
  });

  const expression = () => page.getByRole("dialog").getByRole("combobox", { name: "Expression", exact: true });

  test("names are completed, a fault is underlined, and the first rows are shown before the step is added", async () => {
    await page.getByRole("button", { name: "Add a step" }).press("Enter");
    await page.getByRole("menuitem", { name: /^New column/ }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "New step: New column" });
    await dialog.getByLabel("Name of the new column").fill("Power");
    await expression().pressSequentially("hors");
    await page.getByRole("option", { name: "Horsepower" }).waitFor();
    await expression().press("ArrowDown");
    await expression().press("Enter");
    await expression().press("End");
    await expression().pressSequentially(" / lagg(Weight_in_lbs, 1)");
    await dialog.locator("mark", { hasText: "lagg" }).waitFor();
    await dialog.getByText("There is no function lagg").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await expression().fill("if(Horsepower > 200, rolling_mean(Horsepower, 3), lag(Horsepower, 1))");
    await dialog.getByRole("columnheader", { name: "Power", exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole("button", { name: "Add the step" }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByText("10 columns before, 11 after").waitFor();
    const { columns, data } = (await client.api.rows(cars.id, { use_ext_data: true, limit: 2 }))!;
    const [first, second] = data.map((row) => [row[columns.indexOf("Horsepower")], row[columns.indexOf("Power")]]);
    expect([columns.at(-1), first?.[1], second?.[1]]).toEqual(["Power", null, first?.[0]]);
  });

  test("the expression is changed in its place", async () => {
    await page.getByRole("button", { name: "Edit step 1: New column" }).press("Enter");
    await expression().waitFor();
    expect(await expression().inputValue()).toBe("if(Horsepower > 200, rolling_mean(Horsepower, 3), lag(Horsepower, 1))");
    await expression().fill("bin(Horsepower, 50)");
    await page.getByRole("button", { name: "Save the step" }).press("Enter");
    await page.getByText("Power = bin(Horsepower, 50)").waitFor();
    const { columns, data } = (await client.api.rows(cars.id, { use_ext_data: true, limit: 1 }))!;
    const horsepower = Number(data[0]?.[columns.indexOf("Horsepower")]);
    expect(data[0]?.at(-1)).toBe(Math.floor(horsepower / 50) * 50);
    expect(person.errors).toEqual([]);
  });

  test.each([
    ["繁體中文", "運算式", "沒有欄位 Horse"],
    ["简体中文", "表达式", "没有列 Horse"],
    ["日本語", "計算式", "列 Horse はありません"],
  ])("faults are told in %s", async (language, label, sentence) => {
    await page.getByRole("button", { name: /^(Language|語言|语言|言語)/ }).press("Enter");
    await page.getByRole("menuitem", { name: language }).press("Enter");
    await page.getByRole("button", { name: /^(編輯步驟 1|编辑步骤 1|ステップ 1.* を編集)/ }).press("Enter");
    const field = page.getByRole("dialog").getByRole("combobox", { name: label, exact: true });
    await field.fill("Horse + 1");
    await page.getByRole("dialog").getByText(sentence).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});
