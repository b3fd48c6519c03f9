export { createJoinCopier } from "./joins.js";
export { tableRoutes } from "./routes.js";
export { createTableReaderCache, type TableReaderCache } from "./table-reader-cache.js";
