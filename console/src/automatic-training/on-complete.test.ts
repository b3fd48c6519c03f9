import { onComplete } from "./on-complete.js";

let onBest: jest.Mock<void, [string]>;
let onFailure: jest.Mock<void, []>;
beforeEach(() => {
  jest.useFakeTimers();
  onBest = jest.fn();
  onFailure = jest.fn();
});
afterEach(() => void jest.useRealTimers());

// @contract in-the-console-the-page-of-a
test("the best model is shown 1.2 s after the end", () => {
  onComplete({ status: "fitting_finished", cancelled: false, reason: null, model_id: "m1" }, { onBest, onFailure });
  jest.advanceTimersByTime(1199);
  expect(onBest).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(onBest).toHaveBeenCalledWith("m1");
  expect(onFailure).not.toHaveBeenCalled();
});

test("a training that the user cancelled stays on its page, which says what was not tried", () => {
  onComplete({ status: "fitting_finished", cancelled: true, reason: null, model_id: "m1" }, { onBest, onFailure });
  jest.advanceTimersByTime(10_000);
  expect(onBest).not.toHaveBeenCalled();
});

test("no callback runs after the user leaves the page within that time", () => {
  onComplete({ status: "fitting_finished", cancelled: false, reason: null, model_id: "m1" }, { onBest, onFailure })();
  jest.advanceTimersByTime(10_000);
  expect(onBest).not.toHaveBeenCalled();
});

test.each([
  ["a failure shows a notification", false, "010802", 1],
  ["so does an end at the time limit", false, "TimeLimitReached", 1],
  ["there is no notification for the user who cancelled", true, "Cancelled", 0],
])("%s, and no model is shown", (_sentence, cancelled, reason, told) => {
  onComplete({ status: "fitting_fail", cancelled, reason, model_id: null }, { onBest, onFailure });
  jest.advanceTimersByTime(10_000);
  expect(onFailure).toHaveBeenCalledTimes(told);
  expect(onBest).not.toHaveBeenCalled();
});
