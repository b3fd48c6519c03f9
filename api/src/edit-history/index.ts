import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { restEditStepRoutes } from "./rest.js";
import { historyRoutes, stepRoutes } from "./routes.js";

export function editHistoryRoutes(deps: ApiDeps): Route[] {
  return [...historyRoutes(deps), ...stepRoutes(deps), ...restEditStepRoutes(deps)];
}
