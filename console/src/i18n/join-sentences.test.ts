import { joinSentences } from "./join-sentences.js";

test.each<[string, (string | null | undefined | false)[], string]>([
  ["with a space in English", ["One row.", "It is new."], "One row. It is new."],
  ["without a space in Chinese", ["一列。", "這是新的。"], "一列。這是新的。"],
  ["without a space in Japanese", ["1 行です。", "新しい行です。"], "1 行です。新しい行です。"],
  ["with a space where a sentence lacks its stop", ["一列", "這是新的。"], "一列 這是新的。"],
  ["without those that are missing", [null, "One row.", "", false, undefined, "It is new."], "One row. It is new."],
])("sentences are joined %s", (_case, sentences, expected) => {
  expect(joinSentences(...sentences)).toBe(expected);
});
