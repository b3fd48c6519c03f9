/** Layers of algorithms that a model consists of. */
import { z } from "zod";
import { ERRORS } from "../errors/error-catalogue.js";
import { fieldErrorCodes } from "../errors/validation.js";

export const rotation = z.enum(["none", "pca", "dobin"]).register(fieldErrorCodes, { code: ERRORS.rotationNotFound });

const modelNode = z
  .object({
    algorithm: z.string().min(1).max(32).describe("Name of the algorithm, such as XGB."),
    columns: z
      .array(z.string().min(1).max(512))
      .max(2000)
      .optional()
      .describe(
        "Columns that this node learns from; the model's columns when left out. A node of a later layer may have none: it then learns from the layers before alone.",
      ),
    params: z
      .record(z.string().max(64), z.union([z.number(), z.string(), z.boolean()]))
      .meta({ maxProperties: 64 })
      .optional()
      .describe("Parameters of the algorithm; its defaults where left out."),
    rotation: rotation.optional().describe("Change of basis before an outlier detector."),
  })
  .describe("One algorithm on its own columns.");
export type ModelNode = z.infer<typeof modelNode>;

export const modelLayer = z
  .object({ nodes: z.array(modelNode).min(1).max(10).describe("The algorithms of this layer.") })
  .describe("Nodes that learn from the columns and from the layers before.");
