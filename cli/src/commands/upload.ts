import { constants, openAsBlob } from "node:fs";
import { access, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { ApiClient, UploadFields } from "@agatha/contracts/client";
import { productType } from "@agatha/contracts/kinds/dataset";
import { textEncoding } from "@agatha/contracts/kinds/source";
import type { Command, ParsedArguments } from "../command.js";
import { CommandFailed, UsageError } from "../command-context.js";
import { firstCause } from "../connection-error.js";
import { parseChoice } from "../parse-arguments.js";
import { waitForDataset } from "../polling.js";
import { openSession } from "../session-file.js";
import { printJson } from "./output.js";

export const upload: Command = {
  operands: ["FILE"],
  description: "Uploads a table (.csv, .xlsx or .xls) as a dataset, and waits until it is ready",
  options: {
    name: { valueName: "NAME", description: "Name of the dataset; made from the file's name when left out" },
    title: { valueName: "TEXT", description: "Title in any script, shown instead of the name; made from the file's name when left out" },
    product: { valueName: "TYPE", description: `One of ${productType.options.join(", ")}` },
    encoding: { valueName: "NAME", description: "Text encoding; detected when left out" },
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

function uploadFields({ name, title, product, encoding, timezone }: ParsedArguments["options"]): UploadFields {
  return {
    name,
    title,
    timezone,
    product_type: product === undefined ? undefined : parseChoice("product", product, productType.options),
    encoding: encoding === undefined ? undefined : parseChoice("encoding", encoding, textEncoding.options),
  };
}
