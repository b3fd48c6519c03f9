import { type DataFinding, MAX_DETAILED_COLUMNS, type SamplingMethod, type TableProfile } from "@agatha/contracts";
import { wholeProgress } from "../../numeric/progress-range.js";
import { isSample } from "../tables/sampling.js";
import type { Column } from "../tables/table.js";
import { createAssociations } from "./associations.js";
import { createMissingValues } from "./missing-values.js";
import { profileColumn } from "./profile-column.js";
import { profileWarnings } from "./profile-warnings.js";

/** Table that is read one column at a time, so that it need not fit into memory. */
export interface TableToProfile {
  nrow: number;
  columns: readonly string[];
  read(name: string): Promise<Column>;
  /** Number of rows that repeat an earlier row. */
  duplicateRows(): Promise<number>;
  /** Findings of the data check in these rows. */
  findings(): Promise<DataFinding[]>;
}

export interface ProfileRequest {
  /** Number of rows in the file, and the method that selected the table's rows. */
  totalRows: number;
  sampling: SamplingMethod;
  timezone: string;
  steps: string[] | null;
  finishedAt(): string;
  /** Reports the share done; throws to stop. */
  progress(fraction: number): void;
}

/** Progress of a profile by its parts. */
const PROGRESS = { columns: { from: 0, to: 0.7 }, associations: { from: 0.7, to: 0.95 } };

/** Returns the whole profile. It yields to the event loop between columns. */
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
    await pause(wholeProgress(PROGRESS.columns, i / table.columns.length));
    const column = await table.read(name);
    const context = {
      nrow,
      totalRows: steps ? nrow : totalRows,
      isRandomSample: sampling === "random" && isSample(sampling, totalRows),
      timezone,
      detailed: i < MAX_DETAILED_COLUMNS,
      missingValues: missingValues.addColumn(column),
    };
    const profiled = profileColumn(column, context);
    associations.addColumn(column, profiled.distinct);
    columns.push(profiled);
  }
  const found = await associations.compute((fraction) => pause(wholeProgress(PROGRESS.associations, fraction)));
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
    findings: await table.findings(),
  };
  return { ...profile, finishedAt: request.finishedAt(), warnings: profileWarnings(profile) };
}
