import { randomUUID } from "node:crypto";
import { AlreadyExists, type AuditAction, COLLECTIONS, isoTime, type User } from "@agatha/contracts";
import { sha256Hex } from "@agatha/contracts/api-access/api-tokens";
import type { ApiDeps } from "../deps.js";

type AuditDeps = Pick<ApiDeps, "documents" | "clock" | "logger">;

export interface AuditEvent {
  action: AuditAction;
  /** Id of the changed object, or of the account that is logged in to. */
  target: string;
  detail?: Record<string, unknown>;
}

/** Records of logins and accesses are kept for a year, so that strangers cannot fill the store. Managers' changes are kept for ever. */
const SECURITY_RECORD_MS = 365 * 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Records a change by a manager; other users' changes of their own objects are not recorded. The record precedes the change, so
 * that no change goes unrecorded.
 */
export async function recordAudit(deps: AuditDeps, user: User, event: AuditEvent): Promise<void> {
  if (user.auth === "manager") await insertRecord(deps, event, { id: randomUUID(), userId: user.id });
}

/**
 * Records an event of logging in, of a credential or of access, whoever caused it. `userId` is empty if nobody is logged in and no
 * account is named.
 */
export async function recordSecurityEvent(deps: AuditDeps, userId: string, event: AuditEvent): Promise<void> {
  await insertRecord(deps, event, { id: randomUUID(), userId, keepMs: SECURITY_RECORD_MS });
}

/** Records a change of access or of a credential. A manager's is kept for ever, another user's for a year. */
export async function recordAccessChange(deps: AuditDeps, user: User, event: AuditEvent): Promise<void> {
  if (user.auth === "manager") await recordAudit(deps, user, event);
  else await recordSecurityEvent(deps, user.id, event);
}

/** Records an account or a role that a sign-on gives, for ever: the provider decides what managers decide elsewhere. */
export async function recordSignOnChange(deps: AuditDeps, event: AuditEvent): Promise<void> {
  const detail = { ...event.detail, method: "oidc" };
  await insertRecord(deps, { ...event, detail }, { id: randomUUID(), userId: event.target });
}

/** Records an event that its cause can repeat at will: once an hour with the same detail. */
export async function recordHourly(deps: AuditDeps, userId: string, event: AuditEvent): Promise<void> {
  const id = sha256Hex(JSON.stringify([userId, event.action, event.target, event.detail, Math.floor(deps.clock.now() / HOUR_MS)]));
  try {
    await insertRecord(deps, event, { id, userId, keepMs: SECURITY_RECORD_MS });
  } catch (error) {
    if (!(error instanceof AlreadyExists)) throw error;
  }
}

async function insertRecord(
  { documents, clock, logger }: AuditDeps,
  { action, target, detail = {} }: AuditEvent,
  { id, userId, keepMs }: { id: string; userId: string; keepMs?: number },
): Promise<void> {
  const expiry = keepMs === undefined ? {} : { expiresAt: new Date(clock.now() + keepMs).toISOString() };
  await documents.collection(COLLECTIONS.audit).insert({ id, at: isoTime(clock), userId, action, target, detail, ...expiry });
  logger.info({ action, userId, target, detail }, "audit");
}
