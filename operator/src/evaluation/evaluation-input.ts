import {
  type DatasetSpec,
  ERRORS,
  effectiveSampling,
  isMarkedDeleted,
  type Resource,
  type SamplingMethod,
  samplingForModels,
  tableForSampling,
} from "@agatha/contracts";
import { fingerprintOf, isTableCurrent } from "@agatha/contracts/tasks/fingerprint";
import { evaluationLines } from "./evaluation-lines.js";

/** Current objects that the evaluation refers to. */
export interface ResolvedReferences {
  dataset: Resource<"Dataset"> | undefined;
  inputDataset: Resource<"Dataset"> | undefined;
  /** Models by name; deleted models are absent. */
  models: ReadonlyMap<string, Resource<"Model">>;
}

/** Rows for the comparison. */
export type EvaluationInput =
  | { is: "none" }
  | { is: "waiting" }
  | { is: "failed"; reason: string; message: string }
  /** A file that has to be parsed first. */
  | { is: "unparsed"; fingerprint: string; dataset: Resource<"Dataset"> }
  | {
      is: "ready";
      fingerprint: string;
      key: string;
      document: string;
      sampling: SamplingMethod;
      trainingDocument: string;
      timezone: string;
      /** Id of the steps to apply to the rows. */
      extraction: string | undefined;
    };

/**
 * Returns the rows for the comparison. It needs the columns of the training data, so it waits until the dataset is parsed. Pure
 * function.
 */
export function evaluationInput(evaluation: Resource<"Evaluation">, references: ResolvedReferences): EvaluationInput {
  const { spec, status } = evaluation;
  const { dataset, inputDataset } = references;
  const samplingOf = samplingFor(evaluation, references.models);
  if (spec.testData === undefined && spec.testDataset === undefined) return { is: "none" };
  const extraction = spec.useExtraction ? spec.extraction : undefined;
  if (spec.useExtraction && extraction === undefined) return { is: "failed", reason: ERRORS.badRequest, message: MISSING_EDIT_STEPS };
  if (!dataset || dataset.metadata.deletionTimestamp)
    return failedInput("The dataset is gone. Upload it again, and make the evaluation anew.");
  const trainingDocument = dataset.status?.table?.document;
  if (trainingDocument === undefined) return { is: "waiting" };
  const { timezone } = dataset.spec;
  if (spec.testData !== undefined) {
    const fingerprint = fingerprintOf([spec.testData, timezone]);
    if (status?.table?.fingerprint !== fingerprint) return { is: "unparsed", fingerprint, dataset };
    const { key, document, totalRows } = status.table;
    const { productType } = dataset.spec;
    const usual = effectiveSampling({ productType }, totalRows);
    const rowsBy = (sampling: SamplingMethod) =>
      editedRowsFingerprint(sampling === usual ? fingerprint : fingerprintOf([fingerprint, sampling]), { extraction, timezone });
    const sampling = samplingOf({ productType }, totalRows, rowsBy("raw"));
    return { is: "ready", fingerprint: rowsBy(sampling), key, document, sampling, trainingDocument, timezone, extraction };
  }
  return inputFromDataset(inputDataset, samplingOf, { trainingDocument, timezone, extraction });
}

type SamplingOf = (spec: Pick<DatasetSpec, "productType" | "sampling">, totalRows: number, allRows: string) => SamplingMethod;

/**
 * Returns the sampling of the test rows. `allRows` is the fingerprint that all rows of the table have. Unless somebody chose a sample,
 * figures of all rows do not become those of a random one when the model that needed all rows is gone.
 */
function samplingFor(evaluation: Resource<"Evaluation">, models: ResolvedReferences["models"]): SamplingOf {
  const specs = [...models.values()].map(({ spec }) => spec);
  const hasFiguresOf = (rows: string) => evaluationLines(evaluation, models, rows).completed.some(({ result }) => result !== undefined);
  return (spec, totalRows, allRows) => {
    const sampling = samplingForModels(spec, totalRows, specs);
    return sampling === "random" && spec.sampling === undefined && hasFiguresOf(allRows) ? "raw" : sampling;
  };
}

type TrainingContext = Pick<Extract<EvaluationInput, { is: "ready" }>, "trainingDocument" | "timezone" | "extraction">;

/** The same table has other rows with other steps, or with the same steps in another time zone. */
const editedRowsFingerprint = (table: string, { extraction, timezone }: Pick<TrainingContext, "extraction" | "timezone">): string =>
  extraction === undefined ? table : fingerprintOf([table, extraction, timezone]);

function inputFromDataset(
  testDataset: ResolvedReferences["inputDataset"],
  samplingOf: SamplingOf,
  training: TrainingContext,
): EvaluationInput {
  if (!testDataset || testDataset.metadata.deletionTimestamp) {
    return failedInput("The dataset with the test rows is gone. Choose another one, and make the evaluation anew.");
  }
  const { spec, status = {} } = testDataset;
  const { table, phase, reason = ERRORS.datasetUploadFailed, message = "" } = status;
  if (isMarkedDeleted(testDataset) && !table)
    return failedInput("The dataset with the test rows was deleted. Undo that, or choose another one.");
  if (phase === "preprocess_fail") return { is: "failed", reason, message: `The test rows could not be read. ${message}`.trim() };
  if (!table || !isTableCurrent(testDataset) || table.fingerprint !== status.fingerprint) return { is: "waiting" };
  const rowsBy = (sampling: SamplingMethod) => editedRowsFingerprint(fingerprintOf([table.fingerprint, sampling]), training);
  const sampling = samplingOf(spec, status.totalRows ?? 0, rowsBy("raw"));
  const rows = tableForSampling(testDataset, sampling);
  if (!rows) return { is: "waiting" };
  return { is: "ready", fingerprint: rowsBy(sampling), key: rows.key, document: rows.document, sampling, ...training };
}

const MISSING_EDIT_STEPS = "It is not said which extraction is applied. Name its steps in extraction, or set useExtraction to false.";
const failedInput = (message: string): EvaluationInput => ({ is: "failed", reason: ERRORS.datasetNotFound, message });
