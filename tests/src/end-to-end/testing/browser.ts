import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { PASSWORD, waitFor } from "./agatha-process.js";

/**
 * `describe` where a Chromium or Chrome is installed. Elsewhere its tests are reported as skipped. A benchmark has no `describe`.
 */
export const describeInBrowser: typeof describe = process.env.BROWSER_PATH ? globalThis.describe : globalThis.describe?.skip;

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** Long enough for a training on a busy machine, so that only a missing result exceeds it. */
const DEFAULT_TIMEOUT_MS = 150_000;

/** Delay of each request of a page. With one, a test that reads the page before it waits for what it reads fails on any machine. */
const LATENCY_MS = Number(process.env.BROWSER_LATENCY_MS ?? 0);

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: process.env.BROWSER_PATH, args: ARGS });
}

/** Launches a browser whose windows share one profile in `folder`. Other programs can drive it through `debuggingPort`. */
export async function launchProfile(folder: string, debuggingPort: number): Promise<BrowserContext> {
  const options = {
    executablePath: process.env.BROWSER_PATH,
    args: [...ARGS, `--remote-debugging-port=${debuggingPort}`],
    viewport: DESKTOP,
  };
  return await chromium.launchPersistentContext(folder, options);
}

export interface SessionOptions {
  viewport?: { width: number; height: number };
  locale?: string;
}

export interface BrowserSession {
  context: BrowserContext;
  page: Page;
  /** Errors that the page has written to the console or thrown. */
  errors: string[];
}

/** Chromium aborts requests when the machine gains or loses an address, as it does for pods where the machine is a node. */
const NETWORK_CHANGED_ERROR = "net::ERR_NETWORK_CHANGED";

/** Opens a new session in English that records all console errors. */
export async function openBrowserSession(browser: Browser, options: SessionOptions = {}): Promise<BrowserSession> {
  const context = await browser.newContext({
    viewport: options.viewport ?? DESKTOP,
    locale: options.locale ?? "en-US",
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(DEFAULT_TIMEOUT_MS);
  if (LATENCY_MS > 0) await context.route("**/*", (route) => wait(LATENCY_MS).then(() => route.continue()));
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() !== "error" || message.text().includes(NETWORK_CHANGED_ERROR)) return;
    // The message of a failed request does not name it.
    const { url } = message.location();
    errors.push(url ? `${message.text()} ${url}` : message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  return { context, page, errors };
}

/** Address of the form of a model by hand for a dataset. */
export function manualFormAddress(url: string, { id, product_type }: Pick<DatasetAnswer, "id" | "product_type">): string {
  return `${url}analysis/fitting?${new URLSearchParams({ datasetID: id, p: product_type, modelID: "new", way: "hand" })}`;
}

/** Logs in on the login page, as the manager if no account is named. The page that was asked for comes next. */
export async function logIn(page: Page, username = "admin", password = PASSWORD): Promise<void> {
  await page.getByLabel("Account").fill(username);
  const field = page.getByLabel("Password", { exact: true });
  await field.fill(password);
  await field.press("Enter");
}

/** Returns the texts of the elements once there is one. */
export async function textsOf(elements: Locator): Promise<string[]> {
  await elements.first().waitFor();
  return await elements.allInnerTexts();
}

/** The themes differ in colours alone. */
const RULES_OF_COLOURS = { runOnly: ["color-contrast", "link-in-text-block"] };

const AXE = createRequire(import.meta.url).resolve("axe-core");

interface AxeResult {
  violations: { id: string; nodes: { target: string[] }[] }[];
}

/** Returns the problems that axe-core finds on the page, those of colours in both themes: theme, rule and places. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // The page's security policy forbids injected scripts, but a test may evaluate one.
  await page.evaluate(await readFile(AXE, "utf8"));
  const problems: string[] = [];
  // The light theme comes last, since the page is shown in it before and after.
  for (const theme of ["dark", "light"] as const) {
    await showInTheme(page, theme);
    problems.push(...(await problemsOf(page, theme === "dark" ? RULES_OF_COLOURS : {})).map((problem) => `${theme}: ${problem}`));
  }
  return problems;
}

/** Shows the page as on a system with this theme. Without motion, all colours change at once. */
async function showInTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((dark) => {
    const [red = 0] = getComputedStyle(document.body).backgroundColor.match(/\d+/)?.map(Number) ?? [];
    return red < 128 === dark;
  }, theme === "dark");
}

async function problemsOf(page: Page, rules: object): Promise<string[]> {
  const options = JSON.stringify({ resultTypes: ["violations"], ...rules });
  // A tooltip that a focused button happens to show lies outside of all landmarks.
  const result = await page.evaluate<AxeResult>(`axe.run({ exclude: ['[role=tooltip]'] }, ${options})`);
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

/** Waits until nothing is wider than the window. A page is drawn for a new width a moment later. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  await waitFor("the page to be no wider than its window", fits, 10);
}
