import { buffer } from "node:stream/consumers";
import { ERRORS, titleOf } from "@agatha/contracts";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { nameAttachment } from "../http/attachment.js";
import { defineRoute, type Route } from "../http/route.js";
import { trainedArtifact } from "../serving/trained-model.js";
import { accessibleModel } from "./access.js";
import type { ModelConverter } from "./model-converter.js";
import { MODEL_PATH, modelParams } from "./routes.js";

const query = z.object({
  format: z
    .enum(["onnx", "tfjs"])
    .default("onnx")
    .describe(
      "onnx: for ONNX Runtime and other programs. Its label follows the model's decision, `probabilities` are the same without. " +
        "Each column is an input of its name; where a column is named as an output, the output has a number behind its name: `value_1`. " +
        "tfjs: a ZIP archive of model.json and weights.bin, which loadLayersModel of TensorFlow.js reads; for models of one DNN or AENN. " +
        "Its input is one row of numbers for each row asked about. `inputs` of the model's user-defined metadata lists these numbers in " +
        "their order: a number; 1 or 0 for a level of a text column; days since a date, month, weekday or hour of a time in UTC; " +
        "`missing` is the number for a missing value. Its output is `value`, `probabilities` in the order of `labels`, or `score`, which " +
        "is an anomaly above `threshold`. A decision is no part of it.",
    ),
});

const FILES: Record<z.infer<typeof query>["format"], { contentType: string; extension: string }> = {
  onnx: { contentType: "application/octet-stream", extension: "onnx" },
  tfjs: { contentType: "application/zip", extension: "tfjs.zip" },
};

/** Routes for the trained model as a file. */
export function exportRoutes(deps: ApiDeps, convertModel: ModelConverter): Route[] {
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
        const artifact = await buffer(await deps.objects.get(trainedArtifact(model).key));
        const { contentType, extension } = FILES[format];
        const file = await convertModel({ format, artifact, decision: model.spec.decision });
        nameAttachment(response, `${titleOf(model)}.${extension}`);
        response.set("Content-Type", contentType);
        response.end(file);
        return {};
      },
    }),
  ];
}
