import type { TextEditsAnswer } from "@agatha/contracts/wire";
import type { AnyMessages } from "../../i18n/messages.js";
import { draftsOf, editsOf, type TextDrafts } from "./text-drafts.js";
import { textRows } from "./text-rows.js";

const OVEN: AnyMessages = { namespace: "oven", en: { title: "Oven" }, tw: { title: "爐" }, cn: { title: "炉" }, ja: { title: "炉" } };
const FILE = { en: { "oven.title": "Kiln" }, ja: { "oven.title": "オーブン " } };
type Edits = TextEditsAnswer["edits"];

const rowOf = (edits: Edits, file = {}) => textRows([OVEN], { edits, file })[0]!;
/** Returns what is stored once the drafts are saved in the dialog of a row. */
const saved = (drafts: TextDrafts, { file = {}, edits = {} }: { file?: object; edits?: Edits } = {}) => {
  const row = rowOf(edits, file);
  const changes = editsOf(row, { ...draftsOf(row), ...drafts });
  return Object.fromEntries(Object.entries(changes).map(([code, texts]) => [code, texts["oven.title"]]));
};
const NONE = { en: {}, tw: {}, cn: {}, ja: {} };
const draft = (text: string, checked = false) => ({ text, checked });

test("a text of the deployment's file is no change of a manager who saves another language", () => {
  expect(saved({ tw: draft("烤箱") }, { file: FILE })).toEqual({ ...NONE, tw: { text: "烤箱" } });
});

test.each(["", "炉"])("a manager takes the product's own text back over that of the file: “%s”", (entered) => {
  const changes = saved({ ja: draft(entered) }, { file: FILE });
  expect(changes).toEqual({ ...NONE, ja: { text: "炉" } });
  const edits = { ja: { "oven.title": changes.ja! } };
  expect(rowOf(edits, FILE).cells.ja?.text).toBe("炉");
  expect(saved({}, { file: FILE, edits })).toEqual({ ...NONE, ja: { text: "炉" } });
});

test.each([
  ["an empty field", ""],
  ["the product's own text", "炉"],
])("without a file, a change is taken back by %s", (_what, entered) => {
  expect(saved({ ja: draft(entered) }, { edits: { ja: { "oven.title": { text: "かま" } } } })).toEqual(NONE);
});

test.each<[string, TextDrafts, string]>([
  ["of the file", {}, "Kiln"],
  ["that is entered", { en: draft(" Stove ") }, "Stove"],
  ["of the product where the field is emptied", { en: draft("") }, "Oven"],
])("a translation is checked against the English text %s, and then counts as checked", (_what, english, expected) => {
  const changes = saved({ ...english, tw: draft("爐", true) }, { file: FILE });
  expect(changes.tw).toEqual({ checked: expected });
  const edits = Object.fromEntries(Object.entries(changes).map(([code, edit]) => [code, { "oven.title": edit! }]));
  expect(rowOf(edits, FILE).cells).toMatchObject({ en: { text: expected }, tw: { checked: true } });
});
