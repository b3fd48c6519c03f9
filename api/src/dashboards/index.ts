import { COLLECTIONS, ERRORS, isoTime, type Resource, type User } from "@agatha/contracts";
import { type DashboardAnswer, type DashboardRequest, dashboardAnswer, dashboardRequest, id } from "@agatha/contracts/wire";
import { z } from "zod";
import { recordAudit } from "../audit/record-audit.js";
import { accessibleDataset, editableDataset } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";

const shared = { access: "user", tag: "Data editing", path: "/agatha/datasets/:id/dashboard" } as const;
const params = z.object({ id });

/** Dashboards: the saved charts of a dataset. */
export function dashboardRoutes(deps: ApiDeps): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "get",
      summary: "The saved charts of a dataset, in their order",
      request: { params },
      responses: { 200: dashboardAnswer },
      errors: [ERRORS.datasetNotFound],
      handler: async ({ user, params }) => ({ body: await readDashboard(deps, await accessibleDataset(deps, user, params.id)) }),
    }),
    defineRoute({
      ...shared,
      method: "put",
      summary: "Replaces the saved charts of a dataset: adds, arranges, names and deletes them in one write",
      request: { params, body: dashboardRequest },
      responses: { 200: dashboardAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.dataChanged],
      handler: async ({ user, params, body }) => ({
        body: await replaceDashboard(deps, user, await editableDataset(deps, user, params.id), body),
      }),
    }),
  ];
}

async function readDashboard({ documents }: Pick<ApiDeps, "documents">, { metadata }: Resource<"Dataset">): Promise<DashboardAnswer> {
  const { version = 0, charts = [] } = (await documents.collection(COLLECTIONS.dashboards).get(metadata.uid)) ?? {};
  return { version, charts };
}

/** Replaces the dashboard. Charts keep who added them. Throws Conflict or AlreadyExists if the dashboard has another version. */
async function replaceDashboard(
  deps: Pick<ApiDeps, "documents" | "clock" | "logger">,
  user: User,
  dataset: Resource<"Dataset">,
  { version, charts }: DashboardRequest,
): Promise<DashboardAnswer> {
  const present = new Map((await readDashboard(deps, dataset)).charts.map((chart) => [chart.id, chart]));
  const added = { owner: user.username, created_at: isoTime(deps.clock) };
  const changed = {
    id: dataset.metadata.uid,
    charts: charts.map((chart) => {
      const { owner, created_at } = present.get(chart.id) ?? added;
      return { ...chart, owner, created_at };
    }),
  };
  await recordAudit(deps, user, { action: "dashboard.change", target: dataset.metadata.name });
  const dashboards = deps.documents.collection(COLLECTIONS.dashboards);
  const written = await (version === 0 ? dashboards.insert(changed) : dashboards.replace({ ...changed, version }));
  return { version: written.version, charts: written.charts };
}
