import type { ColumnType, DerivedColumnSpec, Operand, ReplacementSpec } from "@agatha/contracts";
import { bindValue, rangeEndsEarly } from "./bind-values.js";
import { DATE_PARTS } from "./date-parts.js";
import { type FormulaQuery, formulaSql } from "./formula.js";
import {
  type EditStepContext,
  finiteOrNullSql,
  type Relation,
  type RelationColumn,
  ROW_ORDER,
  requireColumn,
  requireColumnOfType,
  type StatementParameters,
  textOrNullSql,
} from "./relation.js";
import { toLocalTimeSql } from "./time-zone.js";
import { requireUnusedName } from "./unused-name.js";

/** Returns the expression that replaces a column's values. */
export function replacementSql(step: Relation, { replace_col, action }: ReplacementSpec, { values, path }: EditStepContext): string {
  const at = `${path}.replace_col`;
  const column = requireColumn(step, replace_col, at);
  const ofType = (type: ColumnType): RelationColumn => requireColumnOfType(step, replace_col, [type], at);
  const bound = (value: number | string, field: string) => bindValue(values, column, value, `${path}.action.${field}`);
  const replacing = (value: number | string, field: string) =>
    column.type === "s" ? textOrNullSql(bound(value, field)) : bound(value, field);
  switch (action.kind) {
    case "value": {
      const to = action.to === null ? "NULL" : replacing(action.to, "to");
      return `CASE WHEN ${column.sql} IS NOT DISTINCT FROM ${bound(action.from, "from")} THEN ${to} ELSE ${column.sql} END`;
    }
    case "fill":
      return `coalesce(${column.sql}, ${replacing(action.value, "value")})`;
    case "fill_with":
      return fillSql(action.with === "previous" ? column : ofType("n"), action.with);
    case "clip":
      if (Number(action.min) > Number(action.max)) throw rangeEndsEarly(`${path}.action.max`);
      return clipSql(ofType("n").sql, action, values);
    case "text":
      return `${action.change}(${ofType("s").sql})`;
  }
}

function fillSql({ sql }: RelationColumn, source: "mean" | "median" | "previous"): string {
  if (source === "previous") return `last_value(${sql} IGNORE NULLS) OVER (ORDER BY ${ROW_ORDER} ROWS UNBOUNDED PRECEDING)`;
  const middle = `${source === "mean" ? "avg" : "median"}(${sql}) OVER ()`;
  return `CASE WHEN ${sql} IS NOT NULL THEN ${sql} WHEN isfinite(${middle}) THEN ${middle} END`;
}

/** Limits values with CASE: SQL's least and greatest skip NULL. */
function clipSql(sql: string, { min, max }: { min?: number; max?: number }, values: StatementParameters): string {
  const below = min === undefined ? [] : [`WHEN ${sql} < ${values.number(min)} THEN ${values.number(min)}`];
  const above = max === undefined ? [] : [`WHEN ${sql} > ${values.number(max)} THEN ${values.number(max)}`];
  return below.length + above.length === 0 ? sql : `CASE ${[...below, ...above].join(" ")} ELSE ${sql} END`;
}

const ARITHMETIC_OPERATORS = { add: "+", subtract: "-", multiply: "*", divide: "/" } as const;
const SECONDS_PER_UNIT = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const;

/** Returns the type and the expression of a derived column. Throws InvalidInput (duplicateColumnName, columnName, reservedColumnName). */
export function derivedColumnSql(step: Relation, { name, formula }: DerivedColumnSpec, context: EditStepContext): FormulaQuery {
  const { values, timezone, path } = context;
  requireUnusedName(name, step.columns, `${path}.name`);
  if (formula.op === "expression") return formulaSql(step, formula.expression, context);
  const { rows } = step;
  const at = `${path}.formula`;
  const given = (operand: Operand, field: string): string =>
    "column" in operand ? requireColumnOfType(step, operand.column, ["n"], `${at}.${field}.column`).sql : values.number(operand.value);
  switch (formula.op) {
    case "join": {
      const texts = formula.columns.map((column, i) => requireColumnOfType(step, column, ["s"], `${at}.columns[${i}]`).sql);
      const all = texts.map((sql) => `${sql} IS NULL`).join(" AND ");
      return { rows, type: "s", sql: `CASE WHEN NOT (${all}) THEN concat_ws(${values.text(formula.separator)}, ${texts.join(", ")}) END` };
    }
    case "part": {
      const { sql } = requireColumnOfType(step, formula.column, ["d"], `${at}.column`);
      return { rows, type: "n", sql: `date_part('${DATE_PARTS[formula.part]}', ${toLocalTimeSql(values, timezone, sql)})::DOUBLE` };
    }
    case "difference": {
      const [from, to] = (["from", "to"] as const).map((end) => requireColumnOfType(step, formula[end], ["d"], `${at}.${end}`).sql);
      return { rows, type: "n", sql: `(epoch_ms(${to}) - epoch_ms(${from}))::DOUBLE / ${SECONDS_PER_UNIT[formula.unit] * 1000}` };
    }
    case "log":
    case "exp":
    case "sqrt":
    case "abs":
    case "floor":
      return { rows, type: "n", sql: finiteOrNullSql(`TRY(${formula.op === "log" ? "ln" : formula.op}(${given(formula.of, "of")}))`) };
    case "power":
      return { rows, type: "n", sql: finiteOrNullSql(`TRY(pow(${given(formula.left, "left")}, ${given(formula.right, "right")}))`) };
    default:
      return {
        rows,
        type: "n",
        sql: finiteOrNullSql(`TRY(${given(formula.left, "left")} ${ARITHMETIC_OPERATORS[formula.op]} ${given(formula.right, "right")})`),
      };
  }
}
