export { type RestResource, restRoutes } from "./routes.js";
