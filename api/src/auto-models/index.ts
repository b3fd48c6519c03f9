import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { autoJobRoutes } from "./auto-job-routes.js";
import { restAutoModelRoutes } from "./rest.js";
import { autoModelCrudRoutes } from "./routes.js";

/** All routes for automatic trainings: below their dataset, as jobs, and the console's list. */
export function autoModelRoutes(deps: ApiDeps): Route[] {
  return [...autoModelCrudRoutes(deps), ...autoJobRoutes(deps), ...restAutoModelRoutes(deps)];
}
