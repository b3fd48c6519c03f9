import type { ReadLike } from "@agatha/contracts";
import type { Database } from "../../tables/database.js";
import type { CsvSource } from "../csv/csv-source.js";
import type { ColumnFormat } from "../formats/column-formats.js";
import { columnsOfForm } from "./read-coded-times.js";

/**
 * Returns the formats, where columns of numbers or text become times if a table with the same columns has times of one form there, and
 * all values have that form: months such as 2015.01, of which the file may have too few to show that they are months.
 */
export async function readKnownTimes(
  database: Database,
  source: CsvSource,
  formats: readonly ColumnFormat[],
  known: ReadLike["codedTimes"] = [],
): Promise<ColumnFormat[]> {
  const read = [...formats];
  for (const form of new Set(known.map(({ format }) => format))) {
    const names = known.filter(({ format }) => format === form).map(({ name }) => name);
    const columns = formats.flatMap(({ type }, index) => (type !== "d" && names.includes(source.headers[index] ?? "") ? [index] : []));
    for (const index of await columnsOfForm(database, source, { columns, form }))
      read[index] = { type: "d", declared: true, formats: [form] };
  }
  return read;
}
