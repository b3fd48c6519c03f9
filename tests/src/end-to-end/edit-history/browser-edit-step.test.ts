/** A step of the edit history is edited in its place, in the browser, by keyboard. */
import type { DatasetAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { accessibilityProblems, type BrowserSession, describeInBrowser, expectNoHorizontalScroll, PHONE } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

describeInBrowser("a step of the edit history", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let cars: DatasetAnswer;

  beforeAll(async () => {
    cars = await client.uploadDataset("Cars.csv", carsCsv());
    const conditions = [{ column: "Cylinders", op: "eq" as const, value: 4 }];
    await client.api.createExtraction(cars.id, { spec: { type: "filter", groups: [{ conditions }] } });
    await client.api.createExtraction(cars.id, { spec: { type: "sort", by: [{ column: "Horsepower" }] } });
    person = await browser.logIn(`${client.url}analysis/exploration?${new URLSearchParams({ datasetID: cars.id, p: "quality" })}`);
    page = person.page;
  });

  test("it is edited in its place, with what it was as the start, and the rows follow; on a phone its notice stands at the top and lets taps through", async () => {
    await page.getByText("406 rows before, 207 after the steps").waitFor();
    await page.getByRole("button", { name: "Edit step 1: Filter" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Edit step: Filter" });
    const value = dialog.getByLabel("Value", { exact: true });
    await value.waitFor();
    expect(await value.inputValue()).toBe("4");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await value.fill("8");
    await value.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByText("406 rows before, 108 after the steps").waitFor();
    const steps = await client.api.extractions(cars.id);
    expect(steps.map(({ type }) => type)).toEqual(["filter", "sort"]);
    expect(steps[0]?.spec).toMatchObject({ groups: [{ conditions: [{ column: "Cylinders", op: "eq", value: 8 }] }] });
    await page.setViewportSize(PHONE);
    const notice = await page.getByText("Step changed").evaluate((text) => {
      const { left, top, bottom } = text.getBoundingClientRect();
      const below = document.elementFromPoint(left + 1, (top + bottom) / 2);
      return { isAtTop: bottom < 100, letsTapsThrough: below !== null && !below.contains(text) };
    });
    expect(notice).toEqual({ isAtTop: true, letsTapsThrough: true });
    await page.getByRole("link", { name: "Fitting" }).click({ timeout: 2000 });
    expect(person.errors).toEqual([]);
  });
});
