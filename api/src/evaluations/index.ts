import type { TableReaders } from "../datasets/index.js";
import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { resultRoutes, testDataRoutes } from "./data-routes.js";
import { restEvaluationRoutes } from "./rest.js";
import { lifeRoutes } from "./routes.js";

export function evaluationRoutes(deps: ApiDeps, readers: TableReaders): Route[] {
  return [...lifeRoutes(deps), ...testDataRoutes(deps), ...resultRoutes(deps, readers), ...restEvaluationRoutes(deps)];
}
