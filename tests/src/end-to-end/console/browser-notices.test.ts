/** Notices of ended work on other screens, and their history in the bell, by keyboard. */
import type { DatasetAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import {
  accessibilityProblems,
  type BrowserSession,
  beginSession,
  describeInBrowser,
  expectNoHorizontalScroll,
  manualFormAddress,
  PHONE,
} from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

/** Collects every notice, because one stays for only 2 s. */
function collectNotices(): void {
  const notices: string[] = [];
  Object.assign(window, { notices });
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll(".MuiSnackbar-root")) if (textContent) notices.push(textContent);
  }).observe(document, { childList: true, subtree: true });
}

describeInBrowser("notices of ended work", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let cars: DatasetAnswer;

  beforeAll(async () => {
    cars = await client.uploadDataset("Cars.csv", carsCsv());
    person = await browser.openSession();
    page = person.page;
    await beginSession(page, client.url);
    await page.addInitScript(collectNotices);
    await page.goto(manualFormAddress(client.url, cars));
    await page.getByRole("combobox", { name: "Column to predict" }).waitFor();
  });

  async function notice(text: string): Promise<void> {
    await page.waitForFunction(
      (wanted) => (window as typeof window & { notices: string[] }).notices.some((shown) => shown.includes(wanted)),
      text,
    );
  }
  const home = () => page.getByRole("link", { name: "Home" }).first().press("Enter");

  test("the end of a training by hand is told on another screen", async () => {
    await page.getByRole("combobox", { name: "Column to predict" }).fill("Miles");
    await page.getByRole("option", { name: "Miles_per_Gallon" }).waitFor();
    await page.getByRole("combobox", { name: "Column to predict" }).press("Enter");
    await page.getByRole("radio", { name: /^Linear or logistic regression/ }).check();
    await page.getByRole("button", { name: "Train" }).press("Enter");
    await page.waitForURL((url) => url.searchParams.get("modelID") !== "new");
    await home();
    await page.waitForURL(/\/home$/);
    await notice("Model1 is trained");
  });

  test("the end of an upload with its data check, and of a report, are told on another screen", async () => {
    await page.getByRole("link", { name: "Analysis" }).press("Enter");
    await page.locator('input[type="file"]').setInputFiles({ name: "Spare.csv", mimeType: "text/csv", buffer: Buffer.from(carsCsv()) });
    await page.getByText("Uploaded as Spare").waitFor();
    await home();
    await notice("Spare is read and checked");
    await page.goto(`${client.url}analysis/dataset?${new URLSearchParams({ datasetID: cars.id, p: "quality" })}`);
    await page.getByRole("button", { name: "Data report" }).press("Enter");
    const started = page.waitForResponse((answer) => answer.request().method() === "POST" && answer.url().includes("/profiling"));
    // It is disabled until the edit history is loaded, and a key that is pressed before is lost.
    await page.getByRole("button", { name: "Create the report" }).click();
    await started;
    await home();
    await notice("The report of Cars is ready");
  });

  test("a file that arrives and cannot be read is a failure, in words of the chosen language", async () => {
    const rows = Array.from({ length: 50_000 }, (_, i) => (i === 40_000 ? "1,2,3" : `${i},${i}`));
    await page.getByRole("link", { name: "Analysis" }).press("Enter");
    const buffer = Buffer.from(["a,b", ...rows].join("\n"));
    await page.locator('input[type="file"]').setInputFiles({ name: "Ragged.csv", mimeType: "text/csv", buffer });
    const failure = page
      .getByRole("region", { name: "Files on their way" })
      .getByRole("alert")
      .filter({ hasText: "Ragged could not be read" });
    await failure.waitFor();
    await failure.getByText("40002").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await home();
    await notice("Ragged could not be read");
  });

  test("the bell keeps what has ended, with the way to it, and the title of the page names the model", async () => {
    await page.getByRole("button", { name: /^Running work/ }).press("Enter");
    const ended = page.getByRole("list", { name: "Latest" });
    await ended.getByRole("link", { name: "The report of Cars is ready" }).waitFor();
    await ended.getByRole("link", { name: "Spare is read and checked" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await ended.getByRole("link", { name: "Model1 is trained" }).press("Enter");
    await page.getByRole("heading", { name: "Model1" }).waitFor();
    await page.waitForFunction(() => document.title === "Model1 · Cars · Fitting · Agatha");
    expect(person.errors).toEqual([]);
  });
});
