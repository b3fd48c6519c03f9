import type { HttpClient, HttpRequest, HttpResponse } from "./http-client.js";

/** Requests that the groups of calls build on. Each throws ApiError. */
export interface JsonClient extends Pick<HttpClient, "send" | "open"> {
  /** Returns the body of the response. */
  fetchJson<T>(path: string, call?: HttpRequest): Promise<T>;
  /** Returns the `data` field of a list's response. */
  list<T>(path: string, call?: HttpRequest): Promise<T[]>;
}

/** Returns a client that reads answers as JSON. `list` takes the answer's `data`. */
export function createJsonClient({ send, open }: HttpClient): JsonClient {
  const fetchJson = async <T>(path: string, call?: HttpRequest): Promise<T> => (await send(path, call)).json as T;
  return { send, open, fetchJson, list: async <T>(path: string, call?: HttpRequest) => (await fetchJson<{ data: T[] }>(path, call)).data };
}

/** `pathSegment("models", id)` is `/models/{id}`. */
export const pathSegment = (kind: string, id: string): string => `/${kind}/${encodeURIComponent(id)}`;
/** Returns the path of a dataset, without a slash at its end. */
export const datasetPath = (id: string): string => `/agatha${pathSegment("datasets", id)}`;
/** Returns the path of a model, without a slash at its end. */
export const modelPath = (datasetId: string, id: string): string => `${datasetPath(datasetId)}${pathSegment("models", id)}`;

/** Returns null for a 202 response, after which the caller asks again. */
export function readyOrNull<T>({ status, json }: HttpResponse): T | null {
  return status === 202 ? null : (json as T);
}
