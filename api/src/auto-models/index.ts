import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { autoJobRoutes } from "./auto-job.js";
import { restBatchRoutes } from "./rest.js";
import { batchRoutes } from "./routes.js";

export function autoModelRoutes(deps: ApiDeps): Route[] {
  return [...batchRoutes(deps), ...autoJobRoutes(deps), ...restBatchRoutes(deps)];
}
