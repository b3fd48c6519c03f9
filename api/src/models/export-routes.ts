import { buffer } from "node:stream/consumers";
import { ERRORS } from "@agatha/contracts";
import { exportOnnx } from "@agatha/trainer/serving";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { trainedArtifact } from "../serving/trained-model.js";
import { accessibleModel } from "./access.js";
import { MODEL_PATH, modelParams } from "./routes.js";

const query = z.object({
  format: z
    .enum(["onnx", "model"])
    .default("onnx")
    .describe("onnx: for ONNX Runtime and other programs. model: Agatha's own file, as it was trained."),
});

/** The trained model as a file. */
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
        const file = format === "onnx" ? Buffer.from(await exportOnnx(bytes)) : bytes;
        response.set("Content-Type", "application/octet-stream");
        response.set("Content-Disposition", `attachment; filename="${model.spec.displayName}.${format}"`);
        response.end(file);
        return {};
      },
    }),
  ];
}
