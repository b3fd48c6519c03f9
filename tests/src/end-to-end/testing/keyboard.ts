/** Walks through the console by the keyboard alone. */
import type { Locator, Page } from "playwright-core";
import { waitFor } from "./agatha-process.js";

/** More than the controls of any screen of the tests. */
const MAX_TABS = 400;
/** Keys that are pressed before the page is asked where the focus is. */
const KEYS_AT_ONCE = 16;

type MovingKey = "Tab" | "ArrowDown";

/** The calls keep their order. */
async function pressRepeatedly(page: Page, key: MovingKey): Promise<void> {
  await Promise.all(Array.from({ length: KEYS_AT_ONCE }, () => page.keyboard.press(key)));
}

/** Waits until an element is shown. Playwright's own wait asks less and less often, and then ends half a second late. */
export async function waitUntilShown(element: Locator): Promise<void> {
  await waitFor(`${element}`, () => element.isVisible());
}

/** Presses Tab, or another key that moves the focus, until the control has it. */
export async function tabTo(page: Page, control: Locator, key: MovingKey = "Tab"): Promise<void> {
  await waitUntilShown(control);
  for (let count = 0; count < MAX_TABS; count += KEYS_AT_ONCE) {
    if (await control.evaluate(holdFocus)) return;
    await pressRepeatedly(page, key);
  }
  throw new Error(`${key} does not reach ${control}`);
}

/** Runs in the page. Keys do nothing once the control has the focus, until the next call. Returns whether it has it now. */
function holdFocus(control: Element): boolean {
  const inPage = globalThis as { hold?: AbortController };
  inPage.hold?.abort();
  if (control === document.activeElement) return true;
  inPage.hold = new AbortController();
  const options = { capture: true, signal: inPage.hold.signal };
  addEventListener(
    "keydown",
    (event) => {
      if (control !== document.activeElement) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    options,
  );
  return false;
}

/** Gives the control the focus and presses a key. */
export async function press(control: Locator, key = "Enter"): Promise<void> {
  await control.focus();
  await control.press(key);
}

/** Opens what the control leads to. */
export async function activate(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press("Enter");
}

/** Jumps over the navigation by the first link of the page. */
export async function skipToMain(page: Page): Promise<void> {
  await activate(page, page.getByRole("button", { name: "Skip to content" }));
  await page.locator("main:focus").waitFor();
}

/**
 * Tabs through the screen from its beginning, where the link that skips the navigation leads, to its end. Returns what a pointer can use
 * in it and Tab has not reached: tag, name and place.
 */
export async function unreachedByTab(page: Page): Promise<string[]> {
  const main = page.locator("main");
  await main.evaluate(recordFocus);
  for (let count = 0; await main.evaluate((element) => element.contains(document.activeElement)); count += KEYS_AT_ONCE) {
    if (count > MAX_TABS) throw new Error("Tab does not leave the screen");
    await pressRepeatedly(page, "Tab");
  }
  return await main.evaluate(unreached);
}

/** Runs in the page. Focuses the screen and records what gets the focus in it. Keys do nothing once the focus has left it. */
function recordFocus(main: HTMLElement): void {
  const inPage = globalThis as { hold?: AbortController; reached?: Set<EventTarget> };
  inPage.hold?.abort();
  inPage.hold = new AbortController();
  const options = { capture: true, signal: inPage.hold.signal };
  const reached = new Set<EventTarget>();
  inPage.reached = reached;
  main.focus();
  main.addEventListener("focusin", ({ target }) => target && reached.add(target), options);
  const hold = (event: Event) => main.contains(document.activeElement) || event.preventDefault();
  addEventListener("keydown", hold, options);
}

/** Runs in the page. */
function unreached(main: Element): string[] {
  const { reached, hold } = window as typeof window & { reached: Set<Element>; hold: AbortController };
  hold.abort();
  const controls = "a[href], button, input, select, textarea, summary, [role=button], [role=switch], [role=tab], [role=option]";
  // Tab reaches one element of these. The arrow keys lead to the others.
  const composites = "[role=tablist], [role=radiogroup], [role=toolbar], [role=listbox], [role=grid], [role=tree], .MuiAutocomplete-root";
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1 && !element.closest("[inert]");
  const usesPointer = (element: Element) =>
    element.matches(controls) ||
    (getComputedStyle(element).cursor === "pointer" && getComputedStyle(element.parentElement!).cursor !== "pointer");
  const isReached = (element: Element) => {
    const composite = element.closest(composites);
    return [...reached].some(
      (other) => element.contains(other) || (other.matches(controls) && other.contains(element)) || composite?.contains(other),
    );
  };
  return [...main.querySelectorAll("*")]
    .filter((element) => isShown(element) && usesPointer(element))
    .filter((element) => !element.matches(":disabled, [aria-disabled=true], [aria-hidden=true], [aria-hidden=true] *"))
    .filter((element) => !isReached(element))
    .map((element) => `${element.tagName} "${element.getAttribute("aria-label") ?? element.textContent}" ${element.className}`);
}
