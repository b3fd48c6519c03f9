import type { Answer, Call, Connection } from "./connection.js";

/** What the calls of each group are made of. Each throws ApiError. */
export interface Calls extends Pick<Connection, "send" | "open"> {
  /** The body of the answer. */
  ask<T>(path: string, call?: Call): Promise<T>;
  /** What a list has under `data`. */
  list<T>(path: string, call?: Call): Promise<T[]>;
}

export function callsOn({ send, open }: Connection): Calls {
  const ask = async <T>(path: string, call?: Call): Promise<T> => (await send(path, call)).json as T;
  return { send, open, ask, list: async <T>(path: string, call?: Call) => (await ask<{ data: T[] }>(path, call)).data };
}

/** `part("models", id)` is `/models/{id}`. */
export const part = (kind: string, id: string): string => `/${kind}/${encodeURIComponent(id)}`;
export const datasetPath = (id: string): string => `/agatha${part("datasets", id)}`;
export const modelPath = (datasetId: string, id: string): string => `${datasetPath(datasetId)}${part("models", id)}`;

/** Null for what is answered with 202: it is to be asked for again. */
export function readyOrNull<T>({ status, json }: Answer): T | null {
  return status === 202 ? null : (json as T);
}
