/** Audit trail for managers: their own changes, and everybody's logins, credentials and refused accesses. */
import { type AuditRecord, COLLECTIONS } from "@agatha/contracts";
import type { CsvCell } from "@agatha/contracts/csv/csv-cell";
import { type AuditAnswer, type AuditFilter, auditAnswer, auditDownloadQuery, auditQuery } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { turn } from "../event-loop/turns.js";
import { sendGzipCsv } from "../http/csv-download.js";
import { sendLongJson } from "../http/json-pieces.js";
import { defineRoute, type Route } from "../http/route.js";

type AuditEntry = AuditAnswer["data"][number];
/** Records that are looked at between two other requests. */
const RECORDS_PER_TURN = 2_000;
/** Length of a time up to its hour: `2024-05-01T09`. */
const HOUR_LENGTH = 13;
const COLUMNS = ["at", "user_id", "username", "action", "target", "detail"] as const satisfies (keyof AuditEntry)[];

/** Routes with which managers read the audit trail, page by page or as a file. */
export function auditRoutes(deps: ApiDeps): Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/manage_agatha/audit",
      access: "manager",
      summary: "What managers changed, and everybody's logins and refused accesses, the latest first",
      tag: "Management",
      request: { query: auditQuery },
      responses: { 200: auditAnswer },
      async handler({ query: { start, limit, ...filter } }) {
        const found = await findRecords(deps, filter);
        return { body: { data: await describeRecords(deps, found.slice(start, start + limit)), start, limit, total: found.length } };
      },
    }),
    defineRoute({
      method: "get",
      path: "/manage_agatha/audit/download",
      access: "manager",
      summary: "The records of the audit trail that match, as a compressed CSV file or as JSON",
      tag: "Management",
      request: { query: auditDownloadQuery },
      responses: { 200: null },
      async handler({ query: { format, ...filter }, response }) {
        const entries = await describeRecords(deps, await findRecords(deps, filter));
        if (format === "json") {
          response.attachment("audit.json");
          await sendLongJson(response, entries);
          return {};
        }
        await sendGzipCsv(response, { name: "audit", encoding: "utf-8", header: COLUMNS, rows: csvRows(entries) });
        return {};
      },
    }),
  ];
}

function* csvRows(entries: Iterable<AuditEntry>): Generator<CsvCell[]> {
  for (const entry of entries) yield COLUMNS.map((column) => (column === "detail" ? JSON.stringify(entry.detail) : entry[column]));
}

/** Returns the records that match, the latest first. Other requests are served between parts of the work. */
async function findRecords({ documents }: Pick<ApiDeps, "documents">, filter: AuditFilter): Promise<AuditRecord[]> {
  const where = filter.user_id === undefined ? {} : { where: { userId: filter.user_id } };
  const found = await documents.collection(COLLECTIONS.audit).find(where);
  const byHour = new Map<string, AuditRecord[]>();
  for (const [i, record] of found.entries()) {
    if (i % RECORDS_PER_TURN === 0) await turn();
    if (!matchesFilter(record, filter)) continue;
    const hour = record.at.slice(0, HOUR_LENGTH);
    const group = byHour.get(hour);
    if (group) group.push(record);
    else byHour.set(hour, [record]);
  }
  const sorted: AuditRecord[] = [];
  for (const hour of [...byHour.keys()].sort().reverse()) {
    await turn();
    for (const record of (byHour.get(hour) ?? []).sort(compareLatestFirst)) sorted.push(record);
  }
  return sorted;
}

function compareLatestFirst(a: AuditRecord, b: AuditRecord): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

function matchesFilter({ at, action, target }: AuditRecord, { since, until, ...filter }: AuditFilter): boolean {
  if (since !== undefined && Date.parse(at) < Date.parse(since)) return false;
  if (until !== undefined && Date.parse(at) >= Date.parse(until)) return false;
  const acted = filter.action === undefined || action === filter.action || action.startsWith(`${filter.action}.`);
  return acted && (filter.target === undefined || target === filter.target);
}

async function describeRecords({ documents }: Pick<ApiDeps, "documents">, records: AuditRecord[]): Promise<AuditEntry[]> {
  const users = await documents.collection(COLLECTIONS.users).getMany([...new Set(records.map(({ userId }) => userId))]);
  return records.map(({ id, at, userId, action, target, detail }) => ({
    id,
    at,
    user_id: userId,
    username: users.get(userId)?.username ?? null,
    action,
    target,
    detail,
  }));
}
