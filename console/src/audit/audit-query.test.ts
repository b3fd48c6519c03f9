import { auditQueryOf, NO_FILTERS } from "./audit-query.js";

test("no filter asks for all records", () => {
  expect(auditQueryOf(NO_FILTERS)).toEqual({});
});

test("both days are included, in the browser's time zone", () => {
  const { since = "", until = "", ...rest } = auditQueryOf({ user: "u1", action: " login ", since: "2026-05-01", until: "2026-05-02" });
  expect(rest).toEqual({ user_id: "u1", action: "login" });
  expect([new Date(since), new Date(until)]).toEqual([new Date(2026, 4, 1), new Date(2026, 4, 3)]);
});
