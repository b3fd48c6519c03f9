import type { Database } from "../tables/database.js";
import { HEADERS_KEY, parquetNames } from "../tables/parquet-names.js";
import { quoted, textLiteral } from "../tables/sql.js";
import { nothingLeft, told } from "./run.js";
import { ORDER } from "./statement.js";
import type { Extraction } from "./translate.js";

/** Writes what an extraction leaves as a table of its own. Throws InvalidInput (010405, 010409). */
export async function writeExtracted(
  database: Database,
  { rows, columns, values, ...extraction }: Extraction,
  path: string,
): Promise<void> {
  const names = columns.map(({ name }) => name);
  const stored = parquetNames(names);
  const listed = columns.map(({ sql }, i) => `${sql} AS ${quoted(stored[i])}`).join(", ");
  const headers = `KV_METADATA {${HEADERS_KEY}: ${textLiteral(JSON.stringify(names))}}`;
  const query = `${extraction.with} SELECT ${listed} FROM ${rows} ORDER BY ${ORDER}`;
  const [[count]] = await told(() => database.rows(`COPY (${query}) TO ${textLiteral(path)} (FORMAT parquet, ${headers})`, values));
  if (Number(count) === 0) throw nothingLeft();
}
