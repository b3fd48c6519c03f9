/**
 * Takes pictures of the console. `npm run screenshots -- guide` writes those of the user's guide in its four languages.
 * `npm run screenshots -- FOLDER` writes every screen in both themes, at two sizes and in four languages. Names after the first
 * word limit the screens, languages, themes and sizes.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { PASSWORD, removeFolder, startAgatha, temporaryFolder } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { prepareProduct } from "./prepare.js";
import { PARTS, type PictureName, screensOf } from "./screens.js";

type Theme = "light" | "dark";
type Language = (typeof LANGUAGES)[number];
interface Look {
  theme: Theme;
  language: Language;
  size: keyof typeof SIZES;
}

const LANGUAGES = ["en", "tw", "cn", "ja"] as const;
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;
const GUIDE_FOLDER = fileURLToPath(new URL("../../../docs/guide/", import.meta.url));
const GUIDE_SCREENS: readonly PictureName[] = [
  "datasets",
  "dataset",
  "exploration",
  "model",
  "automatic-training",
  "class-decision",
  "forecast-chart",
  "series-outliers-chart",
  "what-if",
  "optimization-result",
  "comparison",
  "api",
  "management",
  "account",
];

const [target, ...names] = process.argv.slice(2);
if (target === undefined) throw new Error("Name a folder for the pictures, or guide");
const folder = await temporaryFolder();
const product = await startAgatha(folder);
const browser = await chromium.launch({ executablePath: process.env.BROWSER_PATH, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const client = new TestClient(product.url);
  await client.login();
  const screens = screensOf(await prepareProduct(client));
  /** Opens a screen, or a part of one. */
  const open = async (page: Page, name: PictureName): Promise<void> => {
    const [screen, selector] = isPart(name) ? PARTS[name] : [name];
    await show(page, product.url + screens[screen]);
    if (selector) await scrollTo(page, selector);
  };
  if (target === "guide") {
    const page = await logIn(browser, product.url, { theme: "light", language: "en", size: "desktop" });
    for (const language of chosen(LANGUAGES)) {
      await chooseLanguage(page, language);
      await takeGuidePictures(page, join(GUIDE_FOLDER, language === "en" ? "" : language, "pictures"), open);
    }
  } else {
    await mkdir(target, { recursive: true });
    const wanted = chosen([...Object.keys(screens), ...Object.keys(PARTS)] as PictureName[]);
    for (const look of allLooks()) {
      const page = await logIn(browser, product.url, look);
      for (const screen of wanted) {
        await open(page, screen);
        const name = [screen, look.language, look.theme, look.size].join("-");
        await page.screenshot({ path: join(target, `${name}.png`) });
        process.stdout.write(`${name}\n`);
      }
      await page.context().close();
    }
  }
} finally {
  await browser.close();
  await product.stop();
  await removeFolder(folder);
}

/** Those that the command names, or all if it names none of them. */
function chosen<T extends string>(all: readonly T[]): readonly T[] {
  const named = all.filter((each) => names.includes(each));
  return named.length > 0 ? named : all;
}

function allLooks(): Look[] {
  return chosen(LANGUAGES).flatMap((language) =>
    chosen<Theme>(["light", "dark"]).flatMap((theme) =>
      chosen<Look["size"]>(["desktop", "phone"]).map((size) => ({ language, theme, size })),
    ),
  );
}

/** WebP of the width that the guide shows, made by the browser itself. */
async function takeGuidePictures(page: Page, folder: string, open: (page: Page, name: PictureName) => Promise<void>): Promise<void> {
  const converter = await page.context().newPage();
  await mkdir(folder, { recursive: true });
  for (const screen of chosen(GUIDE_SCREENS)) {
    await open(page, screen);
    const picture = (await page.screenshot()).toString("base64");
    const webp = await converter.evaluate(async (png) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", 0.8).split(",")[1] ?? "";
    }, picture);
    const path = join(folder, `${screen}.webp`);
    await writeFile(path, Buffer.from(webp, "base64"));
    process.stdout.write(`${path} ${Math.round((webp.length * 3) / 4000)} kB\n`);
  }
}

async function logIn(from: Browser, url: string, { theme, language, size }: Look): Promise<Page> {
  const context = await from.newContext({ viewport: SIZES[size], colorScheme: theme, reducedMotion: "reduce", locale: "en-US" });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel("Account").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(({ pathname }) => !pathname.endsWith("/login"));
  await chooseLanguage(page, language);
  return page;
}

/** The pages that are opened afterwards are in the language. */
async function chooseLanguage(page: Page, language: Language): Promise<void> {
  await page.evaluate((chosen) => localStorage.setItem("agatha.locale", chosen), language);
}

function isPart(name: PictureName): name is keyof typeof PARTS {
  return name in PARTS;
}

/** Scrolls an element to the top, and waits for what loads when it comes into view. */
async function scrollTo(page: Page, selector: string): Promise<void> {
  await page.locator(selector).evaluate((element) => element.scrollIntoView({ block: "start" }));
  await settle(page);
}

/** Opens a screen and waits until nothing in view is loading. What is out of view may load when it comes into view. */
async function show(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await settle(page);
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".MuiSkeleton-root, [role=progressbar]:not([aria-valuenow]), [aria-busy=true]")].every((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom < 0 || top > window.innerHeight;
    }),
  );
}
