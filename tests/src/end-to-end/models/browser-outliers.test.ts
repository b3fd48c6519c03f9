/** Automatic training of outlier detectors, as a person starts it in the browser. */
import type { Page } from "playwright-core";
import { useAgatha } from "../testing/agatha-fixture.js";
import { describeInBrowser, expectNoHorizontalScroll, PHONE } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

const ROWS = Array.from({ length: 120 }, (_, i) => `${(i * 37) % 101},${(i * 53) % 89},${i % 12 === 0 ? "nok" : "ok"}`);

describeInBrowser("automatic training of outlier detectors in the browser", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let page: Page;
  let datasetID: string;

  beforeAll(async () => {
    datasetID = (await client.uploadDataset("Readings.csv", ["speed,load,state", ...ROWS].join("\n"))).id;
    ({ page } = await browser.logIn(`${client.url}home`));
    await page.waitForURL(/\/home$/);
  });

  // @contract the-page-of-an-automatic-training-sends
  test("the form asks which of two values is odd, what the other rows are, and how many false alarms are allowed", async () => {
    await page.goto(`${client.url}analysis/fitting?${new URLSearchParams({ datasetID, p: "occ", modelID: "new" })}`);
    await page.getByRole("radio", { name: "Find outliers" }).check();
    const marks = page.getByRole("combobox", { name: "Column that marks known anomalies" });
    await marks.fill("state");
    await page.getByRole("option", { name: "state" }).click();
    await page.getByRole("combobox", { name: "Value that marks anomalies" }).getByText("nok", { exact: true }).waitFor();
    await page.getByRole("radio", { name: "known to be normal" }).check();
    await page.getByRole("combobox", { name: "Limit on false alarms" }).click();
    await page.getByRole("option", { name: "Among normal rows" }).click();
    await page.getByRole("textbox", { name: "False alarms, at most" }).fill("2");
    await page.getByRole("textbox", { name: "Out of" }).fill("50");
    const size = page.viewportSize();
    await page.setViewportSize(PHONE);
    await expectNoHorizontalScroll(page);
    if (size) await page.setViewportSize(size);
    await page.route(/\/automodels\/$/, async (route) => await (route.request().method() === "POST" ? route.abort() : route.continue()));
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/automodels/"));
    await page.getByRole("button", { name: "Start training" }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      mode: "AUTO_OCC",
      semilabel: "state",
      anomaly_value: "nok",
      other_rows: "normal",
      false_alarms: { atMost: 2, outOf: 50, of: "rows" },
    });
  });
});
