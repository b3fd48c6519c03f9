/** Sessions: a random cookie, whose SHA-256 is the id of a document. The store's content does not reveal the cookie. */
import { hash, randomBytes } from "node:crypto";
import { COLLECTIONS, Conflict, isoTime, NotFound, type Session, type User } from "@agatha/contracts";
import { parseCookie } from "cookie";
import type { CookieOptions } from "express";
import type { ApiDeps } from "../deps.js";

const SESSION_HOURS = 12;
const SESSION_MS = SESSION_HOURS * 3_600_000;
/** A session is prolonged when its remaining life has shrunk by this much, not at each request. */
const RENEW_AFTER_MS = 600_000;

type SessionLookup =
  | { state: "none" }
  | { state: "disabled"; userId: string }
  | { state: "active"; session: Session; user: User; prolonged: boolean };

/** Returns the cookie's name. `__Host-` binds a cookie to this host and to HTTPS (RFC 6265bis, section 4.1.3.2). */
export function cookieName(config: { secureCookies: boolean }, name: "session" | "anonymous"): string {
  return `${config.secureCookies ? "__Host-" : ""}agatha_${name}`;
}

/** Path / because the socket is not below the base path. */
export function cookieOptions(config: { secureCookies: boolean }): CookieOptions {
  return { httpOnly: true, sameSite: "lax", secure: config.secureCookies, path: "/" };
}

export const sessionCookieOptions = (config: { secureCookies: boolean }): CookieOptions => ({
  ...cookieOptions(config),
  maxAge: SESSION_MS,
});

export function readCookie(header: string | undefined, name: string): string | undefined {
  const value = header ? parseCookie(header)[name] : undefined;
  return value && value.length <= 128 ? value : undefined;
}

export const randomToken = (): string => randomBytes(32).toString("base64url");
export const sha256Hex = (value: string): string => hash("sha256", value, "hex");

/** Opens a session and returns the value for the cookie, which is stored nowhere. */
export async function openSession(deps: Pick<ApiDeps, "documents" | "clock">, userId: string): Promise<string> {
  const cookie = randomToken();
  const expiresAt = new Date(deps.clock.now() + SESSION_MS).toISOString();
  await deps.documents
    .collection(COLLECTIONS.sessions)
    .insert({ id: sha256Hex(cookie), userId, createdAt: isoTime(deps.clock), expiresAt });
  return cookie;
}

/** Returns the session of a request with this Cookie header. It reads the account each time, so that disabling takes effect at once. */
export async function findSession(
  deps: Pick<ApiDeps, "documents" | "clock" | "config">,
  cookieHeader: string | undefined,
): Promise<SessionLookup> {
  const cookie = readCookie(cookieHeader, cookieName(deps.config, "session"));
  if (!cookie) return { state: "none" };
  const sessions = deps.documents.collection(COLLECTIONS.sessions);
  const session = await sessions.get(sha256Hex(cookie));
  if (!session?.expiresAt || Date.parse(session.expiresAt) <= deps.clock.now()) return { state: "none" };
  const user = await deps.documents.collection(COLLECTIONS.users).get(session.userId);
  if (!user) return { state: "none" };
  if (!user.active) return { state: "disabled", userId: user.id };
  return { state: "active", session, user, prolonged: await renewSession(deps, session) };
}

async function renewSession(deps: Pick<ApiDeps, "documents" | "clock">, session: Session): Promise<boolean> {
  const left = Date.parse(session.expiresAt ?? "") - deps.clock.now();
  if (left > SESSION_MS - RENEW_AFTER_MS) return false;
  const expiresAt = new Date(deps.clock.now() + SESSION_MS).toISOString();
  try {
    await deps.documents.collection(COLLECTIONS.sessions).replace({ ...session, expiresAt });
    return true;
  } catch (error) {
    // A concurrent request has prolonged the session, or a logout has ended it; either is valid.
    if (error instanceof Conflict || error instanceof NotFound) return false;
    throw error;
  }
}

/** Ends the session of this cookie and returns its user's id. */
export async function closeSession(deps: Pick<ApiDeps, "documents">, cookie: string): Promise<string | undefined> {
  const sessions = deps.documents.collection(COLLECTIONS.sessions);
  const session = await sessions.get(sha256Hex(cookie));
  await sessions.delete(sha256Hex(cookie));
  return session?.userId;
}

export async function closeUserSessions(deps: Pick<ApiDeps, "documents">, userId: string): Promise<void> {
  const sessions = deps.documents.collection(COLLECTIONS.sessions);
  for (const session of await sessions.find({ where: { userId } })) await sessions.delete(session.id);
}
