import { daysUntilDue, type LicenceStage, licenceStage } from "./licence-stage.js";

const DUE = "2024-06-01T00:00:00Z";
const subscription = { type: "SP", dueDate: DUE, duration: 30 } as const;

test.each<[string, { type: "RF" | "SP"; dueDate: string | null; duration: number }, string, LicenceStage]>([
  ["a subscription long before its due date", subscription, "2024-01-01T00:00:00Z", "normal"],
  ["a subscription a moment before the warning", subscription, "2024-05-01T23:59:59.999Z", "normal"],
  ["a subscription with as many days left as its duration", subscription, "2024-05-02T00:00:00Z", "warning"],
  ["a subscription a moment before its due date", subscription, "2024-05-31T23:59:59.999Z", "warning"],
  ["a subscription at its due date", subscription, DUE, "expired"],
  ["a subscription long after its due date", subscription, "2034-01-01T00:00:00Z", "expired"],
  ["a subscription without warning, before", { ...subscription, duration: 0 }, "2024-05-31T23:59:59.999Z", "normal"],
  ["a subscription without warning, after", { ...subscription, duration: 0 }, DUE, "expired"],
  ["what was bought for good, after a date", { ...subscription, type: "RF" }, "2034-01-01T00:00:00Z", "normal"],
  ["what was bought for good", { type: "RF", dueDate: null, duration: 30 }, DUE, "normal"],
  // @contract a-contract-is-normal-then-within-the
])("%s has its licence stage", (_case, contract, now, stage) => {
  expect(licenceStage(contract, Date.parse(now))).toBe(stage);
});

test("only a subscription has days until it is due", () => {
  const now = Date.parse("2024-05-30T12:00:00Z");
  expect([daysUntilDue(subscription, now), daysUntilDue({ ...subscription, type: "RF" }, now)]).toEqual([1.5, undefined]);
});
