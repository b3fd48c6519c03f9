import type { Browser } from "playwright-core";
import { type BrowserSession, beginSession, launchBrowser, openBrowserSession, type SessionOptions } from "./browser.js";

interface LoginOptions extends SessionOptions {
  username?: string;
  password?: string;
}

interface BrowserFixture {
  /** Opens a new session in English that records all console errors. */
  openSession(options?: SessionOptions): Promise<BrowserSession>;
  /** Opens an address of the console in a new session that is logged in, as the manager if no account is named. */
  logIn(address: string, options?: LoginOptions): Promise<BrowserSession>;
}

/** Launches a browser before the first test of the enclosing describe block, and closes it after the last test. */
export function useBrowser(): BrowserFixture {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });

  const openSession = (options?: SessionOptions) => openBrowserSession(browser, options);
  return {
    openSession,
    async logIn(address, { username, password, ...options } = {}) {
      const session = await openSession(options);
      await beginSession(session.page, address, username, password);
      await session.page.goto(address);
      return session;
    },
  };
}
