import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { type ClassDecision, ERRORS, InvalidInput, titleOf } from "@agatha/contracts";
import pLimit from "p-limit";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { nameAttachment } from "../http/attachment.js";
import { defineRoute, type Route } from "../http/route.js";
import { trainedArtifact } from "../serving/trained-model.js";
import { accessibleModel } from "./access.js";
import type { ExportAnswer, ExportTask } from "./export-thread.js";
import { MODEL_PATH, modelParams } from "./routes.js";

const query = z.object({
  format: z
    .enum(["onnx", "tfjs", "model"])
    .default("onnx")
    .describe(
      "onnx: for ONNX Runtime and other programs. Its label follows the model's decision, `probabilities` are the same without. " +
        "tfjs: a ZIP archive of model.json and weights.bin, which loadLayersModel of TensorFlow.js reads; for models of one DNN or AENN. " +
        "Its input is one row of numbers for each row asked about. `inputs` of the model's user-defined metadata lists these numbers in " +
        "their order: a number; 1 or 0 for a level of a text column; days since a date, month, weekday or hour of a time in UTC; " +
        "`missing` is the number for a missing value. Its output is `value`, `probabilities` in the order of `labels`, or `score`, which " +
        "is an anomaly above `threshold`. A decision is no part of it. " +
        "model: Agatha's own file, as it was trained, without a decision.",
    ),
});

interface ExportFormat {
  contentType: string;
  extension: string;
  fromArtifact(artifact: Uint8Array, decision?: ClassDecision): Promise<Uint8Array>;
}

/** Models that are converted at the same time. */
const conversions = pLimit(2);

/** Returns a function that converts a model in a thread of its own. */
const convertTo = (format: ExportTask["format"]) => (artifact: Uint8Array, decision?: ClassDecision) =>
  conversions(async () => {
    const workerData: ExportTask = { format, artifact, decision };
    const [answer] = (await once(new Worker(new URL("export-thread.js", import.meta.url), { workerData }), "message")) as [ExportAnswer];
    if ("refused" in answer) throw new InvalidInput(answer.refused.code, answer.refused.problems);
    return answer.file;
  });

const FORMATS: Record<z.infer<typeof query>["format"], ExportFormat> = {
  onnx: { contentType: "application/octet-stream", extension: "onnx", fromArtifact: convertTo("onnx") },
  tfjs: { contentType: "application/zip", extension: "tfjs.zip", fromArtifact: convertTo("tfjs") },
  model: { contentType: "application/octet-stream", extension: "model", fromArtifact: async (artifact) => artifact },
};

/** Routes for the trained model as a file. */
export function exportRoutes(deps: ApiDeps): Route[] {
  return [
    defineRoute({
      method: "get",
      path: `${MODEL_PATH}/export`,
      access: "user",
      summary: "The trained model as a file that other programs can run",
      tag: "Models",
      request: { params: modelParams, query },
      responses: { 200: null },
      errors: [ERRORS.datasetNotFound, ERRORS.modelNotFound, ERRORS.modelNotTrained],
      async handler({ params, query: { format }, user, response }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        const bytes = await buffer(await deps.objects.get(trainedArtifact(model).key));
        const { contentType, extension, fromArtifact } = FORMATS[format];
        const file = await fromArtifact(bytes, model.spec.decision);
        nameAttachment(response, `${titleOf(model)}.${extension}`);
        response.set("Content-Type", contentType);
        response.end(file);
        return {};
      },
    }),
  ];
}
