import {
  DELETED_AT_ANNOTATION,
  isMarkedDeleted,
  RESTORE_WINDOW_MS,
  restoreTimeLeft,
  withDeletedAnnotation,
  withoutDeletedAnnotation,
} from "./soft-delete.js";

const AT = "2024-05-01T08:00:00.000Z";
const marked = { metadata: { annotations: withDeletedAnnotation({ annotations: { other: "1" } }, AT) } };

test.each<[string, Parameters<typeof isMarkedDeleted>[0], boolean]>([
  ["what nobody deleted", { metadata: {} }, false],
  ["what somebody deleted", marked, true],
  ["what is deleted for good", { metadata: { deletionTimestamp: AT } }, true],
  ["a mark that is no time", { metadata: { annotations: { [DELETED_AT_ANNOTATION]: "yes" } } }, false],
])("isMarkedDeleted recognises %s", (_case, object, gone) => expect(isMarkedDeleted(object)).toBe(gone));

test("a deletion can be undone for a day", () => {
  expect(restoreTimeLeft(marked, Date.parse(AT) + 1000)).toBe(RESTORE_WINDOW_MS - 1000);
  expect(restoreTimeLeft({ metadata: {} }, Date.parse(AT))).toBeUndefined();
  expect(withoutDeletedAnnotation(marked.metadata)).toEqual({ other: "1" });
  expect(withoutDeletedAnnotation({ annotations: withDeletedAnnotation(marked.metadata, AT, "a-uid") })).toEqual({ other: "1" });
});
