/** Reference implementation of the edit steps, row by row in plain JavaScript. Tests compare the SQL translation with it. */
import {
  type ColumnType,
  columnTimes,
  type DerivedColumnSpec,
  type FilterCondition,
  type Operand,
  type ReplacementSpec,
} from "@agatha/contracts";
import type { LoadedJoin, LoadedStep } from "../joined-rows.js";
import { applyAggregation } from "./apply-aggregation.js";
import { evaluateExpression } from "./evaluate-expression.js";
import { compareValues, mean, median, type PlainTable, textOrNull, UNIT_MS, type Value } from "./plain-table.js";

/** Applies one step. `offset` is local time minus UTC, in milliseconds. */
export function applyEditStep(table: PlainTable, spec: LoadedStep, offset: number): PlainTable {
  const at = (name: string): number => table.columns.findIndex((column) => column.name === name);
  switch (spec.type) {
    case "filter": {
      const keeps = (row: Value[]) =>
        combineConditions(spec.combine, spec.groups, ({ combine, conditions }) =>
          combineConditions(combine, conditions, (condition) =>
            meetsCondition(row[at(condition.column)], condition, { type: table.columns[at(condition.column)].type, offset }),
          ),
        );
      return { ...table, rows: table.rows.filter(keeps) };
    }
    case "sort": {
      const by = spec.by.map(({ column, order }) => ({ index: at(column), sign: order === "asc" ? 1 : -1 }));
      return { ...table, rows: table.rows.toSorted((a, b) => compareRows(a, b, by)) };
    }
    case "aggregation":
      return applyAggregation(table, spec, offset);
    case "unpivot": {
      const melted = spec.columns.map(at);
      const isKept = (_: unknown, i: number) => !melted.includes(i);
      const added = [
        { name: spec.names, type: spec.as === "time" ? ("d" as const) : ("s" as const) },
        { name: spec.values, type: table.columns[melted[0]].type },
      ];
      const names: Value[] = spec.as === "time" ? columnTimes(spec.columns).map((time) => time! - offset) : spec.columns;
      return {
        columns: [...table.columns.filter(isKept), ...added],
        rows: table.rows.flatMap((row) => melted.map((place, i) => [...row.filter(isKept), names[i], row[place]])),
      };
    }
    case "join":
      return applyJoin(table, spec);
    case "replacement": {
      const target = at(spec.replace_col);
      const all = table.rows.map((row) => row[target]);
      const isTime = table.columns[target].type === "d";
      return {
        ...table,
        rows: table.rows.map((row, i) => row.map((value, c) => (c === target ? replaceValue(all, i, spec.action, isTime) : value))),
      };
    }
    case "derived": {
      const { name, formula } = spec;
      if (formula.op === "expression") {
        const { type, cells } = evaluateExpression(formula.expression, table);
        return { columns: [...table.columns, { name, type }], rows: table.rows.map((row, i) => [...row, cells[i]]) };
      }
      const type = formula.op === "join" ? "s" : "n";
      const cells = (row: Value[]) => (column: string) => row[at(column)];
      return {
        columns: [...table.columns, { name, type }],
        rows: table.rows.map((row) => [...row, finiteOrNull(evaluateFormula(cells(row), formula, offset))]),
      };
    }
  }
}

function applyJoin({ columns, rows }: PlainTable, { on, columns: added, prefix, copy, lists }: LoadedJoin): PlainTable {
  const cells = lists.map((list) => JSON.parse(list) as Value[]);
  const keys = on.map(({ column }) => columns.findIndex(({ name }) => name === column));
  const place = (row: Value[]) => cells[0].findIndex((_, i) => keys.every((key, k) => row[key] !== null && row[key] === cells[k][i]));
  const addedCells = cells.slice(on.length);
  return {
    columns: [...columns, ...added.map((name, i) => ({ name: prefix + name, type: copy.types[on.length + i] }))],
    rows: rows.map((row) => [...row, ...addedCells.map((values) => values[place(row)] ?? null)]),
  };
}

function compareRows(a: Value[], b: Value[], by: { index: number; sign: number }[]): number {
  for (const { index, sign } of by) {
    const [x, y] = [a[index], b[index]];
    if (x === y) continue;
    if (x === null) return 1;
    if (y === null) return -1;
    const order = compareValues(x, y) * sign;
    if (order !== 0) return order;
  }
  return 0;
}

function combineConditions<T>(combine: "and" | "or", items: T[], meets: (item: T) => boolean): boolean {
  return combine === "and" ? items.every(meets) : items.some(meets);
}

/** Returns null for a number that is not finite, and 0 for −0. */
function finiteOrNull(value: Value): Value {
  if (typeof value !== "number") return value;
  return Number.isFinite(value) ? value || 0 : null;
}

const toStored = (value: number | string, isTime: boolean): number | string => (isTime ? Date.parse(String(value)) : value);

type ComparisonOperator = Extract<FilterCondition, { op: "lt" | "le" | "gt" | "ge" }>["op"];
const COMPARISONS: Record<ComparisonOperator, (sign: number) => boolean> = {
  lt: (sign) => sign < 0,
  le: (sign) => sign <= 0,
  gt: (sign) => sign > 0,
  ge: (sign) => sign >= 0,
};

function meetsCondition(cell: Value, condition: FilterCondition, { type, offset }: { type: ColumnType; offset: number }): boolean {
  const { op } = condition;
  const stored = (value: number | string) => toStored(value, type === "d");
  switch (op) {
    case "empty":
      return cell === null;
    case "not_empty":
      return cell !== null;
    case "eq":
      return cell === stored(condition.value);
    case "ne":
      return cell !== stored(condition.value);
    case "between": {
      const { from, to } = condition;
      const within = (value: number | string | undefined, holds: (sign: number) => boolean) =>
        value === undefined || holds(compareValues(cell!, stored(value)));
      return cell !== null && within(from, COMPARISONS.ge) && within(to, COMPARISONS.le);
    }
    case "time_of_day": {
      if (cell === null) return false;
      const clock = new Date(Number(cell) + offset).toISOString().slice(11, 19);
      const [from, to] = [condition.from, condition.to].map((time) => (time.length === 5 ? `${time}:00` : time));
      return from <= to ? clock >= from && clock <= to : clock >= from || clock <= to;
    }
    case "in":
      return condition.values.map(stored).includes(cell as string);
    case "not_in":
      return !condition.values.map(stored).includes(cell as string);
    case "contains":
      return cell !== null && String(cell).includes(condition.value);
    case "not_contains":
      return cell === null || !String(cell).includes(condition.value);
    case "starts_with":
      return cell !== null && String(cell).startsWith(condition.value);
    case "ends_with":
      return cell !== null && String(cell).endsWith(condition.value);
    default:
      return cell !== null && COMPARISONS[op](compareValues(cell, stored(condition.value)));
  }
}

function replaceValue(all: Value[], i: number, action: ReplacementSpec["action"], isTime: boolean): Value {
  const value = all[i];
  if (action.kind === "fill") return value ?? textOrNull(toStored(action.value, isTime));
  if (action.kind === "value") {
    if (value !== toStored(action.from, isTime)) return value;
    return action.to === null ? null : textOrNull(toStored(action.to, isTime));
  }
  if (action.kind === "fill_with") return value ?? fillValue(all, i, action.with);
  if (value === null) return null;
  if (action.kind === "clip") {
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = action;
    return Number(value) < min ? min : Math.min(Number(value), max);
  }
  if (action.change === "trim") return String(value).replace(/^ +| +$/g, "");
  return action.change === "lower" ? String(value).toLowerCase() : String(value).toUpperCase();
}

function fillValue(all: Value[], i: number, what: "mean" | "median" | "previous"): Value {
  if (what === "previous") return all.slice(0, i).findLast((each) => each !== null) ?? null;
  const known = all.filter((each) => each !== null) as number[];
  if (known.length === 0) return null;
  return what === "mean" ? mean(known) : median(known);
}

type RowFormula = Exclude<DerivedColumnSpec["formula"], { op: "expression" }>;

function evaluateFormula(cell: (name: string) => Value, formula: RowFormula, offset: number): Value {
  const given = (operand: Operand): number => ("column" in operand ? ((cell(operand.column) ?? Number.NaN) as number) : operand.value);
  switch (formula.op) {
    case "join": {
      const texts = formula.columns.map(cell).filter((text) => text !== null);
      return texts.length === 0 ? null : texts.join(formula.separator);
    }
    case "part": {
      const time = cell(formula.column);
      return time === null ? null : datePart(new Date(Number(time) + offset), formula.part);
    }
    case "difference": {
      const [from, to] = [cell(formula.from), cell(formula.to)];
      return from === null || to === null ? null : (Number(to) - Number(from)) / UNIT_MS[formula.unit];
    }
    case "add":
    case "subtract":
    case "multiply":
    case "divide":
    case "power": {
      const [left, right] = [given(formula.left), given(formula.right)];
      return Number.isNaN(left) || Number.isNaN(right) ? null : ARITHMETIC[formula.op](left, right);
    }
    default: {
      const value = given(formula.of);
      return formula.op === "log" && value <= 0 ? null : Math[formula.op](value);
    }
  }
}

const ARITHMETIC = {
  add: (left: number, right: number) => left + right,
  subtract: (left: number, right: number) => left - right,
  multiply: (left: number, right: number) => left * right,
  divide: (left: number, right: number) => left / right,
  power: (left: number, right: number) => left ** right,
};

function datePart(local: Date, part: Extract<DerivedColumnSpec["formula"], { op: "part" }>["part"]): number {
  const parts = {
    year: local.getUTCFullYear(),
    quarter: Math.floor(local.getUTCMonth() / 3) + 1,
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    weekday: local.getUTCDay() || 7,
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
  };
  return parts[part];
}
