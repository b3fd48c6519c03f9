import { z } from "zod";
import { fileFault } from "../errors/file-faults.js";
import { conditions, currentTask, editStepsRef, objectKey, observedGeneration, retried, sha256, specFingerprint } from "./meta.js";
import { displayName, title } from "./names.js";
import { datasetSource, readLike, storedSourceFile } from "./source.js";

export const productType = z.enum(["occ", "quality", "opt", "timeseries"]);
export type ProductType = z.infer<typeof productType>;

export const columnType = z.enum(["n", "s", "d"]);
/** n: number, s: string, d: date-time. */
export type ColumnType = z.infer<typeof columnType>;

export const samplingMethod = z.enum(["raw", "random", "head", "middle", "tail"]);
export type SamplingMethod = z.infer<typeof samplingMethod>;

const columnOverride = z
  .object({
    name: z.string().min(1).max(512).describe("The column's name in the file."),
    type: columnType.optional().describe("Read the column as n (number), s (string) or d (date-time) instead of the type found."),
    label: z.string().max(512).optional().describe("Shown instead of the name."),
    hidden: z.boolean().optional().describe("Left out of the console's table and of new models."),
  })
  .describe("How one column differs from what was found in the file.");

export const shareRole = z.enum(["viewer", "editor"]);
/** viewer: reads. editor: also changes what the dataset contains, and trains models. */
export type ShareRole = z.infer<typeof shareRole>;

export const SHARE_LIMIT = 100;
export const datasetShare = z.object({
  account: z.string().min(1).max(64).describe("Name of the account."),
  role: shareRole.describe("viewer reads the dataset and its models; editor also edits and trains."),
});
export type DatasetShare = z.infer<typeof datasetShare>;

export const datasetSpec = z
  .object({
    displayName: displayName.describe("Name shown to people, unique among its owner's datasets."),
    title: title.optional().describe("Title in any script, shown instead of the name."),
    owner: z.string().min(1).max(128).describe("Id of the user who owns the dataset."),
    visibility: z
      .enum(["private", "shared"])
      .optional()
      .describe("private (the default): only the owner and managers see the dataset. shared: the accounts of shares do too."),
    shares: z.array(datasetShare).max(SHARE_LIMIT).optional().describe("Accounts that a shared dataset is shared with."),
    productType: productType.default("quality").describe("The area of the product that the dataset belongs to."),
    source: datasetSource,
    timezone: z.string().max(64).default("UTC").describe("IANA time zone of times without an offset."),
    sampling: samplingMethod
      .optional()
      .describe(
        "Which 10,000 rows of a longer table are used. The default is random. For time series and smaller tables it is raw, which means all rows.",
      ),
    columns: z.array(columnOverride).max(2000).default([]).describe("Columns that are to be read or shown differently."),
    like: readLike.optional(),
    profiling: z
      .object({
        request: z.string().min(1).max(64).describe("Any text that identifies the request. The report is made again when it changes."),
        extraction: editStepsRef.optional().describe("Id of the edit steps to apply to the rows first. The steps of an id never change."),
      })
      .optional()
      .describe("Make a profiling report of the rows in use, and make it again whenever the table changes."),
  })
  .describe("What the owner wants the dataset to be.");
export type DatasetSpec = z.infer<typeof datasetSpec>;

/** Returns the role of an account that the dataset is shared with, or undefined. */
export function sharedRole({ spec }: { spec: Pick<DatasetSpec, "visibility" | "shares"> }, username: string): ShareRole | undefined {
  return spec.visibility === "shared" ? spec.shares?.find(({ account }) => account === username)?.role : undefined;
}

/** Upload states of the specification, section 4. */
export const datasetPhase = z.enum([
  "init",
  "prepare_upload_finish",
  "uploading",
  "uploading_fail",
  "preprocess",
  "preprocess_fail",
  "preprocess_finish",
  "evaluating",
  "evaluating_fail",
  "evaluating_finish",
  "semilabel_check_fail",
]);
export type DatasetPhase = z.infer<typeof datasetPhase>;

export const profilingStatus = z.enum(["pending", "init", "success", "fail"]);
/** pending: the report waits for the data check or for a slot. init: the report is being made. */
export type ProfilingStatus = z.infer<typeof profilingStatus>;

const storedTable = z.object({
  key: objectKey.describe("Key of the Parquet file in the object store."),
  sha256: sha256.describe("Digest of the Parquet file."),
  document: z.string().max(128).describe("Id of the document that describes the columns."),
  fingerprint: z.string().max(64).describe("Digest of everything the table was made from."),
  rowsFingerprint: z.string().max(64).optional().describe("Digest of the same without labels and hidden columns, which change no row."),
});

export const datasetStatus = z
  .object({
    observedGeneration,
    phase: datasetPhase.optional().describe("State of the dataset, from upload to ready (evaluating_finish)."),
    /** Rows in use after sampling, and all rows of the file. */
    nrow: z.int().min(0).optional().describe("Rows in use, after sampling."),
    totalRows: z.int().min(0).optional().describe("Rows in the file."),
    columnCount: z.int().min(0).optional().describe("Columns in the file."),
    source: storedSourceFile.optional(),
    table: storedTable
      .extend({
        sampled: z.boolean().optional().describe("Whether the file is long and the table has only the random sample in use."),
      })
      .optional()
      .describe("The parsed table."),
    whole: storedTable.optional().describe("The table of all rows, if the other table has a sample of them."),
    check: z
      .object({
        document: z.string().max(128).describe("Id of the document with the data check."),
        naAlert: z.boolean().describe("Whether columns with too many missing values were found."),
        flaggedColumns: z.int().min(0).describe("Columns with at least one flag."),
      })
      .optional()
      .describe("Summary of the data check."),
    profilingStatus: profilingStatus.optional().describe("State of the profiling report."),
    profile: z
      .object({
        fingerprint: z.string().max(64).describe("Digest of what was asked for, and of the table."),
        report: objectKey.optional().describe("Key of the report's content in the object store; absent if it failed."),
        reason: z
          .string()
          .max(64)
          .optional()
          .describe("Why there is no report: an error code of the catalogue, or one word of the platform's."),
        message: z.string().max(1024).optional().describe("What went wrong and what to do."),
      })
      .optional()
      .describe("The last requested profiling report, once it is made or has failed."),
    fingerprint: specFingerprint,
    task: currentTask,
    attempts: z.int().min(0).optional().describe("How often the present step was started."),
    reason: z
      .string()
      .max(64)
      .optional()
      .describe("Why the dataset failed: an error code of the catalogue, or one word of the platform's."),
    message: z.string().max(1024).optional().describe("What went wrong and what to do."),
    fault: fileFault.optional().describe("What is wrong with the file, for a text in the reader's language."),
    retried,
    conditions: conditions.optional(),
  })
  .describe("What the operator has seen and done.");
export type DatasetStatus = z.infer<typeof datasetStatus>;
