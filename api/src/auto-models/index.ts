import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { autoJobRoutes } from "./auto-job-routes.js";
import { restAutoModelRoutes } from "./rest.js";
import { autoModelCrudRoutes } from "./routes.js";

export function autoModelRoutes(deps: ApiDeps): Route[] {
  return [...autoModelCrudRoutes(deps), ...autoJobRoutes(deps), ...restAutoModelRoutes(deps)];
}
