/** Test file of an evaluation. */
import { RejectedBytes, type Resource, Unavailable, type User, validate } from "@agatha/contracts";
import { evaluationInputFields, type prepareEvaluationInputRequest } from "@agatha/contracts/wire";
import type { Request } from "express";
import type { z } from "zod";
import { recordAudit } from "../audit/record-audit.js";
import { requireDatasetProduct } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { CommitUnknown, preflight, sourceFileOf, sourceFormatOf, storeUploadedFile } from "../uploads/stored-file.js";
import { deleteStoredFile } from "../uploads/upload-in-progress.js";
import type { EvaluationInDataset } from "./access.js";
import { updateSpec } from "./service.js";

type Evaluation = Resource<"Evaluation">;
type Source = NonNullable<Evaluation["spec"]["testData"]>;

/** Checks before the upload whether the file would be accepted. Throws InvalidInput (unsupportedFileExtension) and RejectedBytes. */
export function checkEvaluationInput(
  { config }: Pick<ApiDeps, "config">,
  { name, size }: z.output<typeof prepareEvaluationInputRequest>,
): void {
  sourceFormatOf(name, "name");
  if (size > config.maxUploadBytes) throw new RejectedBytes("TooLarge", `the limit is ${config.maxUploadBytes} bytes`);
}

/**
 * Stores the test file in place of any earlier test rows; the evaluation then waits for its start. On errors nothing of the file
 * remains. Throws InvalidInput (fields, unreadable file), RejectedBytes and NotFound (evaluationNotFound).
 */
export async function uploadEvaluationInput(
  deps: ApiDeps,
  user: User,
  { evaluation, dataset }: EvaluationInDataset,
  request: Request,
): Promise<Evaluation> {
  await requireDatasetProduct(deps, user, dataset);
  return await storeUploadedFile(deps, evaluation.spec.owner, request, async (stored, sent) => {
    const fields = validate(evaluationInputFields, sent);
    await preflight(deps, stored, fields);
    const { name } = evaluation.metadata;
    await recordAudit(deps, user, { action: "evaluation.upload", target: name, detail: { file: stored.fileName } });
    return await replaceInputFile(deps, evaluation, sourceFileOf(stored, fields));
  });
}

async function replaceInputFile(deps: ApiDeps, evaluation: Evaluation, file: Source): Promise<Evaluation> {
  let before: Source | undefined;
  const changed = await updateSpec(deps, evaluation, ({ testDataset: _, ...spec }) => {
    before = spec.testData;
    return { ...spec, testData: file, suspend: true };
  }).catch(async (error: unknown) => {
    // If the connection broke after the write, the file must stay.
    const written = await deps.resources.get("Evaluation", evaluation.metadata.name).catch(() => {
      throw new CommitUnknown(error);
    });
    if (written?.spec.testData?.key === file.key) return written;
    throw error instanceof Unavailable ? new CommitUnknown(error) : error;
  });
  if (before) await deleteStoredFile(deps, before.key);
  return changed;
}
