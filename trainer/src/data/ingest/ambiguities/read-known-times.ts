import type { ReadLike } from "@agatha/contracts";
import type { Database } from "../../tables/database.js";
import type { CsvSource } from "../csv/csv-source.js";
import type { ColumnFormat } from "../formats/column-formats.js";
import { SPLIT_YEAR } from "../formats/date-formats.js";
import { columnsOfForm } from "./read-coded-times.js";
import { columnsOfSplitYears } from "./read-split-years.js";

/**
 * Returns the formats, where columns become times of one form if a table with the same columns has such times there, and all values have
 * that form: months such as 2015.01, of which the file may have too few to show that they are months, and years such as 2011/12, which
 * may be a month.
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
    const columns = formats.flatMap((_, index) => (names.includes(source.headers[index] ?? "") ? [index] : []));
    const found =
      form === SPLIT_YEAR ? await columnsOfSplitYears(database, source, columns) : await columnsOfForm(database, source, { columns, form });
    for (const index of found) read[index] = { type: "d", declared: true, formats: [form] };
  }
  return read;
}
