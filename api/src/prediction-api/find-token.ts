import { ERRORS, InvalidInput } from "@agatha/contracts";
import { ApiError } from "../http/api-error.js";
import { turn } from "../http/turns.js";
import { decodeText, type JsonHandler, JsonTokenizer, type TextForm } from "../json/tokenizer.js";

const TOKEN_LENGTH = 256;
/** Bytes that are read without a token: in which a field takes precedence over the header, and in which rows may precede the field. */
const BYTES_BEFORE_HEADER = 64 * 1024;
const BYTES_BEFORE_FIELD = 1_000_000;

/** Field of the body's object with the token. Other fields are skipped. */
class TokenField implements JsonHandler {
  /** Undefined until the field is found, and null if it is no text. */
  token: string | null | undefined;
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
    this.isNext = this.depth === 1 && end - start <= 64 && decodeText(bytes, start, end, form) === "api_token";
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
 * the token. Throws the same, and ApiError (413) for a body without a token in its first megabyte.
 */
export async function receiveToken(
  chunks: AsyncGenerator<Buffer>,
  authorization: string | undefined,
): Promise<{ token: string; body: AsyncGenerator<Buffer> }> {
  const field = new TokenField();
  const tokenizer = new JsonTokenizer(field);
  const limit = bearerToken(authorization) === undefined ? BYTES_BEFORE_FIELD : BYTES_BEFORE_HEADER;
  const read: Buffer[] = [];
  let size = 0;
  while (field.token === undefined && size < limit) {
    const next = await chunks.next();
    if (next.done) {
      tokenizer.end();
      break;
    }
    await turn();
    read.push(next.value);
    size += next.value.length;
    tokenizer.write(next.value);
  }
  if (field.token === undefined && size >= BYTES_BEFORE_FIELD) {
    const reason = `Send the token in the header Authorization, or before the rows: there is none in the first ${BYTES_BEFORE_FIELD} bytes`;
    throw new ApiError(ERRORS.badRequest, 413, {}, reason);
  }
  return { token: requireToken(field.token, authorization), body: replay(read, chunks) };
}

async function* replay(read: Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (let chunk = read.shift(); chunk !== undefined; chunk = read.shift()) yield chunk;
  yield* rest;
}
