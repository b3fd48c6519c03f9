import type { OpenApiAnswer } from "@agatha/contracts/wire";
import { errorOfAnswer } from "../../api/api-error.js";

/** Posts a record to the open model API and follows the link, without a session. Throws ApiError. */
export async function askOpenApi(url: string, request: unknown): Promise<OpenApiAnswer> {
  const accepted = (await ask(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(request) })) as {
    link: string;
  };
  return (await ask(accepted.link, {})) as OpenApiAnswer;
}

async function ask(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, { ...init, credentials: "omit" });
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw errorOfAnswer(answer.status, body);
  return body;
}
