import { existsSync, readdirSync } from "node:fs";
import { messages as account } from "./account/messages.js";
import { messages as audit } from "./audit/messages.js";
import { messages as automaticTraining } from "./automatic-training/messages.js";
import { messages as calculations } from "./calculations/messages.js";
import { messages as contract } from "./contract/messages.js";
import { messages as csvDialect } from "./csv-dialect/messages.js";
import { messages as dataset } from "./dataset/messages.js";
import { messages as datasetList } from "./dataset-list/messages.js";
import { messages as editHistory } from "./edit-history/messages.js";
import { messages as evaluation } from "./evaluation/messages.js";
import { messages as forgotPassword } from "./forgot-password/messages.js";
import { messages as home } from "./home/messages.js";
import { LANGUAGE_CODES } from "./i18n/languages.js";
import type { AnyMessages, MessageTree } from "./i18n/messages.js";
import { messages as login } from "./login/messages.js";
import { apiEnablementMessages, messages as management } from "./management/messages.js";
import { messages as modelNames } from "./model-names/messages.js";
import { messages as models } from "./models/messages.js";
import { messages as people } from "./people/messages.js";
import { PUBLIC_MESSAGES } from "./public-messages.js";
import { messages as resetPassword } from "./reset-password/messages.js";
import { messages as restrictions } from "./restrictions/messages.js";
import { messages as rows } from "./rows/messages.js";
import { messages as series } from "./series/messages.js";
import { SIGNED_IN_MESSAGES } from "./signed-in-messages.js";
import { messages as trash } from "./trash/messages.js";

// The compiler checks that no text is missing. It does not check the interpolated values.
const SCREEN_MESSAGES: AnyMessages[] = [
  account,
  audit,
  automaticTraining,
  calculations,
  contract,
  csvDialect,
  dataset,
  datasetList,
  editHistory,
  evaluation,
  forgotPassword,
  home,
  login,
  management,
  apiEnablementMessages,
  modelNames,
  models,
  people,
  resetPassword,
  restrictions,
  rows,
  series,
  trash,
];
const ALL = [...PUBLIC_MESSAGES, ...SIGNED_IN_MESSAGES, ...SCREEN_MESSAGES];

/** Path and text of every message. English plurals share the single path of the other languages. */
function* textsOf(tree: MessageTree, path = ""): Generator<[path: string, text: string]> {
  for (const [key, value] of Object.entries(tree)) {
    const here = `${path}${key.replace(/_(one|other)$/, "")}`;
    if (typeof value === "string") yield [here, value];
    else yield* textsOf(value, `${here}.`);
  }
}

const valuesIn = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();

const translations = ALL.flatMap((messages) =>
  LANGUAGE_CODES.filter((code) => code !== "en").map((code) => ({ name: `${messages.namespace} in ${code}`, messages, code })),
);

test("every folder with texts is listed under a namespace of its own name", () => {
  const source = new URL("../src/", import.meta.url);
  const folders = readdirSync(source).filter((name) => name !== "i18n" && existsSync(new URL(`${name}/messages.ts`, source)));
  const named = folders.map((name) => name.replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase()));
  const namespaces = ALL.filter((messages) => messages !== apiEnablementMessages).map(({ namespace }) => namespace);
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
