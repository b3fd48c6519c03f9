/** From an uploaded table to a published prediction in the browser. */
import type { Page } from "playwright-core";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { PASSWORD } from "../testing/agatha-process.js";
import {
  accessibilityProblems,
  type BrowserSession,
  describeInBrowser,
  expectNoHorizontalScroll,
  PHONE,
  textsOf,
} from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

describeInBrowser("from a table to a prediction in the browser", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;

  beforeAll(async () => {
    person = await browser.openSession();
    page = person.page;
  });

  // @contract without-a-session-the-login-comes-first
  test("the console asks for a login, rejects a wrong password, and accepts the right one", async () => {
    await page.goto(`${client.url}analysis/upload/quality`);
    await page.getByLabel("Account").fill("admin");
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("Incorrect account or password").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("heading", { name: "Datasets" }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/analysis\/upload\/quality$/);
    // The browser reports the rejected password, an answer of 401.
    person.errors.length = 0;
  });

  test("a table is uploaded and opened", async () => {
    await page.locator('input[type="file"]').setInputFiles({ name: "Cars.csv", mimeType: "text/csv", buffer: Buffer.from(carsCsv()) });
    const row = page.getByRole("row", { name: /Cars/ });
    await row.getByText("Ready").waitFor();
    expect(await row.textContent()).toMatch(/406/);
    await page.getByRole("table").getByRole("link", { name: "Cars" }).click();
    await page.getByText("chevrolet chevelle malibu").waitFor();
    expect(await page.title()).toMatch(/Cars/);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("the data check flags the column that only names the row", async () => {
    await page.getByRole("button", { name: /Data check/ }).click();
    await page
      .getByText(/names the row/i)
      .first()
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("a model is trained and shows its held-out figures", async () => {
    await page.getByRole("link", { name: "Fitting" }).click();
    await page.getByRole("tab", { name: "By hand" }).click();
    // The form that is replaced has this field too.
    await page.getByRole("tabpanel", { name: "By hand" }).getByLabel("Column to predict").fill("Miles");
    await page.getByRole("option", { name: "Miles_per_Gallon" }).click();
    expect(await page.getByRole("checkbox", { name: /^Record/ }).isChecked()).toBe(false);
    await page.getByRole("radio", { name: /Random forest/ }).check();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Consumption");
    await page.getByRole("button", { name: "Train" }).click();
    await page.getByRole("heading", { name: "Consumption" }).waitFor();
    await page.getByText("Clearly better than the baseline.").waitFor();
    const rmse = await textsOf(page.getByRole("row", { name: /^RMSE/ }).getByRole("cell"));
    // The cars are in order of their year, and later ones are harder to predict.
    const [later, training, random, baseline] = rmse.map(Number.parseFloat);
    expect(later).toBeLessThan(0.8 * baseline!);
    expect(random).toBeLessThan(later!);
    expect(training).toBeLessThan(random!);
    await page.getByRole("figure", { name: "Feature importance" }).waitFor();
    await page.getByRole("figure", { name: "Actual against predicted" }).locator("canvas").waitFor();
    await page.getByRole("table").nth(1).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("a what-if is answered with a warning outside of the training data", async () => {
    await page.getByRole("tab", { name: "What-if" }).click();
    const answer = page.getByTestId("answer");
    await answer.waitFor();
    const typical = Number.parseFloat((await answer.textContent()) ?? "");
    await page.getByRole("textbox", { name: "Weight_in_lbs" }).fill("5000");
    await page.waitForFunction(
      (before) => Number.parseFloat(document.querySelector('[data-testid="answer"]')?.textContent ?? "") < before,
      typical,
    );
    await page.getByRole("textbox", { name: "Weight_in_lbs" }).fill("9000");
    await page.getByText(/has never seen such values in Weight_in_lbs/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("a model's API is enabled and tried", async () => {
    await page.getByRole("tab", { name: "API" }).click();
    await page.getByText("The API is off").waitFor();
    await page.getByRole("button", { name: "Enable" }).click();
    await page.getByText("Other systems can ask this model now.").waitFor();
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText(/"status": "success"/).waitFor();
    await page.getByRole("tab", { name: "curl" }).click();
    expect(await page.getByRole("tabpanel").last().textContent()).toMatch(/curl/);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("a model's API is disabled in the management, among all models", async () => {
    await page.getByRole("link", { name: "Management" }).click();
    await page.getByRole("link", { name: "Enable or disable" }).click();
    const api = page.getByRole("switch", { name: "API of Consumption" });
    expect(await api.isChecked()).toBe(true);
    await api.click();
    await page.getByText("Model status updated").waitFor();
    await page.getByRole("switch", { name: "API of Consumption", checked: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  // @contract a-notification-of-a-deletion-offers-to
  test("a model is deleted and restored", async () => {
    await page.getByRole("link", { name: "Consumption" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Recovery" }).click();
    await page.getByRole("navigation", { name: "Models" }).getByText("Consumption").waitFor();
  });

  // @contract the-language-comes-from-the-browser-s
  test("the address alone restores a screen, in any of the four languages and on a phone", async () => {
    await page.getByRole("navigation", { name: "Models" }).getByText("Consumption").click();
    await page.getByRole("heading", { name: "Consumption" }).waitFor();
    const address = page.url();
    for (const [language, title] of [
      ["繁體中文", "建模"],
      ["简体中文", "建模"],
      ["日本語", "モデル作成"],
      ["English", "Fitting"],
    ] as const) {
      await page.getByRole("button", { name: /^(Language|語言|语言|言語)/ }).click();
      await page.getByRole("menuitem", { name: language }).click();
      await page.getByRole("link", { name: title, exact: true }).waitFor();
    }
    await page.setViewportSize(PHONE);
    await page.goto(address);
    await page.getByRole("heading", { name: "Consumption" }).waitFor();
    await page.getByRole("figure", { name: "Actual against predicted" }).waitFor();
    await expectNoHorizontalScroll(page);
  });

  test("the path from a table to a prediction causes no errors in the browser's console", () => {
    expect(person.errors).toEqual([]);
  });
});
