import { randomUUID } from "node:crypto";
import { COLLECTIONS, isoTime, type User } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

export interface AuditEvent {
  /** `model.rename`, `model.api.enable`. */
  action: string;
  /** Id of what was changed. */
  target: string;
  detail?: Record<string, unknown>;
}

/** Keeps what a manager does; what others do to their own things is theirs. Written before the change, so that none goes unrecorded. */
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
