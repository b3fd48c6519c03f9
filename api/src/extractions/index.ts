import type { TableReaders } from "../datasets/table-readers.js";
import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { downloadRoutes } from "./download.js";
import { restExtractionRoutes } from "./rest.js";
import { entryRoutes, historyRoutes } from "./routes.js";

export function extractionRoutes(deps: ApiDeps, readers: TableReaders): Route[] {
  return [...historyRoutes(deps), ...entryRoutes(deps), ...restExtractionRoutes(deps), ...downloadRoutes(deps, readers)];
}
