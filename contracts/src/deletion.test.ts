import { DELETED_ANNOTATION, isGone, UNDO_MS, undoLeft, withMark, withoutMark } from "./deletion.js";

const AT = "2024-05-01T08:00:00.000Z";
const marked = { metadata: { annotations: withMark({ annotations: { other: "1" } }, AT) } };

test.each<[string, Parameters<typeof isGone>[0], boolean]>([
  ["what nobody deleted", { metadata: {} }, false],
  ["what somebody deleted", marked, true],
  ["what is deleted for good", { metadata: { deletionTimestamp: AT } }, true],
  ["a mark that is no time", { metadata: { annotations: { [DELETED_ANNOTATION]: "yes" } } }, false],
])("%s: gone or not", (_case, object, gone) => expect(isGone(object)).toBe(gone));

test("a deletion can be undone for a day", () => {
  expect(undoLeft(marked, Date.parse(AT) + 1000)).toBe(UNDO_MS - 1000);
  expect(undoLeft({ metadata: {} }, Date.parse(AT))).toBeUndefined();
  expect(withoutMark(marked.metadata)).toEqual({ other: "1" });
});
