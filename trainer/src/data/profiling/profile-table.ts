import { MAX_DETAILED_COLUMNS, type SamplingMethod, type TableProfile } from "@agatha/contracts";
import type { Column } from "../tables/table.js";
import { createAssociations } from "./associations.js";
import { createMissingValues } from "./missing-values.js";
import { profileColumn } from "./profile-column.js";
import { profileWarnings } from "./profile-warnings.js";

/** A table that is read a column at a time: it need not fit into memory. */
export interface TableToProfile {
  nrow: number;
  columns: readonly string[];
  read(name: string): Promise<Column>;
  /** Rows that stand in the table already. */
  duplicateRows(): Promise<number>;
}

export interface ProfileRequest {
  /** Rows of the file, and which of them the table is made of. */
  totalRows: number;
  sampling: SamplingMethod;
  timezone: string;
  steps: string[] | null;
  finishedAt(): string;
  /** Tells how far it is; throws to stop. */
  progress(fraction: number): void;
}

/** Everything that the report tells. Time between the columns goes to whoever else wants to do something. */
export async function profileTable(table: TableToProfile, request: ProfileRequest): Promise<TableProfile> {
  const { nrow } = table;
  const { totalRows, sampling, timezone, steps } = request;
  const pause = async (fraction: number): Promise<void> => {
    await new Promise(setImmediate);
    request.progress(fraction);
  };
  const missingValues = createMissingValues(nrow);
  const associations = createAssociations(nrow);
  const columns: TableProfile["columns"] = [];
  for (const [i, name] of table.columns.entries()) {
    await pause((0.7 * i) / table.columns.length);
    const column = await table.read(name);
    const context = {
      nrow,
      totalRows: steps ? nrow : totalRows,
      timezone,
      detailed: i < MAX_DETAILED_COLUMNS,
      missingValues: missingValues.addColumn(column),
    };
    const profiled = profileColumn(column, context);
    associations.addColumn(column, profiled.distinct);
    columns.push(profiled);
  }
  const found = await associations.compute((fraction) => pause(0.7 + 0.25 * fraction));
  const profile = {
    rows: nrow,
    totalRows,
    sampling,
    timezone,
    steps,
    duplicateRows: await table.duplicateRows(),
    completeRows: missingValues.completeRows(),
    columns,
    missingTogether: missingValues.combinations(),
    ...found,
  };
  return { ...profile, finishedAt: request.finishedAt(), warnings: profileWarnings(profile) };
}
