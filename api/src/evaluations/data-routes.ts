import {
  evaluationAnswer,
  evaluationByModelAnswer,
  evaluationByModelDetail,
  id,
  maxFprQuery,
  prepareTestDataRequest,
  testDataFields,
} from "@agatha/contracts/wire";
import { z } from "zod";
import type { TableReaders } from "../datasets/table-readers.js";
import type { ApiDeps } from "../deps.js";
import { downloadQuery } from "../http/csv-download.js";
import { type Route, route } from "../http/route.js";
import { limitOf } from "../models/limit.js";
import { accessibleEvaluationOf } from "./access.js";
import { linesOf } from "./answer.js";
import { describeByModel } from "./by-model.js";
import { sendEvaluatedRows } from "./download.js";
import { describeEvaluation, surroundingsOf } from "./listing.js";
import { EVALUATION_PATH, ofEvaluation, shared } from "./routes.js";
import { prepareTestData, uploadTestData } from "./test-data.js";

const BY_MODELS_PATH = `${EVALUATION_PATH}/evaluation_bymodels`;
const BY_MODEL_PATH = `${BY_MODELS_PATH}/:emid`;
const ofByModel = ofEvaluation.extend({ emid: id });
const multipart = testDataFields.extend({ file: z.file().describe("A .csv, .xlsx or .xls file with the columns of the training data.") });
const download = downloadQuery.extend(maxFprQuery.shape);

/** What goes into an evaluation. */
export function testDataRoutes(deps: ApiDeps): Route[] {
  return [
    route({
      ...shared,
      method: "post",
      path: `${EVALUATION_PATH}/prepare_upload_data`,
      needsContract: true,
      summary: "Checks the name and the size of a test file before it is sent",
      request: { params: ofEvaluation, body: prepareTestDataRequest },
      responses: { 201: z.object({ id }) },
      errors: ["010401", "010408", "010413", "010701"],
      async handler({ params, body, user }) {
        const { evaluation } = await accessibleEvaluationOf(deps, user, params.id, params.eid);
        prepareTestData(deps, body);
        return { status: 201, body: { id: evaluation.metadata.name } };
      },
    }),
    route({
      ...shared,
      method: "post",
      path: `${EVALUATION_PATH}/upload`,
      needsContract: true,
      summary: "Takes the file with the rows to compare on, instead of any that there were",
      request: { params: ofEvaluation, body: multipart, multipart: true },
      responses: { 201: evaluationAnswer },
      errors: ["010401", "010404", "010406", "010407", "010408", "010410", "010411", "010413", "010701"],
      async handler({ params, user, request }) {
        const found = await accessibleEvaluationOf(deps, user, params.id, params.eid);
        return { status: 201, body: await describeEvaluation(deps, await uploadTestData(deps, user, found, request)) };
      },
    }),
  ];
}

/** What comes out of one. */
export function resultRoutes(deps: ApiDeps, readers: TableReaders): Route[] {
  const errors = ["010401", "010701", "010704", "010707"] as const;
  return [
    route({
      ...shared,
      method: "get",
      path: BY_MODELS_PATH,
      summary: "What was found out about each model of a comparison",
      request: { params: ofEvaluation, query: maxFprQuery },
      responses: { 200: z.object({ data: z.array(evaluationByModelAnswer) }) },
      errors: ["010401", "010701"],
      async handler({ params, query, user }) {
        const { evaluation } = await accessibleEvaluationOf(deps, user, params.id, params.eid);
        return { body: { data: linesOf(evaluation, await surroundingsOf(deps, evaluation, limitOf(query.max_fpr))) } };
      },
    }),
    route({
      ...shared,
      method: "get",
      path: BY_MODEL_PATH,
      summary: "What was found out about one model, and what it answered for the test rows",
      request: { params: ofByModel, query: maxFprQuery },
      responses: { 200: evaluationByModelDetail },
      errors: [...errors],
      async handler({ params, query, user }) {
        const { evaluation } = await accessibleEvaluationOf(deps, user, params.id, params.eid);
        return { body: await describeByModel(deps, evaluation, { model: params.emid, limit: limitOf(query.max_fpr) }) };
      },
    }),
    route({
      ...shared,
      method: "get",
      path: `${EVALUATION_PATH}/download_gzip`,
      summary: "The test rows with the answers of all models, as a compressed CSV file",
      request: { params: ofEvaluation, query: download },
      responses: { 200: null },
      errors: [...errors],
      async handler({ params, query: { encoding, max_fpr }, user, response }) {
        const found = await accessibleEvaluationOf(deps, user, params.id, params.eid);
        await sendEvaluatedRows(deps, found, { readers, encoding, limit: limitOf(max_fpr) }, response);
        return {};
      },
    }),
    route({
      ...shared,
      method: "get",
      path: `${BY_MODEL_PATH}/download_gzip`,
      summary: "The test rows with the answers of one model, as a compressed CSV file",
      request: { params: ofByModel, query: download },
      responses: { 200: null },
      errors: [...errors],
      async handler({ params, query: { encoding, max_fpr }, user, response }) {
        const found = await accessibleEvaluationOf(deps, user, params.id, params.eid);
        await sendEvaluatedRows(deps, found, { readers, encoding, limit: limitOf(max_fpr), model: params.emid }, response);
        return {};
      },
    }),
  ];
}
