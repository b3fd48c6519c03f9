export { createTableReaderCache, type TableReaderCache } from "../tables/table-reader-cache.js";
export { startUploadSweeper } from "../uploads/upload-in-progress.js";
export { datasetRoutes } from "./routes.js";
