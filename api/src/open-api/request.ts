/** What the open APIs have in common: a token and rows come in, and the result is there for a day. */
import { type Document, InvalidInput } from "@agatha/contracts";

/** For so long a result can be asked for. */
export const LIFETIME_MS = 24 * 3_600_000;
const TOKEN_LENGTH = 256;

/** Throws InvalidInput (010602) for a body without a token. The rows are looked at later: only whoever has a token is answered about them. */
export function requestOf(body: unknown, field: "api_token" | "token"): { token: string; data: unknown } {
  const found: Record<string, unknown> = typeof body === "object" && body !== null ? { ...body } : {};
  const token = found[field];
  if (typeof token !== "string" || token === "" || token.length > TOKEN_LENGTH) {
    throw new InvalidInput("010602", { path: field, message: "Send the token that the API's page shows" });
  }
  return { token, data: found.data };
}

export const isPast = ({ expiresAt }: Document, now: number): boolean => expiresAt !== undefined && Date.parse(expiresAt) <= now;
