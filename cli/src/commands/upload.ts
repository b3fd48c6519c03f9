import { constants, openAsBlob } from "node:fs";
import { access, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { ApiClient, UploadFields } from "@agatha/contracts/client";
import { productType } from "@agatha/contracts/kinds/dataset";
import { textEncoding } from "@agatha/contracts/kinds/source";
import { oneOf } from "../arguments.js";
import type { Command, Given } from "../command.js";
import { print } from "../command.js";
import { openSession } from "../session-file.js";
import { readyDataset } from "../waiting.js";
import { UsageError } from "../world.js";

export const upload: Command = {
  operands: ["FILE"],
  about: "Uploads a table (.csv, .xlsx or .xls) as a dataset, and waits until it is ready",
  options: {
    name: { value: "NAME", about: "Name of the dataset; made from the file's name when left out" },
    product: { value: "TYPE", about: `One of ${productType.options.join(", ")}` },
    encoding: { value: "NAME", about: "Text encoding; detected when left out" },
    timezone: { value: "ZONE", about: "Time zone of times without one, such as Asia/Taipei" },
    "no-wait": { about: "Ends as soon as the file is stored" },
  },
  async run({ operands: [file = ""], options, flags }, world) {
    const { api } = await openSession(world);
    const { id, name, status } = await sendFile(api, file, fieldsOf(options));
    if (flags.has("no-wait")) return print(world, { id, name, status });
    const ready = await readyDataset(world, api, id);
    print(world, { id, name, status: ready.status, nrow: ready.nrow, columns: ready.columns.map((column) => column.name) });
  },
};

/** The file is read while it is sent, not before. */
export async function sendFile(api: ApiClient, file: string, fields: UploadFields): Promise<{ id: string; name: string; status: string }> {
  // Of what cannot be read, openAsBlob and what sends it say nothing but that.
  await access(file, constants.R_OK);
  if (!(await stat(file)).isFile()) throw new UsageError(`"${file}" is no file`);
  return await api.upload(await openAsBlob(file), basename(file), fields);
}

function fieldsOf({ name, product, encoding, timezone }: Given["options"]): UploadFields {
  return {
    name,
    timezone,
    product_type: product === undefined ? undefined : oneOf("product", product, productType.options),
    encoding: encoding === undefined ? undefined : oneOf("encoding", encoding, textEncoding.options),
  };
}
