export { type BootstrapResult, bootstrapManager } from "./bootstrap.js";
export { accountRoutes } from "./routes.js";
