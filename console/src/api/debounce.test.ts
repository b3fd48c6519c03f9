import { debounce } from "./debounce.js";
import { EDIT_HISTORY_DEBOUNCE } from "./timings.js";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

// @contract what-an-edit-history-leaves-is-asked
test("what an edit history leaves is asked for 300 ms after a change", () => {
  const ask = jest.fn();
  debounce(ask, EDIT_HISTORY_DEBOUNCE).call("one filter");
  jest.advanceTimersByTime(299);
  expect(ask).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(ask).toHaveBeenCalledWith("one filter");
});

// @contract what-an-edit-history-leaves-is-asked
test("several changes in a row are asked for once, 300 ms after the last", () => {
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

test("nothing is asked for once the screen is left", () => {
  const ask = jest.fn();
  const changes = debounce(ask, EDIT_HISTORY_DEBOUNCE);
  changes.call("off");
  changes.cancel();
  jest.advanceTimersByTime(1000);
  expect(ask).not.toHaveBeenCalled();
});
