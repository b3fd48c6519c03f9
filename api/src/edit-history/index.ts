import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { restEditStepRoutes } from "./rest.js";
import { historyRoutes, stepRoutes } from "./routes.js";
import type { CopyJoin } from "./stored-step.js";

/** All routes for edit histories. `copyJoin` copies the columns of the other dataset that a join needs. */
export function editHistoryRoutes(api: ApiDeps, copyJoin: CopyJoin): Route[] {
  const deps = { ...api, copyJoin };
  return [...historyRoutes(deps), ...stepRoutes(deps), ...restEditStepRoutes(deps)];
}
