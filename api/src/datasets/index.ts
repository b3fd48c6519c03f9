export { keepSwept } from "./in-flight.js";
export { datasetRoutes } from "./routes.js";
export { createTableReaders, type TableReaders } from "./table-readers.js";
