import type { HttpClient, HttpRequest, HttpResponse } from "./http-client.js";

/** What the calls of each group are made of. Each throws ApiError. */
export interface JsonClient extends Pick<HttpClient, "send" | "open"> {
  /** The body of the answer. */
  fetchJson<T>(path: string, call?: HttpRequest): Promise<T>;
  /** What a list has under `data`. */
  list<T>(path: string, call?: HttpRequest): Promise<T[]>;
}

export function createJsonClient({ send, open }: HttpClient): JsonClient {
  const fetchJson = async <T>(path: string, call?: HttpRequest): Promise<T> => (await send(path, call)).json as T;
  return { send, open, fetchJson, list: async <T>(path: string, call?: HttpRequest) => (await fetchJson<{ data: T[] }>(path, call)).data };
}

/** `part("models", id)` is `/models/{id}`. */
export const pathSegment = (kind: string, id: string): string => `/${kind}/${encodeURIComponent(id)}`;
export const datasetPath = (id: string): string => `/agatha${pathSegment("datasets", id)}`;
export const modelPath = (datasetId: string, id: string): string => `${datasetPath(datasetId)}${pathSegment("models", id)}`;

/** Null for what is answered with 202: it is to be asked for again. */
export function readyOrNull<T>({ status, json }: HttpResponse): T | null {
  return status === 202 ? null : (json as T);
}
