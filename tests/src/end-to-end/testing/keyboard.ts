/** Walks through the console by the keyboard alone. */
import type { Locator, Page } from "playwright-core";

/** More than the controls of any screen of the tests. */
const MAX_TABS = 400;

const isFocused = (control: Locator): Promise<boolean> => control.evaluate((element) => element === document.activeElement);

/** Presses Tab, or another key that moves the focus, until the control has it. */
export async function tabTo(page: Page, control: Locator, key: "Tab" | "Shift+Tab" | "ArrowDown" = "Tab"): Promise<void> {
  await control.waitFor();
  for (let count = 0; count < MAX_TABS; count++) {
    if (await isFocused(control)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${control}`);
}

/** Opens what the control leads to. */
export async function activate(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press("Enter");
}

/** Jumps over the navigation by the first link of the page. */
async function skipToMain(page: Page): Promise<void> {
  await tabTo(page, page.getByRole("button", { name: "Skip to content" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.locator("main:focus").waitFor();
}

/**
 * Tabs through the screen from its beginning to its end. Returns what a pointer can use in it and Tab has not reached: tag, name
 * and place.
 */
export async function unreachedByTab(page: Page): Promise<string[]> {
  await skipToMain(page);
  const main = page.locator("main");
  await main.evaluate((element) => {
    const reached = new Set<EventTarget>();
    element.addEventListener("focusin", ({ target }) => target && reached.add(target));
    Object.assign(globalThis, { reached });
  });
  for (let count = 0; ; count++) {
    await page.keyboard.press("Tab");
    if (!(await main.evaluate((element) => element.contains(document.activeElement)))) break;
    if (count === MAX_TABS) throw new Error("Tab does not leave the screen");
  }
  return await main.evaluate(unreached);
}

/** Runs in the page. */
function unreached(main: Element): string[] {
  const { reached } = globalThis as unknown as { reached: Set<Element> };
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
