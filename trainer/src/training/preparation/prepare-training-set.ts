import { decisionOfCosts, ERRORS, falseAlarmShare, InvalidInput, isSupervised, type ModelWarning } from "@agatha/contracts";
import { findIdentifierColumns } from "../../data/check/identifier-columns.js";
import { fitDistanceEncoder } from "../../data/encoding/fit-encoder.js";
import { findColumn, type Table, takeRows } from "../../data/tables/table.js";
import type { Target } from "../../numeric/matrix.js";
import { dropLeaks, type LeakageInput, leakageWarnings } from "../leakage/target-leakage.js";
import { chooseColumns } from "../plan/choose-columns.js";
import { createPlan } from "../plan/create-plan.js";
import { type HiddenColumns, withoutHidden } from "../plan/hidden-columns.js";
import { leaveOutManyLevels } from "../plan/leave-out-many-levels.js";
import { type ModelRequest, type Plan, plannedColumns } from "../plan/plan.js";
import { MIN_TRAINING_ROWS, requireVariation } from "../plan/require-variation.js";
import { findRowTimes, rowTimeWarnings } from "../plan/row-times.js";
import { readSemilabel } from "../plan/semilabel.js";
import { readTarget, takeTarget } from "../plan/target.js";
import type { TrainingSet } from "../plan/training-set.js";
import { groupSizeWarnings, imbalanceWarnings, rareClassWarnings, rowWarnings, weightWarnings } from "../plan/training-warnings.js";
import { validateRequest } from "../plan/validate-request.js";
import { prepareDetectorTrainingSet } from "../series/detector-training-set.js";
import { prepareSeriesTrainingSet } from "../series/series-training-set.js";
import { type MeasuredOrder, namesOfGroups, resolveValidation, rowsInTimeOrder } from "../validation/resolve-validation.js";
import { withRowsForBudget } from "../validation/rows-for-budget.js";
import { withRowsForLabels } from "../validation/rows-for-labels.js";

/**
 * Checks the request against the table and prepares the training set. `totalRows` is the number of rows that the table is a
 * random sample of, `timezone` is the dataset's. Throws InvalidInput.
 */
export function prepareTrainingSet(
  request: ModelRequest & MeasuredOrder & HiddenColumns,
  table: Table,
  totalRows = table.nrow,
  timezone = "UTC",
): { trainingSet: TrainingSet; warnings: ModelWarning[] } {
  validateRequest(request, table);
  const { timeSeries, response } = request;
  if (timeSeries && response !== undefined)
    return prepareSeriesTrainingSet({ ...request, timeSeries, response }, table, { totalRows, timezone });
  if (timeSeries && request.type === "OCC") return prepareDetectorTrainingSet({ ...request, timeSeries }, table, timezone);
  const { rows: datasetRows, target: read } = inTimeOrder(request, table, rowsAndTarget(request, table));
  const target = withErrorCosts(request, read);
  if (datasetRows.length < MIN_TRAINING_ROWS) {
    const message = `a model needs ${MIN_TRAINING_ROWS} rows at the least, and the dataset has ${datasetRows.length}`;
    throw new InvalidInput(ERRORS.modelTrainingFailed, {
      path: "",
      message: isSupervised(request.type) ? `${message} with a value of ${request.response}` : message,
    });
  }
  const used = takeRows(table, datasetRows);
  const identifiers = findIdentifierColumns(table, totalRows);
  const semilabel = request.semilabel === undefined ? undefined : readSemilabel(used, { ...request, semilabel: request.semilabel });
  const { validation: labeled, warnings: labelWarnings } = withRowsForLabels(request, resolveValidation(request, used), semilabel);
  const { validation, warnings: budgetWarnings } = withRowsForBudget(request, labeled, semilabel);
  const groupNames = namesOfGroups(validation, used);
  const leakageInput = { table: withoutHidden(used, request), target, response, identifiers, groupNames, splitter: validation?.splitter };
  const times = findRowTimes(request, leakageInput.table);
  const { columns, warnings } = selectColumns(request, { ...leakageInput, times });
  const plan = createPlan(request, columns, datasetRows.length);
  requireVariation(plan, used);
  const modelColumns = plannedColumns(plan);
  return {
    trainingSet: {
      table: used,
      target,
      plan: {
        ...leaveOutManyLevels(plan, used),
        ...(response !== undefined && { limits: { response, requested: request.responseLimits } }),
      },
      datasetRows,
      validation,
      contamination: plannedContamination(plan),
      falseAlarms: request.falseAlarms,
      maxFpr: Math.min(request.maxFpr, request.falseAlarms ? falseAlarmShare(request.falseAlarms) : 1),
      semilabel,
      distanceSpace: isSupervised(request.type) ? undefined : fitDistanceEncoder(used, modelColumns).encode(used),
    },
    warnings: [
      ...rowWarnings(datasetRows.length, table.nrow),
      ...labelWarnings,
      ...budgetWarnings,
      ...(request.validation?.groupColumns ? groupSizeWarnings(validation) : []),
      ...imbalanceWarnings(target),
      ...rareClassWarnings(target),
      ...weightWarnings(request.errorCosts, target),
      ...warnings,
      ...leakageWarnings(leakageInput, modelColumns),
      ...rowTimeWarnings(times, modelColumns),
    ],
  };
}

/** Returns the requested columns, or else all usable ones. Leaks are dropped on request. */
function selectColumns(
  request: ModelRequest,
  input: LeakageInput & { times: ReadonlySet<string> },
): { columns: string[]; warnings: ModelWarning[] } {
  const chosen = chooseColumns(request, input.table, input);
  if (!request.leaveOutLeaks || request.columns) return chosen;
  const { columns, warnings } = dropLeaks(input, chosen.columns);
  return { columns, warnings: [...chosen.warnings, ...warnings] };
}

interface RowsAndTarget {
  rows: Int32Array;
  target: Target;
}

/** Returns the rows in order of time where later rows are held out. */
function inTimeOrder(request: ModelRequest, table: Table, { rows, target }: RowsAndTarget): RowsAndTarget {
  const order = rowsInTimeOrder(request, takeRows(table, rows));
  return order ? { rows: order.map((at) => rows[at]), target: takeTarget(target, order) } : { rows, target };
}

function rowsAndTarget({ type, response }: ModelRequest, table: Table): RowsAndTarget {
  const column = response === undefined ? undefined : findColumn(table, response);
  if (isSupervised(type) && column) return readTarget(column, type);
  return { rows: Int32Array.from(Array(table.nrow).keys()), target: { kind: "none" } };
}

/** Returns the target with the decision of the request's costs. */
function withErrorCosts({ errorCosts }: ModelRequest, target: Target): Target {
  if (!errorCosts || target.kind !== "class") return target;
  const counts = new Array<number>(target.labels.length).fill(0);
  for (const code of target.codes) counts[code]++;
  return { ...target, decision: decisionOfCosts(errorCosts, target.labels, counts) };
}

/** Returns the share of training rows that an outlier detector without labels flags. */
function plannedContamination(plan: Plan): number {
  const shares = plan.layers[plan.layers.length - 1].flatMap(({ params }) => ("contamination" in params ? [params.contamination] : []));
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}
