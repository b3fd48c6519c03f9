import { auditQueryOf, NO_FILTERS } from "./audit-query.js";

test("no filter asks for all records", () => {
  expect(auditQueryOf(NO_FILTERS)).toEqual({});
});

test("both days are included, in the browser's time zone", () => {
  const { since = "", until = "", ...rest } = auditQueryOf({ user: "u1", action: " login ", since: "2026-05-01", until: "2026-05-02" });
  expect(rest).toEqual({ user_id: "u1", action: "login" });
  expect([new Date(since), new Date(until)]).toEqual([new Date(2026, 4, 1), new Date(2026, 4, 3)]);
});

test.each([
  ["spring", "2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
  ["autumn", "2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
])("a day in %s on which clocks change is included until its end", (_season, day, since, until) => {
  const zone = process.env.TZ;
  process.env.TZ = "Europe/Berlin";
  try {
    expect(auditQueryOf({ ...NO_FILTERS, since: day, until: day })).toEqual({ since, until });
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test("a year of five digits, which a field takes while it is typed, filters nothing", () => {
  expect(auditQueryOf({ ...NO_FILTERS, since: "20241-05-01", until: "20241-05-02" })).toEqual({});
});
