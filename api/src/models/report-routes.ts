import { ERRORS, type Resource, titleOf } from "@agatha/contracts";
import { modelStudioAnswer, reportQuery } from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { publicUrl } from "../http/public-url.js";
import { defineRoute, type Route } from "../http/route.js";
import { graphPage, reportPage } from "../report/page.js";
import type { ChosenMetric } from "../report/sections/metrics.js";
import { loadModelInfo } from "../serving/trained-model.js";
import { accessibleModel } from "./access.js";
import { automaticTrainingOf } from "./automatic-training-of.js";
import { MODEL_PATH, modelParams } from "./routes.js";

const html = z.string().meta({ contentMediaType: "text/html" });

/** Returns the figure to expect of a model that an automatic training chose among several; undefined for others. */
async function chosenMetric(deps: ApiDeps, model: Resource<"Model">): Promise<ChosenMetric | undefined> {
  const { bestModel, expected } = (await automaticTrainingOf(deps, model))?.status ?? {};
  return expected && bestModel === model.metadata.name ? { expected, heldOutBy: model.status?.heldOutBy } : undefined;
}

/** Routes for a trained model's report pages. */
export function reportRoutes(deps: ApiDeps): Route[] {
  const common = { method: "get", access: "user", tag: "Models", request: { params: modelParams }, responses: { 200: html } } as const;
  const page = { ...common, request: { params: modelParams, query: reportQuery } } as const;
  return [
    defineRoute({
      ...page,
      path: `${MODEL_PATH}/report`,
      summary: "Everything that a trained model tells, as one page without scripts",
      errors: [ERRORS.datasetNotFound, ERRORS.modelNotFound, ERRORS.modelNotTrained],
      async handler({ params, query: { language }, user, response }) {
        const { model, dataset } = await accessibleModel(deps, user, params.id, params.mid);
        const { info, graph } = await loadModelInfo(deps, model);
        const trainedAt = model.status?.finishedAt ?? null;
        const titles = { name: titleOf(model), dataset: titleOf(dataset) };
        const beforeDecision = model.spec.decision !== undefined;
        const chosen = await chosenMetric(deps, model);
        const { timezone } = dataset.spec;
        response.type("html").send(reportPage({ ...titles, timezone, trainedAt, info, graph, beforeDecision, chosen }, language));
        return {};
      },
    }),
    defineRoute({
      ...common,
      path: `${MODEL_PATH}/studio`,
      summary: "Whether the report is there, and its address",
      responses: { 200: modelStudioAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.modelNotFound],
      async handler({ params, user, request }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        const { phase: status = "init", reason = null, message = null } = model.status ?? {};
        const path = `${publicUrl(request, deps.config)}/agatha/datasets/${params.id}/models/${params.mid}/report/`;
        return { body: { status, link: status === "success" ? path : null, reason, message } };
      },
    }),
    defineRoute({
      ...page,
      path: `${MODEL_PATH}/graph_html`,
      summary: "Columns, algorithms and answer of a trained model as a picture",
      errors: [ERRORS.datasetNotFound, ERRORS.modelNotFound, ERRORS.modelNotTrained],
      async handler({ params, query: { language }, user, response }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        const { graph } = await loadModelInfo(deps, model);
        response.type("html").send(graphPage({ name: titleOf(model), graph }, language));
        return {};
      },
    }),
  ];
}
