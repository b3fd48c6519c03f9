import { ERRORS } from "@agatha/contracts";
import {
  evaluationAnswer,
  evaluationByModelAnswer,
  evaluationByModelDetail,
  evaluationInputFields,
  id,
  maxFprQuery,
  prepareEvaluationInputRequest,
} from "@agatha/contracts/wire";
import { z } from "zod";
import { requireDatasetProduct } from "../datasets/access.js";
import { asEditor } from "../datasets/roles.js";
import { TABLE_FILE_ERRORS } from "../datasets/table-file-errors.js";
import type { ApiDeps } from "../deps.js";
import { downloadQuery } from "../http/csv-download.js";
import { defineRoute, type Route } from "../http/route.js";
import { parseMaxFpr } from "../models/max-fpr.js";
import type { TableReaderCache } from "../tables/table-reader-cache.js";
import { accessibleEvaluation, evaluationWithRows } from "./access.js";
import { modelAnswers } from "./answer.js";
import { describeByModel } from "./by-model.js";
import { sendEvaluatedRows } from "./download.js";
import { checkEvaluationInput, uploadEvaluationInput } from "./evaluation-input.js";
import { describeEvaluation, evaluationContext } from "./listing.js";
import { EVALUATION_PATH, evaluationParams, shared } from "./routes.js";

const MODEL_RESULTS_PATH = `${EVALUATION_PATH}/evaluation_bymodels`;
const MODEL_RESULT_PATH = `${MODEL_RESULTS_PATH}/:emid`;
const modelResultParams = evaluationParams.extend({ emid: id });
const evaluationDownloadQuery = downloadQuery.extend(maxFprQuery.shape);

/** Routes for an evaluation's input. */
export function evaluationInputRoutes(deps: ApiDeps): Route[] {
  const file = z.file().max(deps.config.maxUploadBytes).describe("A .csv, .xlsx or .xls file with the columns of the training data.");
  return [
    defineRoute({
      ...shared,
      method: "post",
      path: `${EVALUATION_PATH}/prepare_upload_data`,
      needsLicence: true,
      summary: "Checks the name and the size of a test file before it is sent",
      request: { params: evaluationParams, body: prepareEvaluationInputRequest },
      responses: { 201: z.object({ id }) },
      errors: [ERRORS.datasetNotFound, ERRORS.unsupportedFileExtension, ERRORS.fileTooLarge, ERRORS.evaluationNotFound],
      async handler({ params, body, user }) {
        const { evaluation, dataset } = await asEditor(user, accessibleEvaluation(deps, user, params.eid, params.id));
        await requireDatasetProduct(deps, user, dataset);
        checkEvaluationInput(deps, body);
        return { status: 201, body: { id: evaluation.metadata.name } };
      },
    }),
    defineRoute({
      ...shared,
      method: "post",
      path: `${EVALUATION_PATH}/upload`,
      needsLicence: true,
      summary: "Takes the file with the rows to compare on, instead of any that there were",
      request: { params: evaluationParams, body: evaluationInputFields.extend({ file }), multipart: true },
      responses: { 201: evaluationAnswer },
      errors: [ERRORS.datasetNotFound, ...TABLE_FILE_ERRORS, ERRORS.fileTooLarge, ERRORS.evaluationNotFound],
      async handler({ params, user, request }) {
        const found = await asEditor(user, accessibleEvaluation(deps, user, params.eid, params.id));
        const evaluation = await uploadEvaluationInput(deps, user, found, request);
        return { status: 201, body: await describeEvaluation(deps, user, { ...found, evaluation }) };
      },
    }),
  ];
}

/** Routes for an evaluation's results. */
export function resultRoutes(deps: ApiDeps, readers: TableReaderCache): Route[] {
  const errors = [ERRORS.datasetNotFound, ERRORS.evaluationNotFound, ERRORS.evaluationFailed, ERRORS.modelEvaluationNotFound] as const;
  return [
    defineRoute({
      ...shared,
      method: "get",
      path: MODEL_RESULTS_PATH,
      summary: "What was found out about each model of a comparison",
      request: { params: evaluationParams, query: maxFprQuery },
      responses: { 200: z.object({ data: z.array(evaluationByModelAnswer) }) },
      errors: [ERRORS.datasetNotFound, ERRORS.evaluationNotFound],
      async handler({ params, query, user }) {
        const { evaluation } = await accessibleEvaluation(deps, user, params.eid, params.id);
        return { body: { data: modelAnswers(evaluation, await evaluationContext(deps, evaluation, parseMaxFpr(query.max_fpr))) } };
      },
    }),
    defineRoute({
      ...shared,
      method: "get",
      path: MODEL_RESULT_PATH,
      summary: "What was found out about one model, and what it answered for the test rows",
      request: { params: modelResultParams, query: maxFprQuery },
      responses: { 200: evaluationByModelDetail },
      errors: [...errors],
      async handler({ params, query, user }) {
        const { evaluation } = await evaluationWithRows(deps, user, params.eid, params.id);
        return { body: await describeByModel(deps, evaluation, { model: params.emid, maxFpr: parseMaxFpr(query.max_fpr) }) };
      },
    }),
    defineRoute({
      ...shared,
      method: "get",
      path: `${EVALUATION_PATH}/download_gzip`,
      summary: "The test rows with the answers of all models, as a compressed CSV file",
      request: { params: evaluationParams, query: evaluationDownloadQuery },
      responses: { 200: null },
      errors: [...errors],
      async handler({ params, query: { encoding, max_fpr }, user, response }) {
        const found = await evaluationWithRows(deps, user, params.eid, params.id);
        await sendEvaluatedRows(deps, found, { readers, encoding, maxFpr: parseMaxFpr(max_fpr) }, response);
        return {};
      },
    }),
    defineRoute({
      ...shared,
      method: "get",
      path: `${MODEL_RESULT_PATH}/download_gzip`,
      summary: "The test rows with the answers of one model, as a compressed CSV file",
      request: { params: modelResultParams, query: evaluationDownloadQuery },
      responses: { 200: null },
      errors: [...errors],
      async handler({ params, query: { encoding, max_fpr }, user, response }) {
        const found = await evaluationWithRows(deps, user, params.eid, params.id);
        await sendEvaluatedRows(deps, found, { readers, encoding, maxFpr: parseMaxFpr(max_fpr), model: params.emid }, response);
        return {};
      },
    }),
  ];
}
