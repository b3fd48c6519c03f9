/** Audit trail of managers' actions, for managers. */
import { type AuditRecord, COLLECTIONS } from "@agatha/contracts";
import { type AuditAnswer, type AuditQuery, auditAnswer, auditQuery } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";

export function auditRoutes(deps: ApiDeps): Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/manage_agatha/audit",
      access: "manager",
      summary: "What managers changed, the latest first",
      tag: "Management",
      request: { query: auditQuery },
      responses: { 200: auditAnswer },
      handler: async ({ query }) => ({ body: await listAuditRecords(deps, query) }),
    }),
  ];
}

async function listAuditRecords({ documents }: Pick<ApiDeps, "documents">, wanted: AuditQuery): Promise<AuditAnswer> {
  const { start, limit, user_id: userId } = wanted;
  const where = userId === undefined ? {} : { where: { userId } };
  const found = (await documents.collection(COLLECTIONS.audit).find(where)).filter((record) => matchesQuery(record, wanted));
  found.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id.localeCompare(b.id)));
  const users = documents.collection(COLLECTIONS.users);
  const page = found.slice(start, start + limit);
  const ids = [...new Set(page.map((record) => record.userId))];
  const names = new Map(await Promise.all(ids.map(async (id) => [id, (await users.get(id))?.username ?? null] as const)));
  const data = page.map(({ id, at, userId, action, target, detail }) => ({
    id,
    at,
    user_id: userId,
    username: names.get(userId) ?? null,
    action,
    target,
    detail,
  }));
  return { data, start, limit, total: found.length };
}

function matchesQuery(record: AuditRecord, { action, target }: AuditQuery): boolean {
  const acted = action === undefined || record.action === action || record.action.startsWith(`${action}.`);
  return acted && (target === undefined || record.target === target);
}
