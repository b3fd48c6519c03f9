export { uploadRoutes } from "./routes.js";
export { startUploadSweeper } from "./upload-in-progress.js";
