import { DuckDBInstance } from "@duckdb/node-api";
import type { Column, Table } from "../data/tables/table.js";

/** Reads a plain CSV file (commas, header) for a test. A column is numbers or dates if every value is one, else text. */
export async function readCsv(path: string, without: readonly string[] = []): Promise<Table> {
  const instance = await DuckDBInstance.create();
  try {
    const connection = await instance.connect();
    const reader = await connection.runAndReadAll("SELECT * FROM read_csv($path, header = true, sample_size = -1)", { path });
    const cells = reader.getColumnsJS();
    const names = reader.columnNames();
    connection.closeSync();
    return {
      nrow: reader.currentRowCount,
      columns: names.flatMap((name, j) => (without.includes(name) ? [] : [columnOf(name, cells[j])])),
    };
  } finally {
    instance.closeSync();
  }
}

function columnOf(name: string, cells: readonly unknown[]): Column {
  const present = cells.filter((cell) => cell !== null);
  if (present.every((cell) => typeof cell === "number" || typeof cell === "bigint")) {
    return { name, type: "n", values: Float64Array.from(cells, (cell) => (cell === null ? Number.NaN : Number(cell))) };
  }
  if (present.every((cell) => cell instanceof Date)) {
    return { name, type: "d", values: Float64Array.from(cells, (cell) => (cell instanceof Date ? cell.getTime() : Number.NaN)) };
  }
  const codes = new Map([...new Set(present.map(String))].map((level, code) => [level, code]));
  return { name, type: "s", codes: Int32Array.from(cells, (cell) => codes.get(String(cell)) ?? -1), levels: [...codes.keys()] };
}
