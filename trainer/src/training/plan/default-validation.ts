import type { ModelRequest } from "./plan.js";

/**
 * Returns the request with the rows to hold out where it does not say which. An outlier detector judges new rows by the scores of
 * held-out ones. Those of groups that it has seen are lower, so that new groups would raise more false alarms than the budget allows.
 */
export function withDefaultValidation<Request extends Pick<ModelRequest, "type" | "timeSeries" | "validation">>(request: Request): Request {
  if (request.validation || request.timeSeries || request.type !== "OCC") return request;
  return { ...request, validation: { rows: "auto" } };
}
