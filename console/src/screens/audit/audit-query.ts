import type { AuditDownloadInput } from "@agatha/contracts/client/request-types";
import { enteredTimeToIso } from "../../fields/entered-time.js";

/** Filters as they are typed: ids and texts, days as `2026-05-01`, empty for no filter. */
export interface AuditFilters {
  user: string;
  action: string;
  since: string;
  until: string;
}

export const NO_FILTERS: AuditFilters = { user: "", action: "", since: "", until: "" };

/** Returns the query. Days are those of the browser's time zone, and both are included. Invalid days filter nothing. */
export function auditQueryOf({ user, action, since, until }: AuditFilters): Omit<AuditDownloadInput, "format"> {
  const [from, before] = [startOfDay(since), startOfDay(until, 1)];
  return {
    ...(user === "" ? {} : { user_id: user }),
    ...(action.trim() === "" ? {} : { action: action.trim() }),
    ...(from === undefined ? {} : { since: from }),
    ...(before === undefined ? {} : { until: before }),
  };
}

/** Returns the start of the day so many days after this one. A day has 23 or 25 hours where clocks change. */
function startOfDay(day: string, daysAfter = 0): string | undefined {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + daysAfter);
  return enteredTimeToIso(start);
}
