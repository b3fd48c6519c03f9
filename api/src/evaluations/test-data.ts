/** The file that an evaluation compares on. */
import { RejectedBytes, type Resource, type User, validated } from "@agatha/contracts";
import { type prepareTestDataRequest, testDataFields } from "@agatha/contracts/wire";
import type { Request } from "express";
import type { z } from "zod";
import { forget, formatOf, PerhapsNamed, preflight, sourceOf, takeFile } from "../datasets/stored-file.js";
import type { ApiDeps } from "../deps.js";
import { audit } from "../management/audit.js";
import type { EvaluationInDataset } from "./access.js";
import { changeSpec } from "./service.js";

type Evaluation = Resource<"Evaluation">;
type Source = NonNullable<Evaluation["spec"]["testData"]>;

/** Says before the bytes are sent whether they would be taken. Throws InvalidInput (010408) and RejectedBytes. */
export function prepareTestData({ config }: Pick<ApiDeps, "config">, { name, size }: z.output<typeof prepareTestDataRequest>): void {
  formatOf(name, "name");
  if (size > config.maxUploadBytes) throw new RejectedBytes("TooLarge", `the limit is ${config.maxUploadBytes} bytes`);
}

/**
 * Takes the test file, instead of any test rows that there were; the comparison waits to be started. When it throws
 * nothing of the file is left. Throws InvalidInput (fields, a file that cannot be read), RejectedBytes, NotFound (010701).
 */
export async function uploadTestData(
  deps: ApiDeps,
  user: User,
  { evaluation }: EvaluationInDataset,
  request: Request,
): Promise<Evaluation> {
  return await takeFile(deps, evaluation.spec.owner, request, async (stored, sent) => {
    const fields = validated(testDataFields, sent);
    await preflight(deps, stored, fields);
    const { name } = evaluation.metadata;
    await audit(deps, user, { action: "evaluation.upload", target: name, detail: { file: stored.fileName } });
    return await replaceFile(deps, evaluation, sourceOf(stored, fields));
  });
}

async function replaceFile(deps: ApiDeps, evaluation: Evaluation, file: Source): Promise<Evaluation> {
  let before: Source | undefined;
  const changed = await changeSpec(deps, evaluation, ({ testDataset: _, ...spec }) => {
    before = spec.testData;
    return { ...spec, testData: file, suspend: true };
  }).catch(async (error: unknown) => {
    // A connection that broke after the write: then the file must not go.
    const written = await deps.resources.get("Evaluation", evaluation.metadata.name).catch(() => {
      throw new PerhapsNamed(error);
    });
    if (written?.spec.testData?.key === file.key) return written;
    throw error;
  });
  if (before) await forget(deps, before.key);
  return changed;
}
