/** Everything that a training depends on. The same record gives the same artifact, byte for byte. */
import { z } from "zod";
import { editStepSpec } from "../edit-steps/index.js";
import { samplingMethod } from "../kinds/dataset.js";
import { sha256 } from "../kinds/meta.js";
import { modelRecipe } from "../kinds/recipe.js";

/** Fields of a Model's spec that define what the model learns, including the seed, with the steps of its extraction in full. */
const trainingRecipe = modelRecipe.extend({ extraction: z.array(editStepSpec).optional() });

/** Version of every part of the product. It increases when an algorithm gives a different model for the same training. */
export const AGATHA_VERSION = "0.1.0";

const trainingVersions = z.object({
  agatha: z.string().max(64).describe("Version of Agatha, and with it of every algorithm."),
  artifact: z.int().describe("Version of the artifact's format."),
  node: z.string().max(64).describe("Version of Node.js, whose arithmetic the figures come from."),
});

export const trainingRecord = z.object({
  /** Digest of the table's bytes (Parquet). */
  table_sha256: sha256,
  /** Sampling of the table's rows in use, and their number. */
  sampling: samplingMethod,
  rows: z.int().min(0),
  timezone: z.string(),
  recipe: trainingRecipe,
  versions: trainingVersions,
});
export type TrainingRecord = z.infer<typeof trainingRecord>;
