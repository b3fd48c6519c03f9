export { datasetRoutes } from "./routes.js";
export { createTableReaders, type TableReaders } from "./table-readers.js";
