import type { Locator, Page } from "playwright-core";

/** Does something while time stands still on a page whose clock is installed, so that it can be told how long what follows takes. */
export async function withPausedClock(page: Page, act: () => Promise<void>): Promise<void> {
  // Ahead of what the clock shows once the browser is told.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  try {
    await act();
  } finally {
    await page.clock.resume();
  }
}

/** Milliseconds of held time that something stays, in steps of 100: it takes one or two more to fade. */
export async function visibleDuration(place: Locator): Promise<number> {
  const page = place.page();
  await place.waitFor();
  for (let passed = 0; passed < 10_000; passed += 100) {
    if ((await place.count()) === 0) return passed;
    await page.clock.runFor(100);
    // What a timer has changed is drawn in a message to the page itself.
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
