import { z } from "zod";
import { id, isoDateTime } from "./shared.js";

export const auditQuery = z.object({
  start: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  user_id: id.optional().describe("Of the manager who acted."),
  action: z.string().min(1).max(64).optional().describe("Such as user.update; what it begins with is enough: user."),
  target: id.optional().describe("Id of what was changed."),
});
export type AuditQuery = z.output<typeof auditQuery>;

export const auditAnswer = z.object({
  data: z.array(
    z.object({
      id,
      at: isoDateTime,
      user_id: z.string(),
      username: z.string().nullable().describe("Null when the account is gone."),
      action: z.string(),
      target: z.string(),
      detail: z.record(z.string(), z.unknown()).describe("What was set."),
    }),
  ),
  start: z.int(),
  limit: z.int(),
  total: z.int().describe("Records that match."),
});
export type AuditAnswer = z.infer<typeof auditAnswer>;
