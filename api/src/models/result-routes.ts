import { pipeline } from "node:stream/promises";
import {
  COLLECTIONS,
  ERRORS,
  type HeldOutPredictions,
  heldOutPredictions,
  type Resource,
  type TableColumn,
  thresholdChoiceFor,
} from "@agatha/contracts";
import { maxFprQuery, modelColumnsAnswer, modelGraphAnswer, modelInfoAnswer } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { parseJsonStream } from "../json/parse-json-stream.js";
import { loadModelInfo, trainedArtifact } from "../serving/trained-model.js";
import { accessibleModel } from "./access.js";
import { inputColumns } from "./input-columns.js";
import { applyThreshold, infoAtMaxFpr, parseMaxFpr } from "./max-fpr.js";
import { MODEL_PATH, modelParams } from "./routes.js";

const tag = "Models";

/** Routes for a trained model's results. */
export function resultRoutes(deps: ApiDeps): Route[] {
  const common = {
    method: "get",
    access: "user",
    tag,
    request: { params: modelParams },
    errors: [ERRORS.datasetNotFound, ERRORS.modelNotFound, ERRORS.modelNotTrained],
  } as const;
  const limited = { request: { params: modelParams, query: maxFprQuery } } as const;
  return [
    defineRoute({
      ...common,
      ...limited,
      path: `${MODEL_PATH}/info`,
      summary: "Figures, importance, errors and warnings of a trained model",
      responses: { 200: modelInfoAnswer },
      async handler({ params, query, user }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        return { body: infoAtMaxFpr((await loadModelInfo(deps, model)).info, parseMaxFpr(query.max_fpr)) };
      },
      errors: [...common.errors],
    }),
    defineRoute({
      ...common,
      path: `${MODEL_PATH}/graph`,
      summary: "Columns, algorithms and answer of a trained model as a graph",
      responses: { 200: modelGraphAnswer },
      async handler({ params, user }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        return { body: (await loadModelInfo(deps, model)).graph };
      },
      errors: [...common.errors],
    }),
    defineRoute({
      ...common,
      path: `${MODEL_PATH}/columns`,
      summary: "What a trained model has to be asked with: its inputs, their columns, ranges and importance",
      responses: { 200: modelColumnsAnswer },
      async handler({ params, user }) {
        const { model, dataset } = await accessibleModel(deps, user, params.id, params.mid);
        const { info } = await loadModelInfo(deps, model);
        return { body: { data: inputColumns(info, await tableColumns(deps, dataset)) } };
      },
      errors: [...common.errors],
    }),
    defineRoute({
      ...common,
      ...limited,
      path: `${MODEL_PATH}/preds`,
      summary:
        "The held-out predictions that the figures were made from; for another limit, flagged by the threshold that the model has for it",
      responses: { 200: heldOutPredictions },
      async handler({ params, query, user, response }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        const maxFpr = parseMaxFpr(query.max_fpr);
        if (maxFpr !== undefined && model.spec.type === "OCC") return { body: await predictionsAtMaxFpr(deps, model, maxFpr) };
        const { predictions: key } = trainedArtifact(model);
        // Damage is told in words as long as no byte is sent.
        await deps.objects.verify(key);
        const predictions = await deps.objects.get(key);
        response.status(200).type("application/json");
        await pipeline(predictions, response);
        return {};
      },
      errors: [...common.errors],
    }),
  ];
}

/** Returns the table's columns, or none while the dataset is parsed again: the model still has its columns' names. */
async function tableColumns({ documents }: ApiDeps, { status }: Resource<"Dataset">): Promise<TableColumn[]> {
  const found = status?.table && (await documents.collection(COLLECTIONS.tables).get(status.table.document));
  return found?.table.columns ?? [];
}

async function predictionsAtMaxFpr(deps: ApiDeps, model: Resource<"Model">, maxFpr: number): Promise<HeldOutPredictions> {
  const { outlier } = (await loadModelInfo(deps, model)).info;
  const predictions = (await parseJsonStream(await deps.objects.get(trainedArtifact(model).predictions))) as HeldOutPredictions;
  return {
    ...predictions,
    prediction: applyThreshold(predictions.prediction, thresholdChoiceFor(outlier?.choices ?? [], maxFpr)?.threshold),
  };
}
