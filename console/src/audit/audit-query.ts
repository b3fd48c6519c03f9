import type { AuditDownloadInput } from "@agatha/contracts/client/request-types";

/** Filters as they are typed: ids and texts, days as `2026-05-01`, empty for no filter. */
export interface AuditFilters {
  user: string;
  action: string;
  since: string;
  until: string;
}

export const NO_FILTERS: AuditFilters = { user: "", action: "", since: "", until: "" };

const DAY_MS = 86_400_000;

/** Returns the query. Days are those of the browser's time zone, and both are included. */
export function auditQueryOf({ user, action, since, until }: AuditFilters): Omit<AuditDownloadInput, "format"> {
  const startOf = (day: string, days = 0): string => new Date(new Date(`${day}T00:00:00`).getTime() + days * DAY_MS).toISOString();
  return {
    ...(user === "" ? {} : { user_id: user }),
    ...(action.trim() === "" ? {} : { action: action.trim() }),
    ...(since === "" ? {} : { since: startOf(since) }),
    ...(until === "" ? {} : { until: startOf(until, 1) }),
  };
}
