import "../../testing/dom.js";
import { ERRORS, type ErrorCode } from "@agatha/contracts";
import type { EditStepAnswer, RowsAnswer } from "@agatha/contracts/wire";
import { useIsFetching } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { apiError, renderWithServices } from "../../testing/services.js";
import { NoTrainingRows, useEditedRows } from "./training-rows.js";

afterEach(cleanup);

const steps = [{ id: "s1", enabled: true, spec: { type: "filter" } }] as EditStepAnswer[];

function Form() {
  const { left, failure, retry } = useEditedRows("cars", steps);
  if (useIsFetching() > 0) return <p>asking</p>;
  return failure ? <NoTrainingRows failure={failure} retry={retry} /> : <p>{left === null ? "unknown" : `${left} rows`}</p>;
}

/** Renders what stands in the place of the form if the rows are refused at first. Returns how often they were asked for. */
async function renderRefused(code: ErrorCode, status = 400) {
  let requests = 0;
  const rows = async () => {
    if (requests++ === 0) throw apiError(code, { status, detail: [{ path: "spec", message: "the column speed is missing" }] });
    return { total: 406 } as RowsAnswer;
  };
  await renderWithServices(<Form />, { api: { rows } });
  return () => requests;
}

test("steps that leave no rows are no base of a training", async () => {
  await renderRefused(ERRORS.noRowsLeft);
  expect((await screen.findByRole("alert")).textContent).toContain("leave no row to learn from");
});

test("a step that cannot be applied is told with its fault and with what to do, and the rows are asked for again", async () => {
  await renderRefused(ERRORS.dataExtraction);
  const said = (await screen.findByRole("alert")).textContent;
  for (const part of ["cannot be applied", "the column speed is missing", "switch off the step"]) expect(said).toContain(part);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("406 rows");
});

test("rows that cannot be counted for another reason do not keep from training", async () => {
  const requests = await renderRefused(ERRORS.tooManyRequests, 429);
  await waitFor(() => expect([requests(), screen.queryByText("asking")]).toEqual([1, null]));
  expect(screen.getByText("unknown")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});
