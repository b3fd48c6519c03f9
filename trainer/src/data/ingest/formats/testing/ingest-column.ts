import { type IngestRequest, ingestBytes } from "../../../../tasks/steps/testing/run-ingest.js";

/** Ingests one column of quoted values from a file with this `delimiter`, and returns its type and cells. */
export async function ingestColumn(
  values: readonly string[],
  { delimiter = "\t", ...request }: IngestRequest & { delimiter?: string } = {},
) {
  const lines = values.map((value) => `"${value}"${delimiter}"x"`);
  const { types, rows } = await ingestBytes(`"v"${delimiter}"w"\n${lines.join("\n")}\n`, request);
  return { type: types[0], values: rows.data.map(([value]) => value) };
}

export const text = (values: readonly string[]) => ({ type: "s", values });
export const numbers = (...values: (number | null)[]) => ({ type: "n", values });
export const times = (...values: (string | null)[]) => ({ type: "d", values: values.map((value) => value && `${value}.000Z`) });
