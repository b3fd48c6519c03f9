import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import type { TokenUsage } from "../tokens/usage.js";
import { exportRoutes } from "./export-routes.js";
import { createModelConverter } from "./model-converter.js";
import { reportRoutes } from "./report-routes.js";
import { restModelRoutes } from "./rest.js";
import { resultRoutes } from "./result-routes.js";
import { lifecycleRoutes } from "./routes.js";
import { modelTokenRoutes } from "./token-routes.js";

export { createModelConverter, type ModelConverter } from "./model-converter.js";
export { saveRoutes } from "./save-routes.js";

/** All routes for models: lifecycle, results, token, export, report, and the console's list. */
export function modelRoutes(deps: ApiDeps, usage: TokenUsage, convertModel = createModelConverter()): Route[] {
  return [
    ...lifecycleRoutes(deps),
    ...resultRoutes(deps),
    ...modelTokenRoutes(deps, usage),
    ...exportRoutes(deps, convertModel),
    ...reportRoutes(deps),
    ...restModelRoutes(deps, usage),
  ];
}
