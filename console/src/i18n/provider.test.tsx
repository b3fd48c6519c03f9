import "../testing/dom.js";
import type { AnyMessages } from "./messages.js";
import { createI18nProvider } from "./provider.js";

const folder = (namespace: string): AnyMessages => {
  const own = { title: "Ours", part: { name: "Name" } };
  return { namespace, en: own, tw: own, cn: own, ja: own };
};

test("texts of the deployment are in place of the console's own, also of folders that come later", async () => {
  const overrides = { en: { "first.part.name": "Theirs", "later.title": "Theirs too" } };
  const first = folder("first");
  const provider = await createI18nProvider([first], localStorage, ["en"], overrides);
  provider.addMessages(folder("later"));
  const shown = ["first.title", "first.part.name", "later.title", "later.part.name"].map((key) => provider.translate(key));
  expect(shown).toEqual(["Ours", "Theirs", "Theirs too", "Name"]);
  expect(first.en).toEqual(folder("first").en);
});
