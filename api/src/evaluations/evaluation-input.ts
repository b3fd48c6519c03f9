/** The file that an evaluation compares on. */
import { RejectedBytes, type Resource, type User, validate } from "@agatha/contracts";
import { evaluationInputFields, type prepareEvaluationInputRequest } from "@agatha/contracts/wire";
import type { Request } from "express";
import type { z } from "zod";
import { recordAudit } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { CommitUnknown, deleteStoredFile, preflight, sourceFileOf, sourceFormatOf, storeUploadedFile } from "../uploads/stored-file.js";
import type { EvaluationInDataset } from "./access.js";
import { updateSpec } from "./service.js";

type Evaluation = Resource<"Evaluation">;
type Source = NonNullable<Evaluation["spec"]["testData"]>;

/** Says before the bytes are sent whether they would be taken. Throws InvalidInput (unsupportedFileExtension) and RejectedBytes. */
export function checkEvaluationInput(
  { config }: Pick<ApiDeps, "config">,
  { name, size }: z.output<typeof prepareEvaluationInputRequest>,
): void {
  sourceFormatOf(name, "name");
  if (size > config.maxUploadBytes) throw new RejectedBytes("TooLarge", `the limit is ${config.maxUploadBytes} bytes`);
}

/**
 * Takes the test file, instead of any test rows that there were; the comparison waits to be started. When it throws
 * nothing of the file is left. Throws InvalidInput (fields, a file that cannot be read), RejectedBytes, NotFound (evaluationNotFound).
 */
export async function uploadEvaluationInput(
  deps: ApiDeps,
  user: User,
  { evaluation }: EvaluationInDataset,
  request: Request,
): Promise<Evaluation> {
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
    // A connection that broke after the write: then the file must not go.
    const written = await deps.resources.get("Evaluation", evaluation.metadata.name).catch(() => {
      throw new CommitUnknown(error);
    });
    if (written?.spec.testData?.key === file.key) return written;
    throw error;
  });
  if (before) await deleteStoredFile(deps, before.key);
  return changed;
}
