/** What the open APIs have in common: a token and rows come in, and the result is there for a day. */
import { type Document, ERRORS, InvalidInput } from "@agatha/contracts";

/** For so long a result can be asked for. */
export const RESULT_LIFETIME_MS = 24 * 3_600_000;
const TOKEN_LENGTH = 256;

/** A token in the body counts before a bearer token in the header (RFC 6750, 2.1). Throws InvalidInput (apiInputInvalid) without either. The rows are looked at later: only whoever has a token is answered about them. */
export function parseApiRequest(body: unknown, field: "api_token" | "token", authorization = ""): { token: string; data: unknown } {
  const found: Record<string, unknown> = typeof body === "object" && body !== null ? { ...body } : {};
  const token = found[field] ?? /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (typeof token !== "string" || token === "" || token.length > TOKEN_LENGTH) {
    throw new InvalidInput(ERRORS.apiInputInvalid, { path: field, message: "Send the token that the API's page shows" });
  }
  return { token, data: found.data };
}

export const isExpired = ({ expiresAt }: Document, now: number): boolean => expiresAt !== undefined && Date.parse(expiresAt) <= now;
