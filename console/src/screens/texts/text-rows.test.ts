import type { AnyMessages } from "../../i18n/messages.js";
import { changedTexts, matches, placeholdersOf, type TextFilter, textRows } from "./text-rows.js";

const OVEN: AnyMessages = {
  namespace: "oven",
  en: { title: "Oven", part: { door_one: "{{count}} door", door_other: "{{count}} doors" }, api: "API" },
  tw: { title: "爐", part: { door: "{{count}} 扇門" }, api: "API" },
  cn: { title: "炉", part: { door: "{{count}} 扇门" }, api: "API" },
  ja: { title: "炉", part: { door: "扉 {{count}} 枚" }, api: "API" },
};
const NONE = { edits: {}, file: {} };
const rows = (edits = {}, file = {}) => textRows([OVEN], { edits, file });
const keys = (filter: Partial<TextFilter>, from = rows()) =>
  from.filter((row) => matches(row, { language: "ja", state: "all", folder: "", search: "", ...filter })).map(({ key }) => key);

test("each English text is a row; the plural has the one form of the other languages beside it", () => {
  const found = textRows([OVEN], NONE);
  expect(found.map(({ key, cells }) => [key, cells.ja?.key])).toEqual([
    ["oven.title", "oven.title"],
    ["oven.part.door_one", undefined],
    ["oven.part.door_other", "oven.part.door"],
    ["oven.api", "oven.api"],
  ]);
});

test("a manager's text comes before that of the file, and both before the product's own", () => {
  const [title] = rows({ ja: { "oven.title": { text: "かま" } } }, { ja: { "oven.title": "オーブン" }, tw: { "oven.title": "烤箱" } });
  expect([title?.cells.ja?.text, title?.cells.tw?.text, title?.cells.cn?.text]).toEqual(["かま", "烤箱", "炉"]);
});

test("a translation counts as checked as long as the English text is the one that it was checked against", () => {
  const checked = { ja: { "oven.title": { checked: "Oven" } } };
  expect(keys({ state: "unchecked" }, rows(checked))).toEqual(["oven.part.door_other", "oven.api"]);
  expect(keys({ state: "unchecked" }, rows({ ...checked, en: { "oven.title": { text: "Stove" } } }))).toContain("oven.title");
});

test.each<[string, Partial<TextFilter>, string[]]>([
  ["the same as English", { state: "same" }, ["oven.api"]],
  ["missing", { state: "missing" }, []],
  ["changed", { state: "changed" }, []],
  ["of another folder", { folder: "kitchen" }, []],
  ["with a word in any language", { search: "扇門" }, ["oven.part.door_other"]],
  ["with a key", { search: "OVEN.title" }, ["oven.title"]],
])("the filter finds texts: %s", (_what, filter, expected) => {
  expect(keys(filter)).toEqual(expected);
});

test("a language without a text is found as missing", () => {
  const { title: _, ...ja } = OVEN.ja;
  expect(keys({ state: "missing" }, textRows([{ ...OVEN, ja }], NONE))).toEqual(["oven.title"]);
});

test("changed texts are exported by language and key", () => {
  expect(changedTexts(rows({ ja: { "oven.part.door": { text: "ドア {{count}} 枚" }, "oven.title": { checked: "Oven" } } }))).toEqual({
    ja: { "oven.part.door": "ドア {{count}} 枚" },
  });
});

test("placeholders are compared without their order and repetition", () => {
  expect(placeholdersOf("{{b}} of {{a}} of {{b}}")).toEqual(["{{a}}", "{{b}}"]);
});
