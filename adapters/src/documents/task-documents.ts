import {
  type CollectionDefinition,
  Conflict,
  type Document,
  type DocumentsById,
  NotFound,
  NotWritable,
  STORAGE_PROBLEMS,
  Unavailable,
} from "@agatha/contracts";
import { isConnectionError } from "../node-errors.js";
import { retry } from "../retry.js";

interface TaskDocumentsOptions {
  /** Address of the operator's server for jobs. */
  url: string;
  /** Token of the job. */
  token: string;
  /** Milliseconds for which operations are retried while the operator or the store behind it is unavailable. */
  maxRetryMs: number;
}

interface TaskDocuments extends DocumentsById {
  /** Throws unless the operator and the document store behind it answer. */
  ping(): Promise<void>;
}

const TIMEOUT_MS = 30_000;

/** Returns the documents of a job's task, which the operator serves (operator/src/task-documents). */
export function createTaskDocuments({ url, token, maxRetryMs }: TaskDocumentsOptions): TaskDocuments {
  const store = `The operator at ${url}`;
  const base = url.endsWith("/") ? url : `${url}/`;

  async function send(method: string, address: URL, body?: string): Promise<Response> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(address, { method, headers, signal, ...(body !== undefined && { body }) });
    if (response.ok || response.status === 404) return response;
    throw await refusal(response, `${store} refused ${method} ${address.pathname}`);
  }

  return {
    async ping() {
      await send("GET", new URL("ping", base));
    },
    collection<T extends Document>({ name }: CollectionDefinition<T>) {
      const ask = (method: string, id: string, document?: object) => {
        const address = new URL(`documents/${name}/${encodeURIComponent(id)}`, base);
        const body = document && JSON.stringify(document);
        return retry({ store, maxRetryMs, isUnavailable }, async () => {
          const response = await send(method, address, body);
          const text = await response.text();
          return response.status === 404 ? undefined : text;
        });
      };
      async function write(document: { id: string }): Promise<T> {
        const stored = await ask("PUT", document.id, document);
        if (stored === undefined) throw new NotFound(`${name}: there is no ${document.id}`);
        return JSON.parse(stored) as T;
      }
      return {
        async get(id) {
          const found = await ask("GET", id);
          return found === undefined ? undefined : (JSON.parse(found) as T);
        },
        replace: write,
        put: write,
        delete: async (id) => (await ask("DELETE", id)) !== undefined,
      };
    },
  };
}

/** fetch throws a TypeError whose cause is the connection's error. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "TimeoutError" || error.name === "SocketError" || isConnectionError(error) || isUnavailable(error.cause);
}

async function refusal(response: Response, what: string): Promise<Error> {
  const { status } = response;
  const text = await response.text();
  const { message = text, code } = parse(text);
  if (status === 409) return new Conflict(message);
  const problem = STORAGE_PROBLEMS.find((known) => known === code);
  if (problem) return new NotWritable(problem, message);
  if (status >= 502 && status <= 504) return new Unavailable(message, { service: "document store" });
  return new Error(`${what}: ${status} ${message}`);
}

function parse(text: string): { message?: string; code?: string } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
