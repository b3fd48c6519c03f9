import { constants, openAsBlob } from "node:fs";
import { access, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { ApiClient, UploadFields } from "@agatha/contracts/client";
import { productType } from "@agatha/contracts/kinds/dataset";
import { readingOptions } from "@agatha/contracts/kinds/source";
import type { Command, ParsedArguments } from "../command.js";
import { CommandFailed, UsageError } from "../command-context.js";
import { firstCause } from "../connection-error.js";
import { parseChoice, parseWholeNumber } from "../parse-arguments.js";
import { waitForDataset } from "../polling.js";
import { openSession } from "../session-file.js";
import { printJson } from "./output.js";

const { encoding, decimal, dates, header } = readingOptions.shape;
/** Options of reading the file that are one of a few names. */
const CHOICES = { encoding: encoding.unwrap(), decimal: decimal.unwrap(), dates: dates.unwrap(), header: header.unwrap() };

export const upload: Command = {
  operands: ["FILE"],
  description: "Uploads a table (.csv, .xlsx or .xls) as a dataset, and waits until it is ready",
  options: {
    name: { valueName: "NAME", description: "Name of the dataset; made from the file's name when left out" },
    title: { valueName: "TEXT", description: "Title in any script, shown instead of the name; made from the file's name when left out" },
    product: { valueName: "TYPE", description: `One of ${productType.options.join(", ")}` },
    encoding: { valueName: "NAME", description: "Text encoding; detected when left out" },
    delimiter: { valueName: "CHARACTER", description: "Field delimiter of a text file; detected when left out" },
    decimal: { valueName: "MARK", description: "Decimal mark of a text file, one of . and ,; detected when left out" },
    dates: { valueName: "ORDER", description: `What comes first in dates such as 01/02/2020, one of ${CHOICES.dates.options.join(", ")}` },
    header: { valueName: "ROW", description: "none: no row names the columns; first_row when left out" },
    "skip-rows": { valueName: "N", description: "Lines or rows before the names of the columns, which are no part of the table" },
    sheet: { valueName: "NAME", description: "Sheet of a workbook; the first with a table when left out" },
    timezone: { valueName: "ZONE", description: "Time zone of times without one, such as Asia/Taipei" },
    "no-wait": { description: "Ends as soon as the file is stored" },
  },
  async run({ operands: [file = ""], options, flags }, context) {
    const { api } = await openSession(context);
    const { id, name, status } = await uploadFile(api, file, uploadFields(options));
    if (flags.has("no-wait")) return printJson(context, { id, name, status });
    const ready = await waitForDataset(context, api, id);
    printJson(context, {
      id,
      name,
      title: ready.title,
      status: ready.status,
      nrow: ready.nrow,
      columns: ready.columns.map((column) => column.name),
    });
  },
};

/** Reads the file while sending it. */
export async function uploadFile(
  api: ApiClient,
  file: string,
  fields: UploadFields,
): Promise<{ id: string; name: string; status: string }> {
  // For an unreadable file, the errors of openAsBlob and fetch do not state the cause.
  await access(file, constants.R_OK);
  if (!(await stat(file)).isFile()) throw new UsageError(`"${file}" is no file`);
  try {
    return await api.upload(await openAsBlob(file), basename(file), fields);
  } catch (error) {
    const cause = firstCause(error);
    if (!(cause instanceof Error) || cause.name !== "NotReadableError") throw error;
    throw new CommandFailed(`The file "${file}" could not be read, or changed while it was sent: upload it again`);
  }
}

function uploadFields({ product, ...options }: ParsedArguments["options"]): UploadFields {
  const { name, title, timezone, delimiter, sheet, encoding, decimal, dates, header } = options;
  return {
    name,
    title,
    timezone,
    delimiter,
    sheet,
    skip_rows: parseWholeNumber("skip-rows", options["skip-rows"]),
    product_type: product === undefined ? undefined : parseChoice("product", product, productType.options),
    encoding: encoding === undefined ? undefined : parseChoice("encoding", encoding, CHOICES.encoding.options),
    decimal: decimal === undefined ? undefined : parseChoice("decimal", decimal, CHOICES.decimal.options),
    dates: dates === undefined ? undefined : parseChoice("dates", dates, CHOICES.dates.options),
    header: header === undefined ? undefined : parseChoice("header", header, CHOICES.header.options),
  };
}
