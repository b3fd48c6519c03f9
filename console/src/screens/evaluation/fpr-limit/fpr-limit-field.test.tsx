import "../../../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import type { EvaluationAnswer } from "@agatha/contracts/wire";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { apiError, renderWithServices } from "../../../testing/services.js";
import { FprLimitField } from "./fpr-limit-field.js";

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const evaluation = (max_fpr: number | null, role = "owner") =>
  ({
    id: "e1",
    dataset_id: "d1",
    max_fpr,
    role,
    evaluation_bymodel: [{ indicators: { contamination: 0.1 } }, { indicators: { contamination: 0.25 } }],
  }) as EvaluationAnswer;

async function renderField(own: number | null, limit: number | null, change = async () => ({}) as EvaluationAnswer) {
  const onLimit = jest.fn();
  const changeEvaluation = jest.fn(change);
  await renderWithServices(<FprLimitField evaluation={evaluation(own)} limit={limit} onLimit={onLimit} />, {
    api: { changeEvaluation: changeEvaluation as never },
  });
  return { onLimit, changeEvaluation, slider: screen.getByRole<HTMLInputElement>("slider", { name: /false positive rate/ }) };
}

test("without a limit the slider stands at the greatest share that a model flags, and nothing can be kept or reset", async () => {
  const { slider } = await renderField(null, null);
  expect(slider.value).toBe("0.25");
  expect(screen.getByText("as trained")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a moved slider tells its limit once, when it rests", async () => {
  const { slider, onLimit } = await renderField(null, null);
  jest.useFakeTimers();
  for (const value of ["0.3", "0.35", "0.4"]) {
    fireEvent.change(slider, { target: { value } });
    act(() => jest.advanceTimersByTime(149));
  }
  expect(onLimit).not.toHaveBeenCalled();
  expect(screen.getByText("at most 40%")).toBeTruthy();
  act(() => jest.advanceTimersByTime(1));
  expect(onLimit.mock.calls).toEqual([[0.4]]);
});

test("a tried limit is kept in the comparison", async () => {
  const { changeEvaluation, onLimit } = await renderField(null, 0.4);
  fireEvent.click(screen.getByRole("button", { name: "Keep this limit" }));
  await waitFor(() => expect(onLimit.mock.calls).toEqual([[null]]));
  expect(changeEvaluation.mock.calls).toEqual([["d1", "e1", { max_fpr: 0.4 }]]);
});

test("a limit that the comparison has is removed; one that was only tried is not sent", async () => {
  const kept = await renderField(0.3, null);
  fireEvent.click(screen.getByRole("button", { name: "As trained" }));
  await waitFor(() => expect(kept.changeEvaluation.mock.calls).toEqual([["d1", "e1", { max_fpr: null }]]));
  const tried = await renderField(null, 0.4);
  fireEvent.click(screen.getByRole("button", { name: "As trained" }));
  await waitFor(() => expect(tried.onLimit.mock.calls).toEqual([[null]]));
  expect(tried.changeEvaluation).not.toHaveBeenCalled();
});

test("a limit that the server refuses stays tried, and the reason is shown", async () => {
  const { onLimit } = await renderField(null, 0.4, async () => {
    throw apiError(ERRORS.tooManyRequests, { status: 429 });
  });
  fireEvent.click(screen.getByRole("button", { name: "Keep this limit" }));
  await screen.findByRole("alert");
  expect(onLimit).not.toHaveBeenCalled();
});

test("a viewer tries limits, and can neither keep nor remove one", async () => {
  const changeEvaluation = jest.fn();
  await renderWithServices(<FprLimitField evaluation={evaluation(null, "viewer")} limit={0.4} onLimit={jest.fn()} />, {
    api: { changeEvaluation },
  });
  const buttons = within(screen.getByRole("group", { name: /^This dataset is shared with you to read/ })).getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["Keep this limit", "As trained"]);
  for (const button of buttons) await userEvent.click(button);
  expect(changeEvaluation).not.toHaveBeenCalled();
  expect(screen.getByRole<HTMLInputElement>("slider").matches("fieldset *")).toBe(false);
});
