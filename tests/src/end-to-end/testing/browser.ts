import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from "playwright-core";
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

/** Two popups of the address bar are pages of their own, which take longer to start than the page of a test. */
const POPUPS_OF_THE_ADDRESS_BAR = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];
/** What Playwright disables, since a list of features replaces the one that it passes itself. */
const DISABLED_BY_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...POPUPS_OF_THE_ADDRESS_BAR]}`,
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

/** Mark by which the console knows that the browser has a session. */
const SESSION_MARK = "agatha.auth";

/**
 * Logs in without the login page, as the manager if no account is named. `address` is any of the console. The next page that is opened
 * has the session.
 */
export async function beginSession(page: Page, address: string, username = "admin", password = PASSWORD): Promise<void> {
  const [, base = ""] = /<base href="([^"]*)"/.exec(await (await fetch(address)).text()) ?? [];
  const entry = new URL(`${base}accounts/entry`, address).href;
  // An empty page of the same origin, for its cookies and its storage.
  await page.route(entry, (route) => route.fulfill({ contentType: "text/html", body: '<link rel="icon" href="data:,">' }));
  await page.goto(entry);
  await page.unroute(entry);
  await page.evaluate(
    async ([mark, username, password]) => {
      const { csrftoken } = await (await fetch("csrf")).json();
      const headers = { "content-type": "application/json", "X-CSRFToken": csrftoken };
      const answer = await fetch("login", { method: "POST", headers, body: JSON.stringify({ username, password }) });
      if (!answer.ok) throw new Error(`the login answered ${answer.status}: ${await answer.text()}`);
      localStorage.setItem(mark, new Date().toISOString());
    },
    [SESSION_MARK, username, password] as const,
  );
}

/** A page asks for nothing more once it has not asked for so long, as with Playwright's `networkidle`. */
const QUIET_MS = 500;

/** Opens screens on a page of the console as its links do, so that it is not loaded again. */
export interface InPlace {
  open(address: string): Promise<void>;
  /** Waits until the page has the answers to all that it asks for. */
  settled(): Promise<void>;
}

export function openInPlace(page: Page): InPlace {
  const asked = new Set<Request>();
  let lastChange = Date.now();
  page.on("request", (request) => {
    asked.add(request);
    lastChange = Date.now();
  });
  for (const event of ["requestfinished", "requestfailed"] as const)
    page.on(event as "requestfinished", (request) => {
      asked.delete(request);
      lastChange = Date.now();
    });
  return {
    async open(address) {
      lastChange = Date.now();
      await page.evaluate((url) => {
        history.pushState(null, "", url);
        dispatchEvent(new PopStateEvent("popstate"));
        // The next screen is drawn, or its module is asked for, in the frame after.
        return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))));
      }, address);
    },
    async settled() {
      await waitFor(
        () => `answers to ${[...asked].map((request) => request.url()).join(", ")}`,
        async () => asked.size === 0 && Date.now() - lastChange >= QUIET_MS,
      );
    },
  };
}

/** Returns the texts of the elements once there is one. */
export async function textsOf(elements: Locator): Promise<string[]> {
  await elements.first().waitFor();
  return await elements.allInnerTexts();
}

const AXE = createRequire(import.meta.url).resolve("axe-core");

interface AxeResult {
  violations: { id: string; nodes: { target: string[] }[] }[];
}

/** The themes differ in colours alone. */
const RULES_OF_COLOURS = { runOnly: ["color-contrast", "link-in-text-block"] };
/** For this rule axe-core loads all style sheets again. `turnedByOrientation` reads those that the page has. */
const RULES_OF_THE_PAGE = { rules: { "css-orientation-lock": { enabled: false } } };
/** Looks of texts that have no problem in the dark theme. */
const LOOKS_WITHOUT_PROBLEM = new Set<number>();

/**
 * Returns the problems that axe-core finds on the page: theme, rule and places. Of the dark theme it checks the colours of those texts
 * that look like none before: the whole page is checked in the light one.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // The page's security policy forbids injected scripts, but a test may evaluate one.
  if (await page.evaluate(() => !("axe" in globalThis))) await page.evaluate(await readFile(AXE, "utf8"));
  const problems: string[] = [];
  const looks = await page.evaluate(findNewLooks, [...LOOKS_WITHOUT_PROBLEM]);
  if (looks.length > 0) {
    await showInTheme(page, "dark");
    // A screen that changes meanwhile may have none of them left.
    const found = await problemsOf(
      page,
      RULES_OF_COLOURS,
      "((left) => left.length > 0 ? left : document)(newLooks.filter((element) => element.isConnected))",
    );
    const areChecked = await page.evaluate("newLooks.every((element) => element.isConnected)");
    await showInTheme(page, "light");
    if (found.length === 0 && areChecked) for (const look of looks) LOOKS_WITHOUT_PROBLEM.add(look);
    problems.push(...found.map((problem) => `dark: ${problem}`));
  }
  problems.push(...(await problemsOf(page, RULES_OF_THE_PAGE)).map((problem) => `light: ${problem}`));
  problems.push(...(await page.evaluate(turnedByOrientation)).map((rule) => `css-orientation-lock: ${rule}`));
  return problems;
}

/**
 * Runs in the page. Returns the looks of its texts that are not among the known ones, and keeps an element of each in `newLooks`. The
 * look is a hash (FNV) of the tags, classes, states and colours from the root to the element.
 */
function findNewLooks(known: number[]): number[] {
  const states = /^(class|role|disabled|open|aria-(checked|current|disabled|expanded|invalid|pressed|selected))$/;
  const looks = new Map<Element | null, number>([[null, 2166136261]]);
  const lookOf = (element: Element | null): number => {
    let look = looks.get(element);
    if (look === undefined) {
      const { color, backgroundColor } = (element as HTMLElement).style;
      const attributes = element!.getAttributeNames().filter((name) => states.test(name));
      const own = [element!.tagName, ...attributes.map((name) => `${name}=${element!.getAttribute(name)}`), color, backgroundColor];
      look = lookOf(element!.parentElement);
      for (const character of own.join("\n")) look = Math.imul(look ^ character.codePointAt(0)!, 16777619);
      looks.set(element, look);
    }
    return look;
  };
  const checked = new Set(known);
  const found = new Map<number, Element>();
  for (const element of document.body.querySelectorAll("*")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    if (!hasText && !element.matches("input, textarea, select")) continue;
    // As in `problemsOf`.
    if (element.closest("[role=tooltip]")) continue;
    if (element.checkVisibility() && !checked.has(lookOf(element))) found.set(lookOf(element), element);
  }
  Object.assign(globalThis, { newLooks: [...found.values()] });
  return [...found.keys()];
}

/** Runs in the page. Returns the rules that turn something where the screen is turned. */
function turnedByOrientation(): string[] {
  const rulesOf = (rules: CSSRuleList): CSSRule[] =>
    [...rules].flatMap((rule) => [rule, ...("cssRules" in rule ? rulesOf((rule as CSSGroupingRule).cssRules) : [])]);
  const queries = [...document.styleSheets].flatMap(({ cssRules }) => rulesOf(cssRules).filter((rule) => rule instanceof CSSMediaRule));
  return queries
    .filter(({ conditionText, cssText }) => conditionText.includes("orientation") && /\b(transform|rotate)\b/.test(cssText))
    .map(({ cssText }) => cssText);
}

/** Shows the page as on a system with this theme. Without motion, all colours change at once. */
async function showInTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((dark) => {
    const [red = 0] = getComputedStyle(document.body).backgroundColor.match(/\d+/)?.map(Number) ?? [];
    return red < 128 === dark;
  }, theme === "dark");
}

/** `include`: expression of the elements that are checked with what is in them, instead of the whole page. */
async function problemsOf(page: Page, rules: object, include?: string): Promise<string[]> {
  const options = JSON.stringify({ resultTypes: ["violations"], preload: false, ...rules });
  // A tooltip that a focused button happens to show lies outside of all landmarks.
  const context = `{ ${include ? `include: ${include}, ` : ""}exclude: ['[role=tooltip]'] }`;
  const result = await page.evaluate<AxeResult>(`axe.run(${context}, ${options})`);
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

/** Waits until nothing is wider than the window. A page is drawn for a new width a moment later. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  await waitFor("the page to be no wider than its window", fits, 10);
}
