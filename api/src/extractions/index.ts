import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { restExtractionRoutes } from "./rest.js";
import { entryRoutes, historyRoutes } from "./routes.js";

export function extractionRoutes(deps: ApiDeps): Route[] {
  return [...historyRoutes(deps), ...entryRoutes(deps), ...restExtractionRoutes(deps)];
}
