import { createSocketEventHandlers } from "./socket-events.js";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

// @contract a-data-check-that-is-done-is
test("a finished data check is requested 200 ms after the event", () => {
  const invalidate = jest.fn();
  createSocketEventHandlers(invalidate).data_check_result({ dataset_id: "d1", status: "success" });
  jest.advanceTimersByTime(199);
  expect(invalidate).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(invalidate).toHaveBeenCalledWith(["dataset", "d1"], ["datasets"]);
});

test("a model whose state has changed is requested at once, together with the lists that show it", () => {
  const invalidate = jest.fn();
  createSocketEventHandlers(invalidate).model_status({ model_id: "m1", status: "success", progress: 1 });
  expect(invalidate).toHaveBeenCalledWith(["model", "m1"], ["dataset"], ["models"]);
});
