/** Requests of the extraction API, and the results of both open APIs, which are kept for a day. */
import { type Document, ERRORS, InvalidInput } from "@agatha/contracts";

/** Time during which a result is available. */
export const RESULT_LIFETIME_MS = 24 * 3_600_000;
const TOKEN_LENGTH = 256;

/**
 * Returns the token and the rows. A token in the body precedes a bearer token in the header (RFC 6750, 2.1). Throws InvalidInput
 * (apiInputInvalid) without either. The rows are validated later, so that only token holders get errors about them.
 */
export function parseApiRequest(body: unknown, authorization = ""): { token: string; data: unknown } {
  const found: Record<string, unknown> = typeof body === "object" && body !== null ? { ...body } : {};
  const token = findToken(found, authorization);
  if (token === undefined)
    throw new InvalidInput(ERRORS.apiInputInvalid, { path: "token", message: "Send the token that the API's page shows" });
  return { token, data: found.data };
}

/** Returns the token of a body with these members, or that of the header. */
export function findToken(members: Record<string, unknown>, authorization = ""): string | undefined {
  const token = members.token ?? /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  return typeof token === "string" && token !== "" && token.length <= TOKEN_LENGTH ? token : undefined;
}

/** Returns true once the document has expired. `now` is in milliseconds since the epoch. */
export const isExpired = ({ expiresAt }: Pick<Document, "expiresAt">, now: number): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= now;
