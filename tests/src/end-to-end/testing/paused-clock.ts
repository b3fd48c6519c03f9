import type { Locator, Page } from "playwright-core";

/** Runs `act` while the page's installed clock is paused, so that the time of what follows can be measured. */
export async function withPausedClock(page: Page, act: () => Promise<void>): Promise<void> {
  // Ahead of the time that the clock shows once the browser gets the command.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  try {
    await act();
  } finally {
    await page.clock.resume();
  }
}

/** Returns for how many milliseconds of paused time an element stays visible, in steps of 100. Fading takes one or two more. */
export async function visibleDuration(place: Locator): Promise<number> {
  const page = place.page();
  await place.waitFor();
  for (let passed = 0; passed < 10_000; passed += 100) {
    if ((await place.count()) === 0) return passed;
    await page.clock.runFor(100);
    // The page draws a timer's change in a message to itself.
    await page.evaluate(
      () =>
        new Promise((drawn) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = drawn;
          port2.postMessage(null);
        }),
    );
  }
  throw new Error("It is still there after 10 s");
}
