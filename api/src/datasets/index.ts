export { datasetRoutes } from "./routes.js";
