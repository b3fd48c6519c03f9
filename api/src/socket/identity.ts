import { COLLECTIONS, type User } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { findSession } from "../http/sessions.js";

/** Whom a socket serves, by the session that opened it. */
export interface SocketIdentity {
  sessionId: string;
  userId: string;
  auth: User["auth"];
}

type IdentityDeps = Pick<ApiDeps, "documents" | "clock" | "config">;

/** By the session cookie; undefined when there is no such session or it is not the session of `claimedUserId`. */
export async function authenticateSocket(
  deps: IdentityDeps,
  cookieHeader: string | undefined,
  claimedUserId: unknown,
): Promise<SocketIdentity | undefined> {
  const found = await findSession(deps, cookieHeader);
  if (found.state !== "active" || found.user.id !== claimedUserId) return undefined;
  return { sessionId: found.session.id, userId: found.user.id, auth: found.user.auth };
}

/** Whether the session still stands and its user has the same role. Looking does not prolong it: an open tab is no use. */
export async function isSessionValid(deps: IdentityDeps, { sessionId, userId, auth }: SocketIdentity): Promise<boolean> {
  const [session, user] = await Promise.all([
    deps.documents.collection(COLLECTIONS.sessions).get(sessionId),
    deps.documents.collection(COLLECTIONS.users).get(userId),
  ]);
  if (!session?.expiresAt || Date.parse(session.expiresAt) <= deps.clock.now()) return false;
  return user?.active === true && user.auth === auth;
}
