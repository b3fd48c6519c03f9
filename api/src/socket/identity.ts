import { COLLECTIONS, type User } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { findSession, isUnexpired } from "../http/sessions.js";

/** User of a socket, from the session that opened it. */
export interface SocketIdentity {
  sessionId: string;
  userId: string;
  auth: User["auth"];
}

type IdentityDeps = Pick<ApiDeps, "documents" | "clock" | "config">;

/** Returns the user of the session cookie, or undefined if there is no such session or it is not `claimedUserId`'s. */
export async function authenticateSocket(
  deps: IdentityDeps,
  cookieHeader: string | undefined,
  claimedUserId: unknown,
): Promise<SocketIdentity | undefined> {
  const found = await findSession(deps, cookieHeader);
  if (found.state !== "active" || found.user.id !== claimedUserId) return undefined;
  return { sessionId: found.session.id, userId: found.user.id, auth: found.user.auth };
}

/**
 * Returns true if the session is valid and its user has the same role. The check does not prolong it: an open tab does not count
 * as use.
 */
export async function isSessionValid(deps: IdentityDeps, { sessionId, userId, auth }: SocketIdentity): Promise<boolean> {
  const [session, user] = await Promise.all([
    deps.documents.collection(COLLECTIONS.sessions).get(sessionId),
    deps.documents.collection(COLLECTIONS.users).get(userId),
  ]);
  if (!session || !isUnexpired(deps, session)) return false;
  return user?.active === true && user.auth === auth;
}
