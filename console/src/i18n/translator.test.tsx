import "../testing/dom.js";
import type { AnyMessages } from "./messages.js";
import { createTranslator } from "./translator.js";

const folder = (namespace: string): AnyMessages => {
  const own = { title: "Ours", part: { name: "Name" } };
  return { namespace, en: own, tw: own, cn: own, ja: own };
};

test("texts of the deployment are in place of the console's own, also of folders that come later", async () => {
  localStorage.clear();
  const overrides = { en: { "first.part.name": "Theirs", "later.title": "Theirs too" } };
  const first = folder("first");
  const translator = await createTranslator([first], localStorage, ["en"], overrides);
  translator.addMessages(folder("later"));
  const shown = ["first.title", "first.part.name", "later.title", "later.part.name"].map((key) => translator.translate(key));
  expect(shown).toEqual(["Ours", "Theirs", "Theirs too", "Name"]);
  expect(first.en).toEqual(folder("first").en);
});

test.each([
  ["en", "Left out: heat, load"],
  ["ja", "除外：heat、load"],
])("names in a list are joined as the language does: %s", async (language, shown) => {
  localStorage.clear();
  const messages: AnyMessages = {
    namespace: "columns",
    en: { out: "Left out: {{names}}" },
    tw: { out: "" },
    cn: { out: "" },
    ja: { out: "除外：{{names}}" },
  };
  const translator = await createTranslator([messages], localStorage, [language]);
  expect(translator.translate("columns.out", { names: ["heat", "load"] })).toBe(shown);
});

test("a count of thousands is written as the language writes numbers, and chooses the plural", async () => {
  localStorage.clear();
  const own = { rows_one: "{{count}} row of {{year}}", rows_other: "{{count}} rows of {{year}}" };
  const other = { rows: "" };
  const messages = { namespace: "table", en: own, tw: other, cn: other, ja: other } as AnyMessages;
  const translator = await createTranslator([messages], localStorage, ["en"]);
  const shown = [1, 1927].map((count) => translator.translate("table.rows", { count, year: 2024 }));
  expect(shown).toEqual(["1 row of 2024", "1,927 rows of 2024"]);
});
