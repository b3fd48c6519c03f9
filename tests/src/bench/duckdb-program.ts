/** Reads a CSV file into a DuckDB table. Arguments are the path and the number of threads; it prints rows and seconds. */
import { DuckDBInstance } from "@duckdb/node-api";

const [, , path = "", threads = "1"] = process.argv;
const instance = await DuckDBInstance.create(":memory:", { threads });
const connection = await instance.connect();
const began = performance.now();
await connection.run("CREATE TABLE read AS SELECT * FROM read_csv($1)", [path]);
const seconds = (performance.now() - began) / 1000;
const [[rows]] = (await connection.runAndReadAll("SELECT count(*)::DOUBLE FROM read")).getRowsJS() as [[number]];
process.stdout.write(JSON.stringify({ rows, seconds }));
