/** Answers to what Node cannot read as a request, so that nothing of ours ever sees it: too long an address, no HTTP at all. */
import type { Server, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { ERRORS, ERRORS_BY_CODE } from "@agatha/contracts";
import type { ErrorBody } from "@agatha/contracts/wire";

/** How long what nobody wants is taken. */
const DRAIN_MS = 10_000;

/** As Node answers by itself (its lib/_http_server.js, socketOnError). */
const PARSER_ERRORS: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: "The address and the headers have more than 16 KB: send less in the address" },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: "The extensions of the body's chunks are too large" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: "The request took too long to arrive" },
};
const BAD_REQUEST = { status: 400, message: "This is not a valid HTTP request" };

/**
 * Node closes such a connection at once; an answer on a connection that is closed with unread bytes is lost on its way
 * (RFC 9112, 9.6). Here only the way out is closed, and what still comes is thrown away until the client has heard.
 */
export function handleClientErrors(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, connection: Duplex) => {
    // Each further piece of what was refused is an error again: its bytes are gone with it.
    if (connection.writableEnded && !connection.destroyed) return;
    if (!connection.writable || hasResponseStarted(connection)) return void connection.destroy(error);
    const timer = setTimeout(() => connection.destroy(), DRAIN_MS).unref();
    connection.once("close", () => clearTimeout(timer));
    connection.end(errorResponse(error));
  });
}

/** Half an answer to the request before is out: a second one would be taken for a part of it. */
function hasResponseStarted(connection: Duplex & { _httpMessage?: ServerResponse | null }): boolean {
  return connection._httpMessage?.headersSent === true;
}

function errorResponse({ code = "" }: NodeJS.ErrnoException): string {
  const { status, message } = PARSER_ERRORS[code] ?? BAD_REQUEST;
  const body: ErrorBody = {
    tukey_error: ERRORS.badRequest,
    message: ERRORS_BY_CODE[ERRORS.badRequest].message,
    detail: [{ path: "", message }],
  };
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    "Connection: close",
    "",
    text,
  ].join("\r\n");
}
