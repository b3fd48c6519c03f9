import { z } from "zod";
import { ERRORS } from "../errors/error-catalogue.js";
import { fileFault } from "../errors/file-faults.js";
import { fieldErrorCodes } from "../errors/validation.js";
import { columnType, datasetPhase, datasetShare, productType, profilingStatus, samplingMethod } from "../kinds/dataset.js";
import { displayName, title } from "../kinds/names.js";
import { rowValidation } from "../kinds/row-validation.js";
import { readingOptions, sourceFormat, textEncoding } from "../kinds/source.js";
import { seriesDescription, seriesNames } from "../results/series-description.js";
import { dataCheck, tableColumn } from "../results/table.js";
import { readingFields, readingFormFields } from "./reading-fields.js";
import { cell, errorBody, id, isoDateTime, problem } from "./shared.js";

const datasetName = displayName.clone().register(fieldErrorCodes, { code: ERRORS.datasetName });

/** A column as read from the file, and whether it can mark known anomalies or looks as if it did. */
export const datasetColumn = tableColumn.extend({
  semilabel: z
    .boolean()
    .describe("Whether the column can mark known anomalies: two values, or text that is empty in other rows; enough rows of each."),
  label_like: z
    .boolean()
    .describe(
      "Whether the column looks like labels of anomalies: it has two values and one is rare, or a name such as anomaly, or verdicts such as ok and nok. Outlier detection learns from it only if the request names it.",
    ),
});

export const datasetRole = z
  .enum(["owner", "manager", "editor", "viewer"])
  .describe("The caller's role in the dataset. manager: the dataset is another account's. editor, viewer: it is shared with the caller.");
export type DatasetRole = z.infer<typeof datasetRole>;

export const shareRequest = datasetShare.pick({ role: true });
export const sharesAnswer = z.object({ data: z.array(datasetShare).describe("By account.") });

export const datasetAnswer = z.object({
  id,
  name: z.string(),
  title: z.string().describe("Shown to people, in any script; the name if there is no title."),
  product_type: productType,
  owner: z.string().describe("Id of the owner."),
  owner_name: z.string(),
  role: datasetRole,
  shares: z.array(datasetShare).describe("Accounts that it is shared with; empty for editors and viewers."),
  size: z.int().describe("Bytes of the uploaded file."),
  file_name: z.string(),
  format: sourceFormat,
  nrow: z.int().nullable().describe("Rows in use after sampling; null until parsed."),
  total_rows: z.int().nullable(),
  column_count: z.int().nullable(),
  columns: z.array(datasetColumn).describe("Empty until parsed, and in lists."),
  table_sha256: z
    .string()
    .nullable()
    .describe("Digest of the table of the rows in use, as in a training record; null while there is no table for the present settings."),
  timezone: z.string(),
  encoding: textEncoding.nullable(),
  delimiter: z.string().nullable(),
  decimal: z.enum([".", ","]).nullable(),
  header: readingOptions.shape.header.unwrap(),
  skip_rows: readingOptions.shape.skipRows.unwrap().describe("Lines or rows of the file before its table."),
  sheet: z
    .string()
    .nullable()
    .describe("Sheet of a workbook that was chosen, or else that was read; null for other files, and until parsed."),
  sheets: z.array(z.string()).describe("Sheets of a workbook that are not hidden; empty for other files, until parsed, and in lists."),
  sampling: samplingMethod.nullable().describe("The method in use; null until parsed."),
  sampling_chosen: samplingMethod
    .nullable()
    .describe("The method that somebody chose; null if nobody chose one. A batch then predicts all rows, not the rows in use."),
  status: datasetPhase,
  progress: z.number().min(0).max(1),
  reason: z.string().nullable().describe("Error code of the catalogue when the status ends in _fail."),
  message: z.string().nullable(),
  fault: fileFault.nullable().describe("What is wrong with a file that cannot be read."),
  profiling_status: profilingStatus.nullable().describe("Null until a report is asked for."),
  na_alert: z.boolean().nullable(),
  flagged_columns: z.int().nullable(),
  created_at: isoDateTime,
  updated_at: isoDateTime,
});
export type DatasetAnswer = z.infer<typeof datasetAnswer>;

export const prepareUploadRequest = z.object({
  name: datasetName,
  size: z.int().min(0),
  product_type: productType.default("quality"),
});

/** Text fields that accompany the file in the multipart body. */
export const uploadFields = z.object({
  id: id.optional().describe("From prepare_upload_data."),
  name: datasetName.optional().describe("Made from the file's name when left out."),
  title: title.optional().describe("In any script; the file's name when left out together with the name."),
  product_type: productType.default("quality"),
  ...readingFormFields.shape,
  timezone: z.string().max(64).optional(),
  like: id
    .optional()
    .describe(
      "Id of a dataset with the same columns. This file gets its time zone, its columns of text and the types that its owner chose. What the file leaves open, such as 01/02/2024, is read as in that dataset.",
    ),
  like_model: id
    .optional()
    .describe(
      "Instead of `like`: id of a model that is to predict the rows. The file is read like the model's dataset, and the model's inputs get the types that they had in its training.",
    ),
});
export const uploadAnswer = z.object({ id, name: z.string(), status: datasetPhase });

/** Options of reading a file, to be tried on its beginning. */
export const previewFields = z.object({ ...readingFormFields.shape, timezone: z.string().max(64).optional() });
/** The beginning of a file as it would be read. */
export const filePreview = z.object({
  encoding: textEncoding.nullable().describe("Null for a workbook, as are delimiter and decimal."),
  delimiter: z.string().nullable(),
  decimal: z.enum([".", ","]).nullable(),
  sheets: z.array(z.string()).describe("Sheets of a workbook; empty for other files."),
  sheet: z
    .string()
    .nullable()
    .describe("Sheet that is read. Unless one is chosen: the first visible one with a table, or else with a value."),
  columns: z.array(z.object({ name: z.string(), type: columnType })),
  rows: z.array(z.array(cell)).describe("The first 20 rows."),
  problem: z
    .object({ tukey_error: errorBody.shape.tukey_error, detail: z.array(problem) })
    .nullable()
    .describe("Why the file cannot be read with these options; there are no columns then."),
});
export type FilePreview = z.infer<typeof filePreview>;

/** Changeable fields of a dataset. A change other than of the name rebuilds the table. */
export const datasetPatch = z.object({
  name: datasetName.optional(),
  title: title.optional(),
  sampling: samplingMethod.optional(),
  timezone: z.string().max(64).optional(),
  ...readingFields.shape,
  columns: z
    .array(
      z.object({
        name: z.string().min(1).max(512),
        type: columnType.optional(),
        label: z.string().max(512).optional(),
        hidden: z.boolean().optional(),
      }),
    )
    .max(2000)
    .optional()
    .describe("Columns to be read or shown differently; the others stay as they are."),
});

export const rowsQuery = z.object({
  start: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(10_000).default(10_000),
  sampling: samplingMethod.optional(),
  use_ext_data: z
    .enum(["true", "false"])
    .default("false")
    .describe("Whether the enabled entries of the edit history are applied to the sampled rows."),
});
export const rowsAnswer = z.object({
  data: z.array(z.array(cell)),
  columns: z.array(z.string()),
  start: z.int(),
  limit: z.int(),
  total: z.int().describe("Rows that are available with this sampling, or that the edit history leaves of them."),
});
export type RowsAnswer = z.infer<typeof rowsAnswer>;

export const leakageQuery = z
  .object({
    response: z.string().min(1).max(512),
    model_type: z.enum(["REGRESSION", "CLASSIFICATION"]).describe("What the model to be made does."),
    use_ext_data: rowsQuery.shape.use_ext_data,
    group_columns: z
      .string()
      .transform((text, context) => {
        try {
          return JSON.parse(text) as unknown;
        } catch {
          context.addIssue({ code: "custom", message: 'must be a list as JSON: ["batch"]' });
          return z.NEVER;
        }
      })
      .pipe(rowValidation.shape.groupColumns.unwrap())
      .optional()
      .describe(
        'For a model of new groups: the columns that name the group of a row, as JSON: `["batch"]`. Columns are judged by other groups.',
      ),
    time_column: rowValidation.shape.timeColumn.describe(
      "For a model of later rows: the column that orders the rows in time. Columns are judged by later rows.",
    ),
  })
  .refine(({ group_columns, time_column }) => group_columns === undefined || time_column === undefined, {
    path: ["time_column"],
    message: "cannot be sent with group_columns",
  });
export const leakageAnswer = z.object({
  data: z
    .array(
      z.object({
        code: z
          .enum(["leakage", "among_leaks", "leaks_together"])
          .describe(
            "leakage: its values give the response away. among_leaks: it stands in a run of columns of the same form, and most of these (at least three) give the response away. leaks_together: the response is computed from it and another column.",
          ),
        column: z.string(),
        other: z.string().optional().describe("Of leaks_together: the other column."),
        message: z.string(),
      }),
    )
    .describe(
      "Visible columns that predict the response almost perfectly by themselves, that give a rare class away, that stand among such columns, or from which the response is computed.",
    ),
});
export type LeakageAnswer = z.infer<typeof leakageAnswer>;

export const seriesQuery = z.object({
  time: z.string().min(1).max(512).describe("Column of the times."),
  value: z.string().min(1).max(512).describe("Column of the values."),
  series_column: z.string().min(1).max(512).optional().describe("Column that names the series, if the table has several."),
  series: z.string().max(512).optional().describe("Name of the series to describe; the longest one when left out."),
  use_ext_data: rowsQuery.shape.use_ext_data,
});
export const seriesAnswer = z.object({
  series: seriesNames,
  description: seriesDescription,
});
export type SeriesAnswer = z.infer<typeof seriesAnswer>;

export const dataCheckAnswer = z.object({ status: z.enum(["init", "success"]) }).extend(dataCheck.shape);
export type DataCheckAnswer = z.infer<typeof dataCheckAnswer>;

export const profilingRequest = z.object({
  use_ext_data: z.boolean().default(false).describe("Whether the enabled entries of the edit history are applied first."),
});
export const profilingAnswer = z.object({
  status: profilingStatus.nullable().describe("Null until a report is asked for; then pending, init, and in the end success or fail."),
  report: z.url().nullable().describe("Address of the report, one page of HTML that needs no other file; null until it is made."),
  use_ext_data: z.boolean().nullable(),
  progress: z.number().min(0).max(1),
  reason: z.string().nullable().describe("Error code of the catalogue, or one word, when the status is fail."),
  message: z.string().nullable(),
});
export type ProfilingAnswer = z.infer<typeof profilingAnswer>;

/** Saves a model's clusters as a new dataset. */
export const saveClusterLabelsRequest = z
  .object({
    dataset_name: datasetName.optional().describe("Made from the title when left out."),
    title: title.optional().describe("In any script, shown instead of the name."),
    group_col_name: z
      .string()
      .trim()
      .max(512)
      .regex(/\S/, "Must not be blank")
      .describe("Name of the new column. The dataset must not have a column of this name."),
  })
  .refine(({ dataset_name, title }) => dataset_name !== undefined || title !== undefined, {
    path: ["dataset_name"],
    message: "Is missing: give a name or a title",
  });
export type SaveClusterLabelsRequest = z.infer<typeof saveClusterLabelsRequest>;
