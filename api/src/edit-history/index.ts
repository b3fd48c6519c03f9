import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { restEditStepRoutes } from "./rest.js";
import { historyRoutes, stepRoutes } from "./routes.js";
import type { CopyJoin } from "./stored-step.js";

export function editHistoryRoutes(api: ApiDeps, copyJoin: CopyJoin): Route[] {
  const deps = { ...api, copyJoin };
  return [...historyRoutes(deps), ...stepRoutes(deps), ...restEditStepRoutes(deps)];
}
