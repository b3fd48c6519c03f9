import { TIME_ZONES } from "./time-zones.js";

test("each listed time zone is one that trainings know, and is listed once", () => {
  for (const timeZone of TIME_ZONES) expect(() => new Intl.DateTimeFormat("en", { timeZone })).not.toThrow();
  expect(new Set(TIME_ZONES).size).toBe(TIME_ZONES.length);
  expect(TIME_ZONES).toEqual(expect.arrayContaining(["UTC", "Asia/Taipei", "Asia/Tokyo", "America/New_York"]));
});
