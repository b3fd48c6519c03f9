export { profilingRoutes } from "./routes.js";
