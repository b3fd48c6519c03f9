import { ERRORS, STORAGE_PROBLEM_HEADER } from "@agatha/contracts";
import express, { type Express } from "express";
import { accountRoutes } from "./accounts/index.js";
import { apiDocsRoutes } from "./api-docs/index.js";
import { auditRoutes } from "./audit/index.js";
import { recordHourly } from "./audit/record-audit.js";
import { autoModelRoutes } from "./auto-models/index.js";
import { calculationRoutes } from "./calculations/index.js";
import { clusterRoutes } from "./clusters/index.js";
import { companionRoutes } from "./companion/index.js";
import { consoleHandler } from "./console/index.js";
import { dashboardRoutes } from "./dashboards/index.js";
import { datasetRoutes } from "./datasets/index.js";
import type { ApiDeps } from "./deps.js";
import { editHistoryRoutes } from "./edit-history/index.js";
import { editHistoryApiManagementRoutes, editHistoryApiRoutes } from "./edit-history-api/index.js";
import { editTemplateRoutes } from "./edit-templates/index.js";
import { evaluationRoutes } from "./evaluations/index.js";
import { helpRoutes } from "./help/index.js";
import { accessLog } from "./http/access-log.js";
import { ApiError } from "./http/api-error.js";
import { unmapIpv4Addresses } from "./http/client-address.js";
import { errorHandler } from "./http/error-handler.js";
import { refuseUnlistedHosts } from "./http/public-url.js";
import { registerRoutes } from "./http/register.js";
import type { Route } from "./http/route.js";
import { securityHeaders } from "./http/security-headers.js";
import { traceRequests } from "./http/trace-requests.js";
import { managementRoutes } from "./management/index.js";
import { modelRoutes, saveRoutes } from "./models/index.js";
import { predictionApiRoutes } from "./prediction-api/index.js";
import { profilingRoutes } from "./profiling/index.js";
import { createServices, type Services } from "./services.js";
import { signOnRoutes } from "./sign-on/index.js";
import { createJoinCopier, tableRoutes } from "./tables/index.js";
import { textRoutes } from "./texts/index.js";
import { trashRoutes } from "./trash/index.js";
import { uploadRoutes } from "./uploads/index.js";

/** Returns every served endpoint: one line for each resource's folder. */
export function allRoutes(deps: ApiDeps, services: Services = createServices(deps)): Route[] {
  const { models, convertModel, tables, usage, results, longPredictions } = services;
  const { serves = "all" } = deps.config;
  const copyJoin = createJoinCopier(deps, tables);
  const routes: Route[] = [];
  if (serves !== "models") {
    routes.push(
      ...accountRoutes(deps),
      ...signOnRoutes(deps),
      ...uploadRoutes(deps),
      ...datasetRoutes(deps),
      ...dashboardRoutes(deps),
      ...tableRoutes(deps, tables),
      ...profilingRoutes(deps),
      ...modelRoutes(deps, usage, convertModel),
      ...saveRoutes(deps, services),
      ...clusterRoutes(deps, tables),
      ...autoModelRoutes(deps),
      ...calculationRoutes(deps, models),
      ...evaluationRoutes(deps, tables),
      ...editHistoryRoutes(deps, copyJoin),
      ...editTemplateRoutes(deps, copyJoin),
      ...editHistoryApiManagementRoutes(deps, usage),
      ...companionRoutes(deps),
      ...managementRoutes(deps, usage),
      ...auditRoutes(deps),
      ...trashRoutes(deps),
      ...helpRoutes(deps),
      ...textRoutes(deps),
    );
  }
  if (serves !== "console")
    routes.push(...predictionApiRoutes(deps, { models, usage, results, longPredictions }), ...editHistoryApiRoutes(deps, services));
  return [...routes, ...apiDocsRoutes(deps, routes)];
}

/**
 * Returns the Express application: the routes below the base path, the console's files if there is a folder of them, and one
 * answer for every error.
 */
export function createApp(deps: ApiDeps, routes: Route[] = allRoutes(deps)): Express {
  const app = express();
  app.disable("x-powered-by");
  // Answers of the API are not cached, so it computes no ETag.
  app.disable("etag");
  // A number, never true: with true, the client could set its own address (express-rate-limit, ERR_ERL_PERMISSIVE_TRUST_PROXY).
  app.set("trust proxy", deps.config.trustedProxies);
  unmapIpv4Addresses(app);
  app.use(accessLog(deps), traceRequests(deps.config.tracedShare), securityHeaders(deps.config), refuseUnlistedHosts(deps.config));
  const { basePath, consoleFolder } = deps.config;
  app.use(
    basePath || "/",
    noStore,
    storageProblem(deps),
    registerRoutes(deps, routes, (user, target) => recordHourly(deps, user.id, { action: "access.refused", target })),
  );
  if (consoleFolder !== undefined) app.use(consoleHandler({ folder: consoleFolder, basePath, apiSegments: firstSegments(routes) }));
  app.use(() => {
    throw new ApiError(ERRORS.badRequest, 404, {}, `There is no such address. ${basePath}/docs describes all that there are`);
  });
  app.use(errorHandler(deps));
  return app;
}

const firstSegments = (routes: Route[]): Set<string> => new Set(routes.map((route) => route.path.split("/")[1] ?? ""));

/** Names a full or read-only disk in each answer, so that the console shows it whatever the user does. */
function storageProblem(deps: Pick<ApiDeps, "storageProblem">): express.RequestHandler {
  return (_request, response, next) => {
    const problem = deps.storageProblem();
    if (problem) response.set(STORAGE_PROBLEM_HEADER, problem);
    next();
  };
}

const noStore: express.RequestHandler = (_request, response, next) => {
  response.set("Cache-Control", "no-store");
  next();
};
