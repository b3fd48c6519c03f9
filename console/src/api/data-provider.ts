import type { HttpClient } from "@agatha/contracts/client";
import simpleRest from "ra-data-simple-rest";
import type { DataProvider, fetchUtils } from "react-admin";

/** react-admin's data provider in the simple-rest dialect under `{base}/rest`. */
export function createDataProvider(connection: HttpClient): DataProvider {
  const httpClient = async (path: string, { method, body, signal, headers }: fetchUtils.Options = {}) => {
    const answer = await connection.send(path, {
      ...(method ? { method } : {}),
      ...(typeof body === "string" ? { body: JSON.parse(body) as unknown } : {}),
      headers: rangeHeader(headers),
      signal: signal ?? undefined,
    });
    return { ...answer, body: "" };
  };
  return simpleRest("/rest", httpClient);
}

/** Browsers expose Content-Range only in answers to requests with a Range header. */
function rangeHeader(headers: HeadersInit | undefined): Record<string, string> {
  const range = headers instanceof Headers ? headers.get("Range") : null;
  return range === null ? {} : { Range: range };
}
