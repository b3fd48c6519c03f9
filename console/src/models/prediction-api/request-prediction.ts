import { apiErrorFromResponse } from "@agatha/contracts/client";
import type { PredictionAnswer } from "@agatha/contracts/wire";

/** Posts a record to the open model API and follows the link, without a session. Throws ApiError. */
export async function requestPrediction(url: string, request: unknown): Promise<PredictionAnswer> {
  const accepted = (await fetchJson(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  })) as {
    link: string;
  };
  return (await fetchJson(accepted.link, {})) as PredictionAnswer;
}

async function fetchJson(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, { ...init, credentials: "omit" });
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw apiErrorFromResponse(answer.status, body);
  return body;
}
