/** A join with another dataset is made in the browser, by keyboard. */
import type { DatasetAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { useAgatha } from "../testing/agatha-fixture.js";
import { accessibilityProblems, type BrowserSession, describeInBrowser, expectNoHorizontalScroll, PHONE } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

describeInBrowser("a join with another dataset", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let readings: DatasetAnswer;

  beforeAll(async () => {
    readings = await client.uploadDataset("readings.csv", "id,oven\n1,A\n2,B\n3,C\n", { name: "Readings" });
    await client.uploadDataset("ovens.csv", "name,heat\nA,200\nB,250\n", { name: "Ovens" });
    person = await browser.logIn(`${client.url}analysis/exploration?${new URLSearchParams({ datasetID: readings.id, p: "quality" })}`);
    page = person.page;
  });

  const dialog = () => page.getByRole("dialog", { name: "New step: Join" });

  /** Chooses an option of a field by keyboard. */
  async function choose(field: string, typed: string, option: string | RegExp = typed): Promise<void> {
    const input = dialog().getByRole("combobox", { name: field, exact: true });
    await input.fill(typed);
    await page.getByRole("option", { name: option }).waitFor();
    await input.press("Enter");
  }

  test("the preview tells the rows without a match before the step is added", async () => {
    await page.getByRole("button", { name: "Add a step" }).press("Enter");
    await page.getByRole("menuitem", { name: /^Join/ }).press("Enter");
    await dialog().waitFor();
    // Datasets of one name are told apart by what the list says of them.
    await choose("Dataset to join", "Ovens", /^Ovens ?2 rows · 2 columns · /);
    await choose("Column here", "oven");
    await choose("Column there", "name");
    await choose("Columns to add", "heat");
    // The list of several columns stays open until the field is left.
    await page.keyboard.press("Tab");
    await dialog()
      .getByText("3 rows before and after. Without a matching row in the other dataset, and so with missing values: 1.")
      .waitFor();
    await dialog().getByRole("columnheader", { name: "heat", exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog().getByRole("button", { name: "Add the step" }).press("Enter");
    await dialog().waitFor({ state: "detached" });
    await page.getByText("heat from Ovens by oven").waitFor();
    await page.getByText("2 columns before, 3 after").waitFor();
  });

  test("the step is changed in its place, and gives the new columns a prefix", async () => {
    await page.getByRole("button", { name: "Edit step 1: Join" }).press("Enter");
    const form = page.getByRole("dialog", { name: "Edit step: Join" });
    await form.getByLabel("Prefix of the new names").fill("oven_");
    await form.getByRole("button", { name: "Save the step" }).press("Enter");
    await form.waitFor({ state: "detached" });
    await page.getByText("oven_heat from Ovens by oven").waitFor();
    expect((await client.api.rows(readings.id, { use_ext_data: true }))?.columns).toEqual(["id", "oven", "oven_heat"]);
    expect(person.errors).toEqual([]);
  });
});
