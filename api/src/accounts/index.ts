export { bootstrapManager } from "./bootstrap.js";
export { accountRoutes } from "./routes.js";
