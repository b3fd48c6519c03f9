import { ERRORS, type ModelSpec, seriesSourceColumns } from "@agatha/contracts";
import { calculationAnswer, calculationRequest, id, listedCalculation } from "@agatha/contracts/wire";
import { z } from "zod";
import { requireDatasetProduct } from "../datasets/access.js";
import { asEditor, ensureEditor } from "../datasets/roles.js";
import type { ApiDeps } from "../deps.js";
import { downloadQuery } from "../http/csv-download.js";
import { defineRoute, type Route } from "../http/route.js";
import { accessibleModel } from "../models/access.js";
import { MODEL_PATH, modelParams } from "../models/routes.js";
import { documentedAs } from "../serving/documented-as.js";
import type { ModelCache } from "../serving/model-cache.js";
import type { ThreadedModel } from "../serving/model-threads.js";
import { deleteCalculation, findCalculation, sendBatchPredictions } from "./calculation.js";
import { startBatchPrediction, startOptimization } from "./jobs.js";
import { listModelCalculations } from "./listing.js";
import { responseCurveRoutes } from "./response-curves.js";
import { restCalculationRoutes } from "./rest.js";
import { whatIf } from "./what-if.js";

const tag = "Calculations";

const [whatIfRequest, batchRequest, optimizationRequest] = calculationRequest.options;
/** `recordsOf` validates the rows. */
const body = z.discriminatedUnion("type", [
  whatIfRequest.extend({ data: documentedAs(whatIfRequest.shape.data).optional() }),
  batchRequest.extend({ data: documentedAs(batchRequest.shape.data).optional() }),
  optimizationRequest,
]);
const calculationParams = modelParams.extend({ cid: id });

/**
 * Routes for calculations of a model: what-ifs, which are answered at once, batches and optimizations, which are jobs, response
 * curves, and the console's list.
 */
export function calculationRoutes(deps: ApiDeps, models: ModelCache): Route[] {
  return [
    defineRoute({
      method: "post",
      path: `${MODEL_PATH}/calcs`,
      needsLicence: true,
      access: "user",
      summary: "Asks the model: a what-if is complete in the answer; a batch and an optimization are polled for",
      tag,
      bodyLimit: "rows",
      request: { params: modelParams, body },
      responses: { 201: calculationAnswer },
      errors: [
        ERRORS.datasetNotFound,
        ERRORS.dataExtraction,
        ERRORS.modelNotFound,
        ERRORS.modelNotTrained,
        ERRORS.calculationFailed,
        ERRORS.apiInputInvalid,
        ERRORS.batchPredictionFailed,
        ERRORS.optimizationInputNotNumeric,
        ERRORS.optimizationInfeasible,
      ],
      async admit({ params, user }) {
        const { model, dataset } = await accessibleModel(deps, user, params.id, params.mid);
        await requireDatasetProduct(deps, user, dataset);
        return { columns: columnsOfRows(await models.get(model), model.spec) };
      },
      async handler({ params, body: request, user }) {
        const { model, dataset } = await accessibleModel(deps, user, params.id, params.mid);
        if (request.type !== "whatif") ensureEditor(user, dataset);
        await requireDatasetProduct(deps, user, dataset);
        if (request.type === "whatif") return { status: 201, body: await whatIf(deps, { models, model }, request) };
        if (request.type === "batch") return { status: 201, body: await startBatchPrediction(deps, user, { model, dataset }, request) };
        const { type: _type, ...search } = request;
        return { status: 201, body: await startOptimization(deps, user, model, search) };
      },
    }),
    defineRoute({
      method: "get",
      path: `${MODEL_PATH}/calcs`,
      access: "user",
      summary: "The model's calculations, newest first, without their results",
      tag,
      request: { params: modelParams },
      responses: { 200: z.object({ data: z.array(listedCalculation) }) },
      errors: [ERRORS.datasetNotFound, ERRORS.modelNotFound],
      async handler({ params, user }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        return { body: { data: await listModelCalculations(deps, model) } };
      },
    }),
    defineRoute({
      method: "get",
      path: `${MODEL_PATH}/calcs/:cid`,
      access: "user",
      summary: "A calculation and its result",
      tag,
      request: {
        params: calculationParams,
        query: z.object({ type: calculationAnswer.shape.type.optional().describe("What it has to be.") }),
      },
      responses: { 200: calculationAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.modelNotFound, ERRORS.batchPredictionNotFound, ERRORS.optimizationNotFound],
      async handler({ params, query, user }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        return { body: await findCalculation(deps, model, params.cid, query.type) };
      },
    }),
    defineRoute({
      method: "delete",
      path: `${MODEL_PATH}/calcs/:cid`,
      access: "user",
      summary: "Deletes a calculation; one that is worked on is cancelled",
      tag,
      request: { params: calculationParams },
      responses: { 204: null },
      errors: [ERRORS.datasetNotFound, ERRORS.modelNotFound, ERRORS.batchPredictionNotFound],
      async handler({ params, user }) {
        const { model } = await asEditor(user, accessibleModel(deps, user, params.id, params.mid));
        await deleteCalculation(deps, user, model, params.cid);
        return { status: 204 };
      },
    }),
    defineRoute({
      method: "get",
      path: `${MODEL_PATH}/calcs/:cid/download_gzip`,
      access: "user",
      summary: "The predictions of a batch as a compressed CSV file",
      tag,
      request: { params: calculationParams, query: downloadQuery },
      responses: { 200: null },
      errors: [ERRORS.datasetNotFound, ERRORS.modelNotFound, ERRORS.batchPredictionNotFound],
      async handler({ params, query, user, response }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        await sendBatchPredictions(deps, model, params.cid, { encoding: query.encoding, response });
        return {};
      },
    }),
    ...responseCurveRoutes(deps, models),
    ...restCalculationRoutes(deps),
  ];
}

/** Returns the columns that a calculation reads of rows: those that the model takes, and those that inputs of a time series are made from. */
function columnsOfRows(serving: ThreadedModel, { timeSeries, response }: ModelSpec): string[] {
  const { inputs } = serving.rowColumns();
  const sources = timeSeries && response !== undefined ? seriesSourceColumns(serving.inputs, { ...timeSeries, response }) : [];
  return [...inputs, ...sources].map(({ name }) => name);
}
