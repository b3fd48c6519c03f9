import type { ModelRequest } from "../plan/plan.js";

/**
 * Returns the request with the default of which rows are held out, if it names none. An outlier detector judges new rows by the scores
 * of held-out ones. Rows of groups that it has seen have lower scores, so new groups would raise more false alarms than the budget
 * allows.
 */
export function withDefaultValidation<Request extends Pick<ModelRequest, "type" | "timeSeries" | "validation">>(request: Request): Request {
  if (request.validation || request.timeSeries || request.type !== "OCC") return request;
  return { ...request, validation: { rows: "auto" } };
}
