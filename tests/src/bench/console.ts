/** Measures the console in a browser: Lighthouse's performance score of four pages, and how long the page takes to react to an input. */
import { join } from "node:path";
import lighthouse, { desktopConfig } from "lighthouse";
import type { BrowserContext, Page } from "playwright-core";
import { type AgathaProcess, removeFolder, startAgatha, temporaryFolder } from "../end-to-end/testing/agatha-process.js";
import { launchProfile, logIn } from "../end-to-end/testing/browser.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { freePort } from "../listening.js";
import { machineReadingsCsv } from "./machine-readings-csv.js";

const ROWS = 32_000;
const COLUMNS = 200;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const GOALS = { desktop: 97, mobile: 90, reactionMs: 100 };
/** Lighthouse's configuration; its default is a phone: a slow network, and a processor slowed down to a quarter. */
const DEVICES = { desktop: desktopConfig, mobile: undefined };
/** Time after an input in which the page has reacted to it, and work that follows has begun. */
const SETTLE_MS = 1_500;

type Print = (line: string) => void;

export async function benchConsole(print: Print): Promise<void> {
  if (!process.env.BROWSER_PATH) throw new Error("set BROWSER_PATH to a Chromium or Chrome");
  const folder = await temporaryFolder();
  const debuggingPort = await freePort();
  const context = await launchProfile(join(folder, "profile"), debuggingPort);
  const product = await startAgatha(join(folder, "data"));
  try {
    const pages = await preparePages(product);
    await printScores(print, { login: pages.login }, debuggingPort);
    const page = await context.newPage();
    await page.goto(pages.login);
    await logIn(page);
    await page.waitForURL(/\/home$/);
    await printScores(print, pages.signedIn, debuggingPort);
    await printReactions(print, context, pages);
    print(`Goals: ${GOALS.desktop} on a desktop, ${GOALS.mobile} on a phone, ${GOALS.reactionMs} ms.`);
  } finally {
    await context.close();
    await product.stop();
    await removeFolder(folder);
  }
}

interface Pages {
  login: string;
  signedIn: { home: string; dataset: string; fitting: string };
  /** A model of many columns. */
  model: string;
}

/** Uploads a table of many rows and one of many columns, trains a model of all columns, and returns the addresses to measure. */
async function preparePages(product: AgathaProcess): Promise<Pages> {
  const client = new TestClient(product.url);
  await client.login();
  const rows = await client.uploadDataset("readings.csv", [...machineReadingsCsv(ROWS)].join(""));
  const wide = await client.uploadDataset("wide.csv", wideCsv());
  const model = await client.train(wide.id, {
    name: "Wide",
    model_type: "REGRESSION",
    response: "y",
    layers: [{ nodes: [{ algorithm: "GLM" }] }],
  });
  const analysis = (screen: string, query: Record<string, string>) =>
    `${product.url}analysis/${screen}?${new URLSearchParams({ p: "quality", ...query })}`;
  return {
    login: `${product.url}account/login`,
    signedIn: {
      home: `${product.url}home`,
      dataset: analysis("dataset", { datasetID: rows.id }),
      fitting: analysis("fitting", { datasetID: rows.id }),
    },
    model: analysis("fitting", { datasetID: wide.id, modelID: model.id }),
  };
}

function wideCsv(): string {
  const names = Array.from({ length: COLUMNS }, (_, j) => `x${j}`);
  const lines = Array.from({ length: 1000 }, (_, i) => {
    const cells = names.map((_name, j) => Math.round(1000 * Math.sin((i + 1) * (j + 1.3))));
    return [...cells, 3 * cells[2]! + cells[5]!].join(",");
  });
  return [[...names, "y"].join(","), ...lines].join("\n");
}

/** Prints the median of several loads of each page. The files of the console are in the browser's cache from the second load on. */
async function printScores(print: Print, pages: Record<string, string>, port: number): Promise<void> {
  print("| page | device | score | runs | blocking time, ms | largest paint, s | layout shift |");
  print("| --- | --- | --- | --- | --- | --- | --- |");
  for (const [name, url] of Object.entries(pages)) {
    for (const [device, config] of Object.entries(DEVICES)) {
      const runs = [];
      for (let round = 0; round < ROUNDS; round++) runs.push(await performanceOf(url, port, config));
      const sorted = runs.toSorted((a, b) => a.score - b.score);
      const median = sorted[Math.floor(sorted.length / 2)]!;
      const scores = sorted.map(({ score }) => score.toFixed(0)).join(" ");
      const times = `${median.blockingMs.toFixed(0)} | ${(median.largestPaintMs / 1000).toFixed(1)} | ${median.layoutShift.toFixed(3)}`;
      print(`| ${name} | ${device} | ${median.score.toFixed(0)} | ${scores} | ${times} |`);
    }
  }
  print("");
}

async function performanceOf(url: string, port: number, config: typeof desktopConfig | undefined) {
  const result = await lighthouse(url, { port, onlyCategories: ["performance"], disableStorageReset: true, logLevel: "error" }, config);
  if (!result) throw new Error(`Lighthouse has no result for ${url}`);
  const { categories, audits } = result.lhr;
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    score: 100 * (categories.performance?.score ?? Number.NaN),
    blockingMs: figure("total-blocking-time"),
    largestPaintMs: figure("largest-contentful-paint"),
    layoutShift: figure("cumulative-layout-shift"),
  };
}

/** An input of a person, by a name for the report. */
type Inputs = Record<string, (page: Page) => Promise<void>>;

const click = (role: "button" | "tab" | "combobox", name: string | RegExp) => async (page: Page) =>
  await page.getByRole(role, { name }).first().click();
const key = (name: string) => async (page: Page) => await page.keyboard.press(name);

const DATASET_INPUTS: Inputs = {
  "open the columns": click("button", "Columns"),
  "type a letter to find a column": async (page) => await page.getByRole("searchbox", { name: "Find a column" }).press("m"),
  "open the data check": click("button", /^Data check/),
  "turn a page of rows": async (page) => {
    await page.getByRole("table", { name: /^Rows of / }).focus();
    await page.keyboard.press("PageDown");
  },
};
const FITTING_INPUTS: Inputs = {
  "go to models by hand": click("tab", "By hand"),
  "open the choice of the target": async (page) => await page.getByRole("combobox").first().click(),
  "choose with an arrow": key("ArrowDown"),
  "take the target": key("Enter"),
};
const MODEL_INPUTS: Inputs = {
  "open the what-if": click("tab", "What-if"),
  "type a digit of an input": async (page) => {
    const input = page.getByRole("tabpanel").getByRole("textbox").first();
    await input.click();
    await page.keyboard.press("5");
  },
  "open the API": click("tab", "API"),
  "open the figures": click("tab", "Performance"),
  "show all columns": click("button", /^Show all \d+ columns/),
};

async function printReactions(print: Print, context: BrowserContext, { signedIn, model }: Pages): Promise<void> {
  print("| page | input | longest reaction, ms (median of runs) |");
  print("| --- | --- | --- |");
  const visits: [string, string, Inputs][] = [
    [`dataset of ${ROWS} rows`, signedIn.dataset, DATASET_INPUTS],
    ["fitting", signedIn.fitting, FITTING_INPUTS],
    [`model of ${COLUMNS} columns`, model, MODEL_INPUTS],
  ];
  for (const [name, url, inputs] of visits) {
    const times = new Map(Object.keys(inputs).map((input) => [input, [] as number[]]));
    for (let round = 0; round < ROUNDS; round++) {
      const page = await context.newPage();
      await page.goto(url, { waitUntil: "networkidle" });
      for (const [input, act] of Object.entries(inputs)) times.get(input)?.push(await reactionTo(page, act));
      await page.close();
    }
    for (const [input, runs] of times) {
      const sorted = runs.toSorted((a, b) => a - b);
      print(`| ${name} | ${input} | ${sorted[Math.floor(sorted.length / 2)]} |`);
    }
  }
  print("");
}

/** Milliseconds from the slowest event of an input to the next paint, as Interaction to Next Paint counts it (web.dev/inp). */
async function reactionTo(page: Page, act: (page: Page) => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = { longest: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
      // Shorter events are not reported.
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  await act(page);
  await page.waitForTimeout(SETTLE_MS);
  return await page.evaluate(() => (window as typeof window & { seen: { longest: number } }).seen.longest);
}
