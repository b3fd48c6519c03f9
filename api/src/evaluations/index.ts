import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import type { TableReaderCache } from "../tables/index.js";
import { restEvaluationRoutes } from "./rest.js";
import { evaluationInputRoutes, resultRoutes } from "./result-routes.js";
import { lifecycleRoutes } from "./routes.js";

/** All routes for comparisons: their lifecycle, input, results and the console's list. */
export function evaluationRoutes(deps: ApiDeps, readers: TableReaderCache): Route[] {
  return [...lifecycleRoutes(deps), ...evaluationInputRoutes(deps), ...resultRoutes(deps, readers), ...restEvaluationRoutes(deps)];
}
