/** Draft of an aggregation, which makes one row for each group of rows. */
import type { AggregateFunction, AggregationSpec, ColumnType, TimeUnit } from "@agatha/contracts";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { columnNameProblem, uniqueColumnName } from "./parse-value.js";
import { type Problem, type Problems, withoutNull } from "./problems.js";

const ANY_TYPE: readonly ColumnType[] = ["n", "s", "d"];
const NUMERIC: readonly ColumnType[] = ["n"];

/** Aggregate functions and the column types that they accept, the most common function first. */
export const AGGREGATE_COLUMN_TYPES: Record<AggregateFunction, readonly ColumnType[]> = {
  mean: NUMERIC,
  median: NUMERIC,
  sum: NUMERIC,
  std: NUMERIC,
  min: ANY_TYPE,
  max: ANY_TYPE,
  first: ANY_TYPE,
  last: ANY_TYPE,
  count: ANY_TYPE,
  missing: ANY_TYPE,
  unique: ANY_TYPE,
};
export const AGGREGATE_FUNCTIONS = Object.keys(AGGREGATE_COLUMN_TYPES) as AggregateFunction[];

export const TIME_UNITS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"] as const satisfies readonly TimeUnit[];

export interface AggregateDraft {
  key: number;
  function: AggregateFunction;
  /** Null counts the rows. */
  column: string | null;
  /** Null: derived from the function and the column. */
  name: string | null;
}

export interface AggregationDraft {
  by: readonly string[];
  window: { column: string | null; every: string; unit: TimeUnit } | null;
  aggregates: readonly AggregateDraft[];
}

/** Returns the draft of a step that counts all rows. */
export function newAggregationDraft(): AggregationDraft {
  return { by: [], window: null, aggregates: [{ key: 0, function: "count", column: null, name: null }] };
}

/** Returns the draft with one more figure, a mean whose column is still to be chosen. */
export function withAggregate(draft: AggregationDraft): AggregationDraft {
  const key = 1 + Math.max(-1, ...draft.aggregates.map((aggregate) => aggregate.key));
  return { ...draft, aggregates: [...draft.aggregates, { key, function: "mean", column: null, name: null }] };
}

const groupKeyNames = ({ by, window }: AggregationDraft): string[] => [...(window?.column ? [window.column] : []), ...by];

/** Names of the result columns, one for each aggregate: as entered, or the default name. */
export function aggregateNames(draft: AggregationDraft): string[] {
  const existingNames = groupKeyNames(draft);
  const entered = draft.aggregates.flatMap(({ name }) => (name === null ? [] : [name]));
  return draft.aggregates.map((aggregate) => {
    if (aggregate.name !== null) return aggregate.name;
    const preferredName = aggregate.column === null ? aggregate.function : `${aggregate.column}_${aggregate.function}`;
    const name = uniqueColumnName(preferredName, [...existingNames, ...entered]);
    existingNames.push(name);
    return name;
  });
}

/** Problems by `every`, `window`, `figures`, `${key}.column` and `${key}.name`. */
export function aggregationProblems(draft: AggregationDraft, columns: readonly StepColumn[]): Problems {
  const problems: Record<string, Problem | null> = { figures: draft.aggregates.length === 0 ? "figureNeeded" : null };
  const names = aggregateNames(draft);
  const groups = groupKeyNames(draft);
  for (const [i, aggregate] of draft.aggregates.entries()) {
    problems[`${aggregate.key}.column`] = aggregateProblem(aggregate, columns);
    problems[`${aggregate.key}.name`] = columnNameProblem(names[i] ?? "", [...groups, ...names.slice(0, i)]);
  }
  if (draft.window) {
    const column = columns.find(({ name }) => name === draft.window?.column);
    problems.window = column?.type === "d" ? (draft.by.includes(column.name) ? "columnTwice" : null) : "columnNeeded";
    const every = Number(draft.window.every);
    problems.every = Number.isInteger(every) && every >= 1 && every <= 10_000 ? null : "everyRule";
  }
  return withoutNull(problems);
}

function aggregateProblem({ function: aggregate, column: name }: AggregateDraft, columns: readonly StepColumn[]): Problem | null {
  if (name === null && aggregate === "count") return null;
  const column = columns.find((column) => column.name === name);
  return column && AGGREGATE_COLUMN_TYPES[aggregate].includes(column.type) ? null : "columnNeeded";
}

/** Returns the step that the draft describes. A valid draft gives a valid step. */
export function aggregationSpecOf(draft: AggregationDraft): AggregationSpec {
  const names = aggregateNames(draft);
  const { window } = draft;
  return {
    type: "aggregation",
    by: [...draft.by],
    ...(window ? { window: { column: window.column ?? "", every: Number(window.every), unit: window.unit } } : {}),
    cols: draft.aggregates.map(({ function: aggregate, column }, i) => ({
      name: names[i] ?? "",
      function: aggregate,
      ...(column === null ? {} : { column }),
    })),
  };
}
