/**
 * Sessions: a random cookie, whose SHA-256 is the id of a document. The store's content does not reveal the cookie. A session ends
 * when it is idle for some time, and at a fixed time after its beginning however much it is used (OWASP, session management cheat
 * sheet, "Session Expiration").
 */
import { COLLECTIONS, Conflict, isoTime, NotFound, NotWritable, type Session, type User } from "@agatha/contracts";
import { randomToken, sha256Hex } from "@agatha/contracts/api-access/api-tokens";
import { parseCookie } from "cookie";
import type { CookieOptions } from "express";
import type { ApiConfig, ApiDeps } from "../deps.js";

/** A session in use is prolonged at this interval, or at a tenth of the idle time if that is shorter, not at each request. */
const RENEW_INTERVAL_MS = 600_000;
const MAX_USER_AGENT_LENGTH = 256;

interface SessionDeps extends Pick<ApiDeps, "documents" | "clock"> {
  config: Pick<ApiConfig, "secureCookies" | "sessions">;
}

type SessionLookup =
  | { state: "none" }
  | { state: "disabled"; userId: string }
  | { state: "active"; session: Session; user: User; prolonged: boolean };

/** Returns the cookie's name. `__Host-` binds a cookie to this host and to HTTPS (RFC 6265bis, section 4.1.3.2). */
export function cookieName(config: { secureCookies: boolean }, name: "session" | "anonymous" | "sign_on"): string {
  return `${config.secureCookies ? "__Host-" : ""}agatha_${name}`;
}

/** Path / because the socket is not below the base path. */
export function cookieOptions(config: { secureCookies: boolean }): CookieOptions {
  return { httpOnly: true, sameSite: "lax", secure: config.secureCookies, path: "/" };
}

/** Returns options with which the browser drops the cookie when the session, opened at `createdAt` and used now, ends. */
export const sessionCookieOptions = (deps: Omit<SessionDeps, "documents">, createdAt: string): CookieOptions => ({
  ...cookieOptions(deps.config),
  maxAge: Date.parse(sessionEnd(deps, createdAt)) - deps.clock.now(),
});

/** Returns the value of a cookie in the header Cookie; undefined without one. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const value = header ? parseCookie(header)[name] : undefined;
  return value && value.length <= 128 ? value : undefined;
}

/** Program that opens a session. */
interface SessionClient {
  address?: string | undefined;
  userAgent?: string | undefined;
}

/** Opens a session and returns the value for the cookie, which is stored nowhere. */
export async function openSession(deps: SessionDeps, userId: string, { address, userAgent }: SessionClient = {}): Promise<string> {
  const cookie = randomToken();
  const createdAt = isoTime(deps.clock);
  await deps.documents.collection(COLLECTIONS.sessions).insert({
    id: sha256Hex(cookie),
    userId,
    createdAt,
    expiresAt: sessionEnd(deps, createdAt),
    ...(address !== undefined && { address }),
    ...(userAgent !== undefined && { userAgent: userAgent.slice(0, MAX_USER_AGENT_LENGTH) }),
  });
  return cookie;
}

/** Returns the time at which a session ends if it is not used again. */
function sessionEnd({ clock, config }: Omit<SessionDeps, "documents">, createdAt: string): string {
  const { idleMs, maxMs } = config.sessions;
  return new Date(Math.min(clock.now() + idleMs, Date.parse(createdAt) + maxMs)).toISOString();
}

/** Returns false once a session was idle for too long or has reached its longest duration. */
export function isUnexpired({ clock, config }: Omit<SessionDeps, "documents">, session: Session): boolean {
  const end = Math.min(Date.parse(session.expiresAt ?? session.createdAt), Date.parse(session.createdAt) + config.sessions.maxMs);
  return clock.now() < end;
}

/** Returns the id of the session that a Cookie header names, whether there is one or not. */
export function sessionId(config: { secureCookies: boolean }, cookieHeader: string | undefined): string | undefined {
  const cookie = readCookie(cookieHeader, cookieName(config, "session"));
  return cookie && sha256Hex(cookie);
}

/** Returns the session of a request with this Cookie header. It reads the account each time, so that disabling takes effect at once. */
export async function findSession(deps: SessionDeps, cookieHeader: string | undefined): Promise<SessionLookup> {
  const id = sessionId(deps.config, cookieHeader);
  const session = id === undefined ? undefined : await deps.documents.collection(COLLECTIONS.sessions).get(id);
  if (!session || !isUnexpired(deps, session)) return { state: "none" };
  const user = await deps.documents.collection(COLLECTIONS.users).get(session.userId);
  if (!user) return { state: "none" };
  if (!user.active) return { state: "disabled", userId: user.id };
  const renewed = await renewSession(deps, session);
  return { state: "active", session: renewed ?? session, user, prolonged: renewed !== undefined };
}

async function renewSession(deps: SessionDeps, session: Session): Promise<Session | undefined> {
  const unrecorded = deps.clock.now() - Date.parse(session.lastUsedAt ?? session.createdAt);
  // A last use that is to come: the machine's clock was set back before this program began.
  if (unrecorded >= 0 && unrecorded < Math.min(RENEW_INTERVAL_MS, deps.config.sessions.idleMs / 10)) return undefined;
  const renewal = { lastUsedAt: isoTime(deps.clock), expiresAt: sessionEnd(deps, session.createdAt) };
  try {
    return await deps.documents.collection(COLLECTIONS.sessions).replace({ ...session, ...renewal });
  } catch (error) {
    // A concurrent request has prolonged the session, or a logout has ended it; either is valid.
    // A session that cannot be prolonged, as on a full disk, is still a session.
    if (error instanceof Conflict || error instanceof NotFound || error instanceof NotWritable) return undefined;
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

/** Deletes all sessions of the account. */
export async function closeUserSessions(deps: Pick<ApiDeps, "documents">, userId: string): Promise<void> {
  const sessions = deps.documents.collection(COLLECTIONS.sessions);
  for (const session of await sessions.find({ where: { userId } })) await sessions.delete(session.id);
}
