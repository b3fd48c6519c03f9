import { ERRORS, InvalidInput } from "@agatha/contracts";
import { turn } from "../event-loop/turns.js";
import { ApiError } from "../http/api-error.js";
import { SLICE_BYTES, TOKEN_BYTES } from "../json/body-limits.js";
import { decodeText, type JsonHandler, JsonTokenizer, type TextForm } from "../json/tokenizer.js";

const TOKEN_LENGTH = 256;

/** Field of the body's object with the token. Other fields are skipped. */
class TokenField implements JsonHandler {
  /** Undefined until the field is found, and null if it is no text. */
  token: string | null | undefined;
  /** Whether the field with the rows has begun. */
  isInRows = false;
  private depth = 0;
  private isNext = false;

  onBegin(): void {
    this.take(null);
    this.depth++;
  }
  onEnd(): boolean {
    this.depth--;
    return false;
  }
  onKey(bytes: Buffer, start: number, end: number, form: TextForm): void {
    if (this.depth !== 1) return;
    const name = decodeText(bytes, start, end, form);
    this.isNext = name === "api_token";
    this.isInRows = name === "data";
  }
  onText(bytes: Buffer, start: number, end: number, form: TextForm): void {
    if (this.isNext) this.take(end - start > TOKEN_LENGTH ? null : decodeText(bytes, start, end, form));
  }
  onNumber(): void {
    this.take(null);
  }
  onLiteral(value: boolean | null): void {
    if (value === null) this.isNext = false;
    else this.take(null);
  }

  private take(token: string | null): void {
    if (this.isNext) this.token = token;
    this.isNext = false;
  }
}

const missingToken = (): InvalidInput =>
  new InvalidInput(ERRORS.apiInputInvalid, { path: "api_token", message: "Send the token that the API's page shows" });

const bearerToken = (authorization = ""): string | undefined => /^Bearer +(\S+)$/i.exec(authorization)?.[1];

function requireToken(field: string | null | undefined, authorization: string | undefined): string {
  const token = field === undefined ? bearerToken(authorization) : field;
  if (!token || token.length > TOKEN_LENGTH) throw missingToken();
  return token;
}

/**
 * Returns the token of a whole body. A token in the body precedes a bearer token in the header (RFC 6750, 2.1). Throws
 * InvalidInput (apiInputInvalid) without either, and InvalidInput (badRequest) for invalid JSON.
 */
export function findToken(body: Buffer, authorization: string | undefined): string {
  const field = new TokenField();
  const tokenizer = new JsonTokenizer(field);
  tokenizer.write(body);
  if (field.token === undefined) tokenizer.end();
  return requireToken(field.token, authorization);
}

/**
 * Returns the token of a body that is being received, and the whole body from its first byte. It reads no more than it needs for
 * the token. Throws the same, and ApiError (413) for a body that goes on without a token.
 */
export async function receiveToken(
  chunks: AsyncGenerator<Buffer>,
  authorization: string | undefined,
): Promise<{ token: string; body: AsyncIterator<Buffer> }> {
  const field = new TokenField();
  const tokenizer = new JsonTokenizer(field);
  const hasHeader = bearerToken(authorization) !== undefined;
  const read: Buffer[] = [];
  let size = 0;
  let isComplete = false;
  const mayReadOn = (): boolean => size < (hasHeader || !field.isInRows ? SLICE_BYTES : TOKEN_BYTES);
  while (field.token === undefined && !isComplete && mayReadOn()) {
    const next = await chunks.next();
    if (next.done) {
      tokenizer.end();
      isComplete = true;
    } else {
      await turn();
      read.push(next.value);
      size += next.value.length;
      tokenizer.write(next.value);
    }
  }
  if (field.token === undefined && !hasHeader && !isComplete) {
    const reason = `Send the token in the header Authorization or before the rows: there is none in the first ${size} bytes`;
    throw new ApiError(ERRORS.badRequest, 413, {}, reason);
  }
  return { token: requireToken(field.token, authorization), body: replay(read, chunks) };
}

async function* replay(read: Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (let chunk = read.shift(); chunk !== undefined; chunk = read.shift()) yield chunk;
  yield* rest;
}
