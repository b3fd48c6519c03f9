import { rowsPerGroup } from "../ingest/write-parquet.js";
import type { Database } from "../tables/database.js";
import { HEADERS_KEY, parquetNames } from "../tables/parquet-names.js";
import { quoteIdentifier, quoteLiteral } from "../tables/sql.js";
import { noRowsLeft, withResultErrors } from "./run-query.js";
import type { EditQuery } from "./translate-to-sql.js";

/** Applies the edits and writes the result as a table of its own. Throws InvalidInput (dataExtraction, noRowsLeft). */
export async function writeEditedTable(
  database: Database,
  { rows, columns, values, ...extraction }: EditQuery,
  path: string,
): Promise<void> {
  const names = columns.map(({ name }) => name);
  const stored = parquetNames(names);
  const listed = columns.map(({ sql }, i) => `${sql} AS ${quoteIdentifier(stored[i])}`).join(", ");
  const headers = `KV_METADATA {${HEADERS_KEY}: ${quoteLiteral(JSON.stringify(names))}}`;
  const options = `FORMAT parquet, ROW_GROUP_SIZE ${rowsPerGroup(names.length)}, ${headers}`;
  const query = `${extraction.withClause} SELECT ${listed} FROM ${rows} ${extraction.orderBy}`;
  const [[count]] = await withResultErrors(() => database.rows(`COPY (${query}) TO ${quoteLiteral(path)} (${options})`, values));
  if (Number(count) === 0) throw noRowsLeft();
}
