import { rowsPerGroup } from "../ingest/write-parquet.js";
import type { Database } from "../tables/database.js";
import { HEADERS_KEY, parquetNames } from "../tables/parquet-names.js";
import { quoteIdentifier, quoteLiteral } from "../tables/sql.js";
import { noRowsLeft, withResultErrors } from "./run-query.js";
import type { EditQuery } from "./translate-to-sql.js";

/** Applies the edits and writes the result as a table of its own. Throws InvalidInput (dataExtraction, noRowsLeft). */
export async function writeEditedTable(database: Database, extraction: EditQuery, path: string): Promise<void> {
  const { rows, columns, values } = extraction;
  const names = columns.map(({ name }) => name);
  const stored = parquetNames(names);
  const listed = columns.map(({ sql }, i) => `${sql} AS ${quoteIdentifier(stored[i])}`).join(", ");
  const headers = `KV_METADATA {${HEADERS_KEY}: ${quoteLiteral(JSON.stringify(names))}}`;
  const query = `${extraction.withClause} SELECT ${listed} FROM ${rows} ${extraction.orderBy}`;
  const [[count]] = await withResultErrors(async () => {
    const size = rowsPerGroup(names.length, await meanTextLength(database, extraction));
    const options = `FORMAT parquet, ROW_GROUP_SIZE ${size}, ${headers}`;
    return await database.rows(`COPY (${query}) TO ${quoteLiteral(path)} (${options})`, values);
  });
  if (Number(count) === 0) throw noRowsLeft();
}

/** Returns the mean number of bytes in a row's texts. */
async function meanTextLength(database: Database, { withClause, rows, columns, values }: EditQuery): Promise<number> {
  const means = columns.filter(({ type }) => type === "s").map(({ sql }) => `avg(coalesce(strlen(${sql}), 0))`);
  if (means.length === 0) return 0;
  const [[mean]] = await database.rows(`${withClause} SELECT coalesce(list_sum([${means.join(", ")}]), 0)::DOUBLE FROM ${rows}`, values);
  return mean as number;
}
