/**
 * Anti-forgery tokens: an HMAC over the cookie that they belong to. Nothing is stored, and a new cookie (login) invalidates the
 * old token (OWASP, CSRF prevention cheat sheet, "Signed Double-Submit Cookie").
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { ApiConfig } from "../deps.js";
import { cookieName, readCookie } from "./sessions.js";

type CsrfConfig = Pick<ApiConfig, "secretKey" | "secureCookies">;

/** Returns the anti-forgery token of a cookie: its HMAC by the secret key. */
export function csrfToken(config: CsrfConfig, cookie: string): string {
  return createHmac("sha256", config.secretKey).update(`csrf:${cookie}`).digest("base64url");
}

/** Returns the cookie that a token must belong to: the session's, or else that of an anonymous user. */
export function csrfCookie(config: CsrfConfig, cookieHeader: string | undefined): string | undefined {
  return readCookie(cookieHeader, cookieName(config, "session")) ?? readCookie(cookieHeader, cookieName(config, "anonymous"));
}

/**
 * Returns true if the token belongs to the cookie. A request without a session or anonymous cookie has no rights that a forger
 * could use, so it needs no token. (A page of another site cannot log a browser in either: JSON needs a preflight, and no other
 * origin is allowed.)
 */
export function isCsrfTokenValid(config: CsrfConfig, cookieHeader: string | undefined, token: string | undefined): boolean {
  const cookie = csrfCookie(config, cookieHeader);
  if (!cookie) return true;
  const expected = Buffer.from(csrfToken(config, cookie));
  const given = Buffer.from(token ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
