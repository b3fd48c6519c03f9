/** Handshake with a companion service: it checks which origin may talk to the console, and about which model. */
import {
  COMPANION_FLOWS,
  COMPANION_STATES,
  type CompanionFlow,
  ERRORS,
  InvalidInput,
  isCompanionOrigin,
  type ModelInfo,
  type Resource,
} from "@agatha/contracts";
import { companionAnswer, companionRequest, serviceState } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { publicUrl } from "../http/public-url.js";
import { defineRoute, type Route } from "../http/route.js";
import { accessibleModel } from "../models/access.js";
import { loadModelInfo } from "../serving/trained-model.js";

const shared = { path: "/agatha/service", access: "user", tag: "Companion service" } as const;

/**
 * Routes for users whose console a companion service has opened: the services that may, and whether a model fits the flow that
 * one asks for.
 */
export function companionRoutes(deps: ApiDeps): Route[] {
  const { serviceOrigins = [] } = deps.config;
  return [
    defineRoute({
      ...shared,
      method: "get",
      summary: "Which services may open the console and talk to it, and the flows and states of the handshake",
      responses: { 200: companionAnswer },
      errors: [ERRORS.apiInputInvalid],
      handler: async ({ request }) => ({
        body: {
          main_application_url: `${publicUrl(request, deps.config)}/`,
          allowed_origins: serviceOrigins,
          flows: COMPANION_FLOWS,
          states: COMPANION_STATES,
        },
      }),
    }),
    defineRoute({
      ...shared,
      method: "post",
      summary: "The state of a service that hands a model over: refused for a strange origin, and for a model that the flow cannot use",
      request: { body: companionRequest },
      responses: { 200: serviceState },
      errors: [
        ERRORS.permissionDenied,
        ERRORS.datasetNotFound,
        ERRORS.responseType,
        ERRORS.modelNotFound,
        ERRORS.modelNotTrained,
        ERRORS.apiInputInvalid,
        ERRORS.optimizationInputNotNumeric,
      ],
      async handler({ body, user, request }) {
        if (!isCompanionOrigin(body.origin, serviceOrigins)) {
          throw new InvalidInput(ERRORS.permissionDenied, { path: "origin", message: `${body.origin} is not among the allowed origins` });
        }
        const { model } = await accessibleModel(deps, user, body.dataset_id, body.model_id);
        const { info } = await loadModelInfo(deps, model);
        ensureFlowSupported(body.flow, model, info);
        return { body: { ...body, main_application_url: `${publicUrl(request, deps.config)}/`, state: "SERVICE_INIT_DATA" } };
      },
    }),
  ];
}

/**
 * Throws unless the model fits the flow. Calculations need a numeric target, optimizations also numeric variables, and detections
 * an outlier detector (specification, section 5).
 */
function ensureFlowSupported(flow: CompanionFlow, { spec: { type } }: Resource<"Model">, { inputs }: ModelInfo): void {
  const [wanted, what] = flow === "detection" ? ["OCC", "an outlier detector"] : ["REGRESSION", "a model of a number"];
  if (type !== wanted) throw new InvalidInput(ERRORS.responseType, { path: "model_id", message: `The flow ${flow} needs ${what}` });
  const other = inputs.filter((input) => input.type !== "n").map(({ name }) => name);
  if (flow === "optimization" && other.length > 0) {
    throw new InvalidInput(ERRORS.optimizationInputNotNumeric, {
      path: "model_id",
      message: `These variables are not numeric: ${other.join(", ")}`,
    });
  }
}
