import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { messages } from "./messages.js";

const ASSETS = join(import.meta.dirname, "../../../dist/site/assets");
/** react-admin shows it if a language cannot be loaded; the console's menu changes the language without react-admin. */
const NEVER_SHOWN = ["notification.i18n_error"];

test("each text of react-admin that the console's files name is there", () => {
  const scripts = readdirSync(ASSETS).filter((file) => file.endsWith(".js"));
  const named = scripts.flatMap((file) => {
    const matches = readFileSync(join(ASSETS, file), "utf8").matchAll(/[`'"]ra\.([a-z0-9_]+\.[a-z0-9_]+)[`'"]/g);
    return Array.from(matches, ([, key]) => key as string);
  });
  const known = Object.entries(messages.en).flatMap(([folder, texts]) => Object.keys(texts).map((key) => `${folder}.${key}`));
  expect([...new Set([...known, ...NEVER_SHOWN])].sort()).toEqual([...new Set(named)].sort());
});
