import { ERRORS } from "@agatha/contracts";
import { ApiError } from "@agatha/contracts/client";
import { POLL_INTERVALS } from "./timings.js";
import { pollInterval } from "./use-api-query.js";

/** Polls while work runs, and until there is a first answer. */
const whileRunning = (answer: string | undefined) => (answer === "done" ? false : 2000);
const failure = (status: number) => new ApiError(ERRORS.badRequest, status, "The server does not answer");

test("polling follows the answers", () => {
  expect(pollInterval({ data: undefined, error: null }, whileRunning)).toBe(2000);
  expect(pollInterval({ data: "running", error: null }, whileRunning)).toBe(2000);
  expect(pollInterval({ data: "done", error: null }, whileRunning)).toBe(false);
});

test.each([0, 429, 500, 502, 503])(
  "polling goes on less often after an error of status %i, with and without an answer before it",
  (status) => {
    for (const data of ["running", undefined])
      expect(pollInterval({ data, error: failure(status) }, whileRunning)).toBe(POLL_INTERVALS.idle);
    expect(pollInterval({ data: "done", error: failure(status) }, whileRunning)).toBe(false);
  },
);

test.each([401, 403, 404])("polling ends after a refusal of status %i", (status) => {
  expect(pollInterval({ data: "running", error: failure(status) }, whileRunning)).toBe(false);
});

test("an error without a status, such as one of the list's own, is followed by a request less often", () => {
  expect(pollInterval({ data: "running", error: new Error("cannot read the answer") }, () => 600)).toBe(POLL_INTERVALS.idle);
});
