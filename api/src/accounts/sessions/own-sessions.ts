/** One's own sessions: the list, and the end of each. A session's id does not reveal its cookie. */
import { COLLECTIONS, ERRORS, NotFound, type Session, type User } from "@agatha/contracts";
import type { SessionAnswer } from "@agatha/contracts/wire";
import type { Request } from "express";
import type { ApiDeps } from "../../deps.js";
import { isUnexpired, sessionId } from "../../http/sessions.js";

/** Returns the user's sessions, the latest used first. The session of the request is the current one. */
export async function listSessions(deps: ApiDeps, user: User, request: Request): Promise<SessionAnswer[]> {
  const current = sessionId(deps.config, request.headers.cookie);
  return (await sessionsOf(deps, user))
    .map(({ id, createdAt, lastUsedAt = createdAt, expiresAt = createdAt, address, userAgent }) => ({
      id,
      current: id === current,
      created_at: createdAt,
      last_used_at: lastUsedAt,
      expires_at: expiresAt,
      address: address ?? null,
      user_agent: userAgent ?? null,
    }))
    .sort((a, b) => b.last_used_at.localeCompare(a.last_used_at));
}

/** Throws NotFound (sessionNotFound) for an id that is not one of the user's. */
export async function endOwnSession(deps: ApiDeps, user: User, id: string): Promise<void> {
  const own = (await sessionsOf(deps, user)).filter((session) => session.id === id);
  if (own.length === 0) throw new NotFound(`session ${id}`, ERRORS.sessionNotFound);
  await endSessions(deps, user, own);
}

/** Ends the sessions of the account except that of the request. */
export async function endOtherSessions(deps: ApiDeps, user: User, request: Request): Promise<void> {
  const current = sessionId(deps.config, request.headers.cookie);
  await endSessions(
    deps,
    user,
    (await sessionsOf(deps, user)).filter(({ id }) => id !== current),
  );
}

async function sessionsOf(deps: ApiDeps, { id }: User): Promise<Session[]> {
  const found = await deps.documents.collection(COLLECTIONS.sessions).find({ where: { userId: id } });
  return found.filter((session) => isUnexpired(deps, session));
}

async function endSessions({ documents, events }: ApiDeps, user: User, ended: Session[]): Promise<void> {
  for (const { id } of ended) await documents.collection(COLLECTIONS.sessions).delete(id);
  // Connections of these sessions close; others of the user check theirs and stay.
  events.publish("accessRevoked", { userId: user.id });
}
