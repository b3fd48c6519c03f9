import {
  COLLECTIONS,
  type DataCheck,
  type DataFinding,
  type RowStructure,
  type SamplingMethod,
  type TableDescription,
  type TaskOutput,
} from "@agatha/contracts";
import { checkColumn } from "../../data/check/column-quality.js";
import { queryQualityStatistics } from "../../data/check/quality-statistics.js";
import { queryFindings } from "../../data/findings/query-findings.js";
import { timeStepFindings } from "../../data/findings/time-step-findings.js";
import { withMessage } from "../../data/findings/with-message.js";
import { findTimeOrders } from "../../data/row-structure/find-time-order.js";
import type { Database } from "../../data/tables/database.js";
import type { RowSource } from "../../data/tables/parquet-table.js";
import { populationSize } from "../../data/tables/sampling.js";
import type { Table } from "../../data/tables/table.js";
import { wholeProgress } from "../../numeric/progress-range.js";
import { measureConsecutiveBlocks } from "../../training/quick-model/block-errors.js";
import { measureGroupErrors } from "../../training/quick-model/group-errors.js";
import { measureTimeOrder } from "../../training/quick-model/time-order-errors.js";
import { downloadAndOpenTable, loadTableDescription } from "./load-table.js";
import { TASK_PROGRESS } from "./progress-shares.js";
import type { TaskContext, TaskHandler } from "./task-handler.js";

const MEMORY_MIB = 128;

/** Checks the quality of an ingested table's columns. */
export const check: TaskHandler<"check"> = async (input, context) => {
  const description = await loadTableDescription(input.tableDocument, context);
  const { path, database } = await downloadAndOpenTable(input.table, context, MEMORY_MIB);
  try {
    const progress = (fraction: number) => context.progress(wholeProgress(TASK_PROGRESS.check.columns, fraction), "check");
    const output = await checkAndStore(database, { path, description, sampling: input.sampling ?? "random", progress }, context);
    context.progress(TASK_PROGRESS.check.done, "done");
    return output;
  } finally {
    await database.close();
  }
};

interface TableToCheck {
  /** Path of the Parquet file. */
  path: string;
  description: TableDescription;
  sampling: SamplingMethod;
  /** The rows that the check looks at, if they were read: those in use, unless they are too many. */
  sample?: RowSource;
  progress(fraction: number): void;
}

/** Stores the result of the check in a document. */
export async function checkAndStore(
  database: Database,
  { path, description, sampling, sample, progress }: TableToCheck,
  { signal, ...context }: Pick<TaskContext, "documents" | "taskId" | "attempt" | "resourceUid" | "signal">,
): Promise<TaskOutput<"check">> {
  const evidence = await queryQualityStatistics(database, path, { description, sampling, sample, progress });
  const columns = description.columns.map((column, index) => checkColumn(column, evidence[index]));
  const { table, found } = await queryFindings(database, path, { ...description, sampling });
  const rows = await measureRowStructure(table, found.row_structure, {
    totalRows: populationSize(sampling, { ...description, nrow: table.nrow }),
    signal,
  });
  const result: DataCheck = {
    check_table: columns,
    na_alert: columns.some(({ flags }) => flags.mass_na || flags.all_na),
    ...found,
    findings: [...namesLineFinding(description), ...timeStepFindings(columns, evidence), ...(found.findings ?? [])],
    ...rows,
    row_times: findTimeOrders(table),
  };
  const id = `${context.taskId}.${context.attempt}`;
  await context.documents.collection(COLLECTIONS.checks).put({ id, datasetUid: context.resourceUid, check: result });
  return { document: id, naAlert: result.na_alert, flaggedColumns: columns.filter(isFlagged).length };
}

/** Returns which rows belong together, and the time by which they or their groups are in order, with the errors of a quick model. */
async function measureRowStructure(
  table: Table,
  structure: RowStructure | undefined,
  context: Parameters<typeof measureTimeOrder>[2],
): Promise<Pick<DataCheck, "row_structure" | "time_order">> {
  const inTime = await measureTimeOrder(table, structure, context);
  const time_order = inTime && { time_order: inTime };
  if (structure) return { row_structure: { ...structure, errors: await measureGroupErrors(table, structure, context) }, ...time_order };
  if (time_order) return time_order;
  const blocks = await measureConsecutiveBlocks(table, context);
  return blocks ? { row_structure: blocks } : {};
}

/** Returns a finding if the names of the columns seem to be below the line that was read as the name of the only one. */
function namesLineFinding({ namesLine }: Pick<TableDescription, "namesLine">): DataFinding[] {
  return namesLine === undefined ? [] : [withMessage({ code: "names_in_line", values: { line: namesLine } })];
}

/** Returns true if a column has a problem; being a time is none. */
function isFlagged({ flags }: DataCheck["check_table"][number]): boolean {
  return Object.entries(flags).some(([flag, raised]) => raised && flag !== "is_datetime");
}
