/** Answers to requests that Express does not see: too long an address, not HTTP, an unknown header Expect. */
import type { Server, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { ERRORS, ERRORS_BY_CODE } from "@agatha/contracts";
import type { ErrorBody } from "@agatha/contracts/wire";

const JSON_TYPE = "application/json; charset=utf-8";
/** Time during which unread bytes are discarded. */
const DRAIN_MS = 10_000;

/** Answers as Node's default (lib/_http_server.js, socketOnError). */
const PARSER_ERRORS: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: "The address and the headers have more than 16 KB: send less in the address" },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: "The extensions of the body's chunks are too large" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: "The request took too long to arrive" },
};
const BAD_REQUEST = { status: 400, message: "This is not a valid HTTP request" };
const UNKNOWN_EXPECTATION = { status: 417, message: "The header Expect may only be 100-continue: leave it out" };

/**
 * Answers on unparsable connections. Node closes such a connection at once, and an answer on a connection closed with unread
 * bytes is lost (RFC 9112, 9.6). This handler closes only the sending side and discards further bytes until the client has
 * received the answer.
 */
export function handleClientErrors(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, connection: Duplex) => {
    // Each further chunk of the refused request is an error again; Node has discarded its bytes.
    if (connection.writableEnded && !connection.destroyed) return;
    if (!connection.writable || hasResponseStarted(connection)) return void connection.destroy(error);
    const timer = setTimeout(() => connection.destroy(), DRAIN_MS).unref();
    connection.once("close", () => clearTimeout(timer));
    connection.end(errorResponse(error));
  });
  server.on("checkExpectation", (_request, response: ServerResponse) => {
    response.writeHead(UNKNOWN_EXPECTATION.status, { "Content-Type": JSON_TYPE, "Cache-Control": "no-store" });
    response.end(JSON.stringify(errorBody(UNKNOWN_EXPECTATION.message)));
  });
}

/** Returns true if part of the previous answer is sent: the client would take a second one for a part of it. */
function hasResponseStarted(connection: Duplex & { _httpMessage?: ServerResponse | null }): boolean {
  return connection._httpMessage?.headersSent === true;
}

function errorResponse({ code = "" }: NodeJS.ErrnoException): string {
  const { status, message } = PARSER_ERRORS[code] ?? BAD_REQUEST;
  const text = JSON.stringify(errorBody(message));
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    "Connection: close",
    "",
    text,
  ].join("\r\n");
}

function errorBody(message: string): ErrorBody {
  return {
    tukey_error: ERRORS.badRequest,
    message: ERRORS_BY_CODE[ERRORS.badRequest].message,
    detail: [{ path: "", message }],
  };
}
