/** The data report of a table, requested over HTTP, made by a job and read in a browser; and undone deletions. */
import { readFileSync } from "node:fs";
import type { NewEditStep } from "@agatha/contracts/client";
import type { ProfilingAnswer } from "@agatha/contracts/wire";
import { vegaFile } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { waitFor } from "../testing/agatha-process.js";
import { DESKTOP, describeInBrowser, PHONE } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";
import { gunzipLines } from "../testing/gunzip.js";

const { client, restart } = useAgatha();

async function profiled(id: string, useExtraction = false): Promise<ProfilingAnswer> {
  expect((await client.api.createProfiling(id, { use_ext_data: useExtraction })).status).toBe("pending");
  return await waitFor(`the report of ${id}`, async () => {
    const found = await client.api.profiling(id);
    return (found.status === "success" || found.status === "fail") && found;
  });
}

const withoutMarkup = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

async function textOf({ report }: ProfilingAnswer): Promise<string> {
  const page = await client.request("GET", report!);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  return withoutMarkup(await page.text());
}

test("a data report covers all rows, then the edited rows, then the rows of a table that is read again", async () => {
  const { id } = await client.uploadDataset("weather.csv", readFileSync(vegaFile("seattle-weather.csv"), "utf8"), { name: "Weather" });
  expect((await client.api.profiling(id)).status).toBeNull();
  const whole = await profiled(id);
  expect(whole).toMatchObject({ status: "success", use_ext_data: false, progress: 1 });
  const text = await textOf(whole);
  expect(text).toContain("Rows 1,461 rows");
  expect(text).toContain("-1.6 to 35.6, median 15.6");
  expect(text).toContain("temp_max – temp_min Spearman&#39;s rank correlation 0.89 0.88");

  const spec: NewEditStep["spec"] = { type: "filter", groups: [{ conditions: [{ column: "weather", op: "eq", value: "snow" }] }] };
  await client.api.createExtraction(id, { spec });
  const snow = await profiled(id, true);
  expect(await textOf(snow)).toMatch(/26 rows, which the edit history leaves of 1,461.*All values are the same: weather/);
  expect((await client.dataset(id)).profiling_status).toBe("success");

  await client.api.updateDataset(id, { columns: [{ name: "wind", type: "s" }] });
  const again = await waitFor("the report of the new table", async () => {
    const found = await client.api.profiling(id);
    if (found.status !== "success") return false;
    // The former report may be deleted before its link is followed.
    const page = await client.request("GET", found.report!);
    return page.status === 200 && withoutMarkup(await page.text()).includes("6 (3 numbers, 2 texts, 1 time)") && found;
  });
  expect(again.use_ext_data).toBe(true);
});

test("a report that cannot be made tells why, and the dataset stays ready", async () => {
  const { id } = await client.uploadDataset("few.csv", "a,b\n1,x\n2,y\n", { name: "Few" });
  const spec: NewEditStep["spec"] = { type: "filter", groups: [{ conditions: [{ column: "a", op: "gt", value: 5 }] }] };
  await client.api.createExtraction(id, { spec });
  expect(await profiled(id, true)).toMatchObject({ status: "fail", reason: "010409", report: null });
  expect(await client.dataset(id)).toMatchObject({ status: "evaluating_finish", reason: null });
});

test("a deleted dataset and a deleted model answer nothing and are restored unchanged, over a restart too", async () => {
  const csv = `x,y\n${Array.from({ length: 60 }, (_, i) => `${(i % 20) / 2},${3 * (i % 20) + (i % 2)}`).join("\n")}\n`;
  const { id } = await client.uploadDataset("line.csv", csv, { name: "Line" });
  const request = { name: "Straight", model_type: "REGRESSION", response: "y", layers: [{ nodes: [{ algorithm: "GLM" }] }] };
  const model = await client.train(id, request);
  await client.api.enableApis({ api_update_list: [{ model_id: model.id, api_enabled: true }], product_type: "quality" });
  const { api_token } = await client.api.modelApi(id, model.id);
  const ask = async (): Promise<number> => (await client.json("POST", "tukey/api/", { api_token, data: { x: 7 } })).status;
  expect(await ask()).toBe(200);

  const gone = { status: 404 };
  const ways = [
    {
      remove: () => client.api.deleteModel(id, model.id),
      read: () => client.api.model(id, model.id),
      restore: () => client.api.restoreModel(id, model.id),
    },
    { remove: () => client.api.deleteDataset(id), read: () => client.api.dataset(id), restore: () => client.api.restoreDataset(id) },
  ];
  for (const { remove, read, restore } of ways) {
    await remove();
    await expect(client.api.model(id, model.id)).rejects.toMatchObject(gone);
    expect(await ask()).toBe(401);
    await restart();
    await expect(read()).rejects.toMatchObject(gone);
    await restore();
    expect(await client.api.model(id, model.id)).toMatchObject({ name: "Straight", status: "success", api_enabled: true });
    expect(await client.api.rows(id, { limit: 1 })).toMatchObject({ data: [[0, 0]], total: 60 });
    expect(await ask()).toBe(200);
  }
});

test("a model's clusters become a dataset, and both are downloaded in a chosen encoding", async () => {
  const rows = Array.from({ length: 60 }, (_, i) => `${i < 30 ? i % 3 : 100 + (i % 3)},00${i % 9},爐${i}`);
  const { id } = await client.uploadDataset("ovens.csv", `heat,code,oven\n${rows.join("\n")}\n`, { name: "Ovens", encoding: "utf-8" });
  await client.api.updateDataset(id, { columns: [{ name: "code", type: "s" }] });
  await client.waitForDataset(id, "evaluating_finish");
  const layers = [{ nodes: [{ algorithm: "k-means", params: { clusters: 2 } }] }];
  const model = await client.train(id, { name: "Groups", model_type: "CLUSTERING", columns: ["heat"], layers });
  expect([model.status, model.message]).toEqual(["success", null]);
  const saved = await client.api.saveGroups(id, model.id, { dataset_name: "Grouped", group_col_name: "group" });
  const grouped = await client.waitForDataset(saved.id, "evaluating_finish");
  expect(grouped.columns.map(({ name, type }) => [name, type])).toEqual([
    ["heat", "n"],
    ["code", "s"],
    ["oven", "s"],
    ["group", "s"],
  ]);
  const groups = (await client.api.rows(grouped.id))!.data.map((row) => row[3]);
  expect([new Set(groups.slice(0, 30)).size, new Set(groups.slice(30)).size, new Set(groups).size]).toEqual([1, 1, 2]);
  const lines = await gunzipLines(await client.api.downloadDataset(grouped.id, { encoding: "big5" }), "big5");
  expect(lines.slice(0, 2)).toEqual(["heat,code,oven,group", `0,000,爐0,${groups[0]}`]);
});

describeInBrowser("the page of a report", () => {
  const browser = useBrowser();

  test.each([
    ["a desk", DESKTOP],
    ["a phone", PHONE],
  ])("the page of a report fits on %s whatever the columns are called, and runs no script", async (screen, viewport) => {
    const header = ["<img src=x onerror=alert(1)>", "__proto__", "a".repeat(300), "爐溫".repeat(20), "empty", "same"].join(",");
    const rows = Array.from({ length: 200 }, (_, i) => `${i % 7},${i},"LEVEL ${i} ${"W".repeat(30)}",${i * i},,7`);
    const { id } = await client.uploadDataset("ugly.csv", `${header}\n${rows.join("\n")}\n`, { name: `Ugly${viewport.width}` });
    const { report } = await profiled(id);
    const { context, page, errors } = await browser.openSession({ viewport });
    const { cookie = "" } = client.headers();
    await context.setExtraHTTPHeaders({ cookie });
    page.on("dialog", () => errors.push("a dialog"));
    await page.goto(report!);
    expect(await page.locator("article").count()).toBe(6);
    const widths = await page.evaluate("[document.documentElement.scrollWidth, innerWidth, document.images.length]");
    expect([screen, widths]).toEqual([screen, [viewport.width, viewport.width, 0]]);
    await page.locator('a[href="#c3"]').click();
    expect(errors).toEqual([]);
    await context.close();
  });
});
