import { messages as calculation } from "./calculations/messages.js";
import { messages as charts } from "./charts/messages.js";
import { messages as companion } from "./companion/messages.js";
import { messages as reading } from "./csv-dialect/messages.js";
import { messages as dataset } from "./dataset/messages.js";
import { messages as upload } from "./dataset-list/messages.js";
import { messages as dialogs } from "./dialogs/messages.js";
import { messages as exploration } from "./edit-history/messages.js";
import { messages as errors } from "./errors/messages.js";
import { messages as evaluation } from "./evaluation/messages.js";
import { messages as states } from "./feedback/messages.js";
import { messages as home } from "./home/messages.js";
import { LANGUAGE_CODES } from "./i18n/languages.js";
import type { AnyMessages, MessageTree } from "./i18n/messages.js";
import { messages as layout } from "./layout/messages.js";
import { messages as login } from "./login/messages.js";
import { messages as management } from "./management/messages.js";
import { messages as fitting } from "./models/messages.js";

// That no text is missing, the compiler shows; what a text is filled with, it does not see.
const ALL: AnyMessages[] = [
  calculation,
  charts,
  companion,
  dataset,
  dialogs,
  errors,
  evaluation,
  exploration,
  fitting,
  home,
  layout,
  login,
  management,
  reading,
  states,
  upload,
];

/** Path and text of every message; English plurals under the one path that the others have. */
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

test.each(translations)("$name shows the same values as in English", ({ messages, code }) => {
  const english = new Map(textsOf(messages.en));
  for (const [path, text] of textsOf(messages[code])) {
    expect({ path, values: valuesIn(text) }).toEqual({ path, values: valuesIn(english.get(path) ?? "") });
  }
});

test.each(translations)("$name leaves no text empty", ({ messages, code }) => {
  expect([...textsOf(messages[code])].filter(([, text]) => text.trim() === "")).toEqual([]);
});
