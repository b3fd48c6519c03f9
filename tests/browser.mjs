// Finds the Chromium or Chrome for the browser tests. It downloads nothing.
import { existsSync } from "node:fs";

const PLACES = [
  process.env.BROWSER_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

export const HOW_TO_GET_A_BROWSER =
  "Install Chromium or Chrome (Debian and Ubuntu: apt-get install chromium; macOS: brew install --cask google-chrome), or name one in BROWSER_PATH.";

export function findBrowser() {
  return PLACES.find((place) => place && existsSync(place));
}
