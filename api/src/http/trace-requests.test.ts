import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { Tracer } from "@opentelemetry/api";
import type { Request, Response } from "express";
import { traceRequests } from "./trace-requests.js";

let spans = 0;
const tracer = fromPartial<Tracer>({
  startSpan() {
    spans += 1;
    return { isRecording: () => false };
  },
});

/** Returns how many spans are made of a request, for which the random number is this one. */
function spansOf(share: number | undefined, headers: Request["headers"], random = 0.05): number {
  const before = spans;
  let answered = 0;
  traceRequests(share, { random: () => random, tracer })({ method: "GET", headers } as Request, {} as Response, () => {
    answered += 1;
  });
  expect(answered).toBe(1);
  return spans - before;
}

const CALLED = { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" };

test.each([
  ["within the share", 0.1, {}, 1],
  ["beyond the share", 0.05, {}, 0],
  ["beyond the share that its caller traces", 0.05, CALLED, 1],
  ["of a share of nothing", 0, {}, 0],
  ["whose sampler decides", undefined, {}, 1],
])("a request %s makes a span as it should", (_which, share, headers, expected) => {
  expect(spansOf(share, headers)).toBe(expected);
});
