/** Deleting and restoring in the browser, by keyboard. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { waitFor } from "../testing/agatha-process.js";
import { accessibilityProblems, type BrowserSession, describeInBrowser, expectNoHorizontalScroll, PHONE } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

describeInBrowser("the trash", () => {
  const { client, data } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let cars: DatasetAnswer;
  let model: ModelAnswer;

  beforeAll(async () => {
    cars = await client.uploadDataset("Cars.csv", carsCsv());
    await client.uploadDataset("Spare.csv", carsCsv());
    model = await client.train(cars.id, {
      name: "Consumption",
      model_type: "REGRESSION",
      response: "Miles_per_Gallon",
      layers: [{ nodes: [{ algorithm: "GLM" }] }],
    });
    person = await browser.logIn(
      `${client.url}analysis/fitting?${new URLSearchParams({ datasetID: cars.id, p: "quality", modelID: model.id })}`,
    );
    page = person.page;
    await page.getByRole("heading", { name: "Consumption" }).waitFor();
  });

  const storedFiles = async (): Promise<string[]> => {
    const files = await readdir(join(data(), "objects"), { recursive: true, withFileTypes: true });
    return files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  };
  const models = async (): Promise<number> => (await client.api.models(cars.id)).length;

  test("a model is deleted on the server at once, and Recovery restores it there", async () => {
    await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await waitFor("the model to be deleted", async () => (await models()) === 0);
    await page.getByRole("button", { name: "Recovery" }).press("Enter");
    await waitFor("the model to be restored", async () => (await models()) === 1);
    await page.getByRole("link", { name: /Consumption/ }).waitFor();
  });

  test("another tab learns that what it shows was deleted, and that it was restored", async () => {
    const datasetPage = `${client.url}analysis/dataset?${new URLSearchParams({ datasetID: cars.id, p: "quality" })}`;
    const [other, list] = [await person.context.newPage(), await person.context.newPage()];
    await other.goto(datasetPage);
    await other.getByRole("heading", { name: "Cars", exact: true }).waitFor();
    await list.goto(`${client.url}analysis/upload/quality`);
    await list.getByRole("button", { name: /^Delete Cars/ }).press("Enter");
    await other.getByRole("heading", { name: "The dataset could not be opened" }).waitFor();
    await list.getByRole("button", { name: "Recovery" }).press("Enter");
    await other.getByRole("heading", { name: "Cars", exact: true }).waitFor();
    await page.getByRole("link", { name: /Consumption/ }).waitFor();
    await Promise.all([other.close(), list.close()]);
    // The page asked for the dataset while it was deleted.
    expect(person.errors.splice(0).filter((error) => !error.includes("404"))).toEqual([]);
  });

  test("what a closed page has deleted is in the trash, and is restored from it", async () => {
    await page.getByRole("link", { name: /Consumption/ }).press("Enter");
    await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await page.getByRole("button", { name: "Recovery" }).waitFor();
    await client.json("DELETE", `agatha/datasets/${(await client.api.datasets()).find(({ name }) => name === "Spare")?.id}/`);
    const { context } = person;
    await page.close();
    page = await context.newPage();
    await page.goto(`${client.url}analysis/upload/quality`);
    await page.getByRole("link", { name: "Trash" }).press("Enter");
    await page.getByRole("row", { name: /Spare Dataset/ }).waitFor();
    await page.getByRole("row", { name: /Consumption Model Cars/ }).waitFor();
    expect(await page.title()).toBe("Trash · Agatha");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("button", { name: "Restore Consumption" }).press("Enter");
    await page.getByRole("row", { name: /Consumption/ }).waitFor({ state: "detached" });
    expect(await models()).toBe(1);
    await page.getByRole("button", { name: "Restore Spare" }).press("Enter");
    await page.getByText("The trash is empty").waitFor();
    expect(person.errors).toEqual([]);
  });

  test.each([
    ["tw", "依 Horsepower（遞增）"],
    ["cn", "按 Horsepower（升序）"],
    ["ja", "Horsepower（昇順）で並べ替え"],
    ["en", "By Horsepower (ascending)"],
  ])("an edit step is listed in the reader's language: %s", async (language, title) => {
    const spec = { type: "sort" as const, by: [{ column: "Horsepower", order: "asc" as const }] };
    const { id } = await client.api.createExtraction(cars.id, { cond: "as its maker read it", spec });
    await client.api.deleteExtraction(cars.id, id);
    await page.evaluate((code) => localStorage.setItem("agatha.locale", code), language);
    await page.reload();
    await page.getByRole("row", { name: new RegExp(`^${title.replace(/[()]/g, "\\$&")}`) }).waitFor();
    await client.api.purge("extraction", id);
  });

  test("one item is deleted for good, then all, after what is lost was named; their files leave the disk", async () => {
    const spare = (await client.api.datasets()).find(({ name }) => name === "Spare");
    expect((await storedFiles()).filter((file) => file.endsWith("/source"))).toHaveLength(2);
    await client.json("DELETE", `agatha/datasets/${cars.id}/models/${model.id}/`);
    await client.json("DELETE", `agatha/datasets/${spare?.id}/`);
    await page.reload();
    await page.getByRole("button", { name: "Delete Consumption for good" }).press("Enter");
    await page
      .getByRole("alertdialog", { name: "Delete Consumption for good?" })
      .getByText(/its API are lost/)
      .waitFor();
    await page.getByRole("button", { name: "Delete for good", exact: true }).press("Enter");
    await page.getByRole("row", { name: /Consumption/ }).waitFor({ state: "detached" });
    await client.json("DELETE", `agatha/datasets/${cars.id}/`);
    await page.reload();
    await page.getByRole("button", { name: "Empty trash" }).press("Enter");
    const dialog = page.getByRole("alertdialog", { name: "Delete 2 items for good?" });
    expect(await dialog.getByRole("listitem").allTextContents()).toEqual(["Cars Dataset", "Spare Dataset"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Delete for good" }).press("Enter");
    await page.getByText("The trash is empty").waitFor();
    // A folder may be removed while it is listed.
    await waitFor("the files to be removed", async () => (await storedFiles().catch(() => undefined))?.length === 0);
    expect(person.errors).toEqual([]);
  });
});
