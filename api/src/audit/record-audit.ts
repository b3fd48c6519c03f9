import { randomUUID } from "node:crypto";
import { COLLECTIONS, isoTime, type User } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

export interface AuditEvent {
  /** For example `model.rename`, `model.api.enable`. */
  action: string;
  /** Id of the changed object. */
  target: string;
  detail?: Record<string, unknown>;
}

/**
 * Records an action of a manager; other users' actions on their own objects are not recorded. The record precedes the change, so
 * that no change goes unrecorded.
 */
export async function recordAudit(
  deps: Pick<ApiDeps, "documents" | "clock">,
  user: User,
  { action, target, detail = {} }: AuditEvent,
): Promise<void> {
  if (user.auth !== "manager") return;
  await deps.documents
    .collection(COLLECTIONS.audit)
    .insert({ id: randomUUID(), at: isoTime(deps.clock), userId: user.id, action, target, detail });
}
