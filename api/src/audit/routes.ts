/** Audit trail for managers: their own changes, and everybody's logins, credentials and refused accesses. */
import { type AuditRecord, COLLECTIONS } from "@agatha/contracts";
import { type AuditAnswer, type AuditFilter, auditAnswer, auditDownloadQuery, auditQuery } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { sendGzipCsv } from "../http/csv-download.js";
import { defineRoute, type Route } from "../http/route.js";

type AuditEntry = AuditAnswer["data"][number];
const COLUMNS = ["at", "user_id", "username", "action", "target", "detail"] as const satisfies (keyof AuditEntry)[];

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
          response.attachment("audit.json").json(entries);
          return {};
        }
        const rows = entries.map((entry) => COLUMNS.map((column) => (column === "detail" ? JSON.stringify(entry.detail) : entry[column])));
        await sendGzipCsv(response, { name: "audit", encoding: "utf-8", header: COLUMNS, rows });
        return {};
      },
    }),
  ];
}

/** Returns the records that match, the latest first. */
async function findRecords({ documents }: Pick<ApiDeps, "documents">, filter: AuditFilter): Promise<AuditRecord[]> {
  const where = filter.user_id === undefined ? {} : { where: { userId: filter.user_id } };
  const found = (await documents.collection(COLLECTIONS.audit).find(where)).filter((record) => matchesFilter(record, filter));
  return found.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id.localeCompare(b.id)));
}

function matchesFilter({ at, action, target }: AuditRecord, filter: AuditFilter): boolean {
  const { since = at, until } = filter;
  if (Date.parse(at) < Date.parse(since) || (until !== undefined && Date.parse(at) >= Date.parse(until))) return false;
  const acted = filter.action === undefined || action === filter.action || action.startsWith(`${filter.action}.`);
  return acted && (filter.target === undefined || target === filter.target);
}

async function describeRecords({ documents }: Pick<ApiDeps, "documents">, records: AuditRecord[]): Promise<AuditEntry[]> {
  const users = documents.collection(COLLECTIONS.users);
  const ids = [...new Set(records.map(({ userId }) => userId))];
  const names = new Map(await Promise.all(ids.map(async (id) => [id, (await users.get(id))?.username ?? null] as const)));
  return records.map(({ id, at, userId, action, target, detail }) => ({
    id,
    at,
    user_id: userId,
    username: names.get(userId) ?? null,
    action,
    target,
    detail,
  }));
}
