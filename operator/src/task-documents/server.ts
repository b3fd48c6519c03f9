/** Serves jobs the documents of their tasks: `GET`, `PUT` and `DELETE /documents/COLLECTION/ID`, and `GET /ping`, with the job's token. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import { json } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { Conflict, errorReason, NotFound, toNotWritable, Unavailable } from "@agatha/contracts";
import { z } from "zod";
import { Forbidden, type TaskDocumentsDeps, taskDocuments } from "./task-documents.js";
import { taskOfToken } from "./task-token.js";

interface TaskServerDeps extends TaskDocumentsDeps {
  /** Key of the tokens. */
  key: string;
  /** Called with errors that a job is not to blame for. */
  onError: (error: unknown) => void;
}

interface Answer {
  status: number;
  body?: unknown;
}

/** Longest document: MongoDB's limit. */
const MAX_BYTES = 16 * 1024 * 1024;
const PATH = /^\/documents\/([\w.-]+)\/([\w.-]+)$/;

/**
 * Returns the server, which does not listen yet. It answers 401 for a wrong token, 403 for a document that the task has no right
 * to, and errors of the store as 404, 409, 503 and 507.
 */
export function createTaskServer({ key, onError, ...deps }: TaskServerDeps): Server {
  async function answer(request: IncomingMessage): Promise<Answer> {
    const [, token = ""] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "") ?? [];
    const task = taskOfToken(key, token);
    if (task === undefined) return refusal(401, "The token is wrong: a job has its own in AGATHA_TASK_TOKEN");
    if (request.url === "/ping") {
      await deps.documents.ping();
      return { status: 204 };
    }
    const [, collection, id] = PATH.exec(request.url ?? "") ?? [];
    if (collection === undefined || id === undefined) return refusal(404, "There is no such address");
    const allowed = taskDocuments(deps, task);
    switch (request.method) {
      case "GET": {
        const found = await allowed.get(collection, id);
        return found ? { status: 200, body: found } : refusal(404, `There is no ${collection}/${id}`);
      }
      case "PUT": {
        if (!(Number(request.headers["content-length"]) <= MAX_BYTES)) return refusal(413, `A document has at most ${MAX_BYTES} bytes`);
        return { status: 200, body: await allowed.put(collection, id, await json(request)) };
      }
      case "DELETE":
        await allowed.delete(collection, id);
        return { status: 204 };
      default:
        return refusal(405, "Documents are read, put and deleted");
    }
  }

  return createServer((request, response) => {
    answer(request)
      .catch((error: unknown) => refusalOf(error, onError))
      .then(async ({ status, body }) => {
        // Reads the rest of a refused body first, so that the job sees the answer and not a broken connection.
        if (!request.complete) await finished(request.resume());
        response.writeHead(status, { "Content-Type": "application/json" });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      })
      .catch(onError);
  });
}

const refusal = (status: number, message: string, code?: string): Answer => ({ status, body: { message, code } });

function refusalOf(error: unknown, onError: (error: unknown) => void): Answer {
  const message = errorReason(error);
  if (error instanceof Forbidden) return refusal(403, message);
  if (error instanceof NotFound) return refusal(404, message);
  if (error instanceof Conflict) return refusal(409, message);
  if (error instanceof z.ZodError || error instanceof SyntaxError) return refusal(400, message);
  const notWritable = toNotWritable(error);
  if (notWritable) return refusal(507, notWritable.message, notWritable.code);
  if (error instanceof Unavailable) return refusal(503, message, error.code);
  onError(error);
  return refusal(500, message);
}
