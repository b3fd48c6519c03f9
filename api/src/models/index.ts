import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import type { TokenUsage } from "../tokens/usage.js";
import { apiRoutes } from "./api-routes.js";
import { exportRoutes } from "./export-routes.js";
import { reportRoutes } from "./report-routes.js";
import { restModelRoutes } from "./rest.js";
import { resultRoutes } from "./result-routes.js";
import { lifeRoutes } from "./routes.js";

export { saveRoutes } from "./save-routes.js";

export function modelRoutes(deps: ApiDeps, usage: TokenUsage): Route[] {
  return [
    ...lifeRoutes(deps),
    ...resultRoutes(deps),
    ...apiRoutes(deps, usage),
    ...exportRoutes(deps),
    ...reportRoutes(deps),
    ...restModelRoutes(deps),
  ];
}
