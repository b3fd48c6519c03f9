/**
 * Anti-forgery tokens: an HMAC over the cookie that they belong to, so that nothing has to be stored and a new cookie
 * (login) makes the old token worthless (OWASP, CSRF prevention cheat sheet, "Signed Double-Submit Cookie").
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { ApiConfig } from "../deps.js";
import { cookieName, readCookie } from "./sessions.js";

type CsrfConfig = Pick<ApiConfig, "secretKey" | "secureCookies">;

export function csrfToken(config: CsrfConfig, cookie: string): string {
  return createHmac("sha256", config.secretKey).update(`csrf:${cookie}`).digest("base64url");
}

/** The cookie that a token has to belong to: the session's, else that of somebody who has not logged in. */
export function csrfCookie(config: CsrfConfig, cookieHeader: string | undefined): string | undefined {
  return readCookie(cookieHeader, cookieName(config, "session")) ?? readCookie(cookieHeader, cookieName(config, "anonymous"));
}

/**
 * A request without any cookie of ours has no rights that a forger could borrow, so it needs no token. (A page of
 * another site cannot log a browser in either: JSON needs a preflight, and no other origin is allowed.)
 */
export function isCsrfTokenValid(config: CsrfConfig, cookieHeader: string | undefined, token: string | undefined): boolean {
  const cookie = csrfCookie(config, cookieHeader);
  if (!cookie) return true;
  const expected = Buffer.from(csrfToken(config, cookie));
  const given = Buffer.from(token ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
