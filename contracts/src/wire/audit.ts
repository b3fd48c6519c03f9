import { z } from "zod";
import { id, isoDateTime } from "./shared.js";

const auditFilter = z.object({
  user_id: id.optional().describe("Of the user who acted, or whose account was tried."),
  action: z.string().min(1).max(64).optional().describe("Such as login.failure; what it begins with is enough: login."),
  target: id.optional().describe("Id of what was changed or asked for."),
  since: isoDateTime.optional().describe("Time of the earliest record."),
  until: isoDateTime.optional().describe("Time that all records are before."),
});
export type AuditFilter = z.output<typeof auditFilter>;

export const auditQuery = auditFilter.extend({
  start: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export const auditDownloadQuery = auditFilter.extend({ format: z.enum(["csv", "json"]).default("csv") });

export const auditAnswer = z.object({
  data: z.array(
    z.object({
      id,
      at: isoDateTime,
      user_id: z.string().describe("Empty for a failed login to an account that does not exist."),
      username: z.string().nullable().describe("Null when the account is gone."),
      action: z.string(),
      target: z.string(),
      detail: z.record(z.string(), z.unknown()).describe("What was set; for a login the address, and why it failed."),
    }),
  ),
  start: z.int(),
  limit: z.int(),
  total: z.int().describe("Records that match."),
});
export type AuditAnswer = z.infer<typeof auditAnswer>;
