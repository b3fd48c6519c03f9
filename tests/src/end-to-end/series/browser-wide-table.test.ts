/** A table with a column for each month in the browser: the data check offers to make rows of them. */
import { useAgatha } from "../testing/agatha-fixture.js";
import { accessibilityProblems, describeInBrowser } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

const MONTHS = Array.from({ length: 24 }, (_, i) => `${2022 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, "0")}`);

describeInBrowser("a table with a column for each month in the browser", () => {
  const { client } = useAgatha();
  const browser = useBrowser();

  test("one click in the data check opens the step that makes rows of the months, with its first rows", async () => {
    const rows = ["tea", "milk"].map((name, i) => [name, ...MONTHS.map((_, t) => 10 * (i + 1) + (t % 12))].join(","));
    const file = [["product", ...MONTHS].join(","), ...rows].join("\n");
    const { id } = await client.uploadDataset("Sales.csv", file, { product_type: "timeseries" });
    const { page } = await browser.logIn(`${client.url}analysis/dataset?${new URLSearchParams({ datasetID: id, p: "timeseries" })}`);
    await page.getByRole("button", { name: /^Data check/ }).click();
    await page.getByRole("link", { name: "Make rows of the columns" }).click();
    const dialog = page.getByRole("dialog", { name: "New step: Columns to rows" });
    await dialog.getByText("The names are times").waitFor();
    await dialog.getByRole("columnheader", { name: "value" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add the step" }).click();
    await page.getByText("2 rows before, 48 after the steps").waitFor();
    expect(new URL(page.url()).searchParams.has("add")).toBe(false);
  });
});
