import { existsSync, readdirSync } from "node:fs";
import { ALL_MESSAGES } from "./all-messages.js";
import { LANGUAGE_CODES } from "./i18n/languages.js";
import type { MessageTree } from "./i18n/messages.js";
import { apiEnablementMessages } from "./management/messages.js";

// The compiler checks that no text is missing. It does not check the interpolated values.

/** Path and text of every message. English plurals share the single path of the other languages. */
function* textsOf(tree: MessageTree, path = ""): Generator<[path: string, text: string]> {
  for (const [key, value] of Object.entries(tree)) {
    const here = `${path}${key.replace(/_(one|other)$/, "")}`;
    if (typeof value === "string") yield [here, value];
    else yield* textsOf(value, `${here}.`);
  }
}

const valuesIn = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();

const translations = ALL_MESSAGES.flatMap((messages) =>
  LANGUAGE_CODES.filter((code) => code !== "en").map((code) => ({ name: `${messages.namespace} in ${code}`, messages, code })),
);

test("every folder with texts is listed under a namespace of its own name", () => {
  const source = new URL("../src/", import.meta.url);
  const folders = readdirSync(source).filter((name) => name !== "i18n" && existsSync(new URL(`${name}/messages.ts`, source)));
  const named = folders.map((name) => name.replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase()));
  const namespaces = ALL_MESSAGES.filter((messages) => messages !== apiEnablementMessages).map(({ namespace }) => namespace);
  expect(namespaces.sort()).toEqual(named.sort());
});

test.each(translations)("$name has the same placeholders as English", ({ messages, code }) => {
  const english = new Map(textsOf(messages.en));
  for (const [path, text] of textsOf(messages[code])) {
    expect({ path, values: valuesIn(text) }).toEqual({ path, values: valuesIn(english.get(path) ?? "") });
  }
});

// @contract texts-are-there-in-every-language-messages
test.each(translations)("$name has no empty text", ({ messages, code }) => {
  expect([...textsOf(messages[code])].filter(([, text]) => text.trim() === "")).toEqual([]);
});
