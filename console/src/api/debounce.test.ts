import { debounce } from "./debounce.js";
import { EDIT_HISTORY_DEBOUNCE } from "./timings.js";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

// @contract what-an-edit-history-leaves-is-asked
test("the result of an edit history is requested 300 ms after a change", () => {
  const ask = jest.fn();
  debounce(ask, EDIT_HISTORY_DEBOUNCE).call("one filter");
  jest.advanceTimersByTime(299);
  expect(ask).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(ask).toHaveBeenCalledWith("one filter");
});

// @contract what-an-edit-history-leaves-is-asked
test("several changes in a row cause one request, 300 ms after the last change", () => {
  const ask = jest.fn();
  const changes = debounce(ask, EDIT_HISTORY_DEBOUNCE);
  for (const change of ["on", "off", "on again"]) {
    changes.call(change);
    jest.advanceTimersByTime(200);
  }
  expect(ask).not.toHaveBeenCalled();
  jest.advanceTimersByTime(100);
  expect(ask.mock.calls).toEqual([["on again"]]);
});

test("no request is sent after the user leaves the screen", () => {
  const ask = jest.fn();
  const changes = debounce(ask, EDIT_HISTORY_DEBOUNCE);
  changes.call("off");
  changes.cancel();
  jest.advanceTimersByTime(1000);
  expect(ask).not.toHaveBeenCalled();
});
