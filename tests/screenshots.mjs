// Takes pictures of the console after building what is missing: `npm run screenshots -- guide`, or `-- FOLDER` for every screen.
import { spawn } from "node:child_process";
import { prepare } from "../standalone/prepare.mjs";
import { findBrowser, HOW_TO_GET_A_BROWSER } from "./browser.mjs";
import { WITH_TESTS } from "./jest.mjs";

await prepare();
const browser = findBrowser();
if (!browser) throw new Error(HOW_TO_GET_A_BROWSER);
const child = spawn(process.execPath, [...WITH_TESTS, "tests/dist/screenshots/main.js", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, BROWSER_PATH: browser },
});
child.on("exit", (code) => process.exit(code ?? 1));
