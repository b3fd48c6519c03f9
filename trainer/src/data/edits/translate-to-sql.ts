import { type ColumnType, ERRORS, InvalidInput } from "@agatha/contracts";
import type { DuckDBValue } from "@duckdb/node-api";
import { COLUMNS_PER_STATEMENT } from "../tables/column-groups.js";
import { aggregationQuery } from "./aggregation.js";
import { derivedColumnSql, replacementSql } from "./column-expressions.js";
import { filterClause } from "./filter.js";
import { joinQuery } from "./join.js";
import type { LoadedStep } from "./joined-rows.js";
import {
  type EditStepContext,
  finiteOrNullSql,
  type Relation,
  type RelationColumn,
  ROW_ORDER,
  requireColumn,
  StatementParameters,
} from "./relation.js";
import { unpivotQuery } from "./unpivot.js";

/** Rows that the edits start from: a FROM clause, and the values that it binds as $1, $2 … */
export interface EditSource {
  from: string;
  values: readonly DuckDBValue[];
  /** Columns of the rows. `identifier` is already quoted. */
  columns: readonly { name: string; type: ColumnType; identifier: string }[];
}

/** WITH clauses that define `rows`, a relation with `columns` and the order of its rows in `row_order`. */
export interface EditQuery extends Relation {
  withClause: string;
  /** The same for the number of rows alone: nothing is stored, so that only columns by which rows are filtered are computed. */
  countClause: string;
  /** Returns the same for the rows within these LIMIT and OFFSET. Steps after the last one that reads other rows compute no others. */
  pageClause(bounds: string): string;
  /** Clause that orders the rows; empty if they come in their order, so that nothing is sorted. */
  orderBy: string;
  values: DuckDBValue[];
}

/**
 * Translates all steps to one statement. User-given names do not occur in it, except for the quoted names of the source; values
 * are bound. Throws InvalidInput (dataExtraction) that names the step that does not fit the result of the steps before it, with the
 * path `entries[i].…`.
 */
export function translateToSql(source: EditSource, specs: readonly LoadedStep[], timezone: string): EditQuery {
  const values = new StatementParameters([...source.values]);
  const columns = source.columns.map(({ name, type }, i): RelationColumn => ({ name, type, sql: `c${i}` }));
  const listed = source.columns.map(({ identifier, type }, i) => `${normalizedSql(identifier, type)} AS c${i}`);
  const begin = `SELECT ${[...listed, `row_number() OVER () AS ${ROW_ORDER}`].join(", ")} FROM ${source.from}`;
  const relations: NamedSelect[] = [{ rows: "s0", select: begin, isStored: false }];
  const isStored = chooseStored();
  let step: Relation = { rows: "s0", columns };
  let isOrdered = true;
  let limited = 0;
  for (const [i, spec] of specs.entries()) {
    const next = withEntryNumber(i, spec, () => stepQuery(step, spec, { values, timezone, path: `entries[${i}]` }));
    const rows = `s${i + 1}`;
    relations.push({ rows, select: next.select, isStored: isStored(next.columns) });
    step = { rows, columns: next.columns };
    isOrdered &&= keepsOrder(spec, next.select);
    if (!isOrdered || spec.type === "filter") limited = i + 1;
  }
  const orderBy = isOrdered ? "" : `ORDER BY ${ROW_ORDER}`;
  const limitedRelations = (bounds: string) =>
    relations.flatMap((relation, i): NamedSelect[] => {
      if (i !== limited) return [relation];
      const all = { ...relation, rows: `${relation.rows}_all` };
      return [all, { rows: relation.rows, select: `SELECT * FROM ${all.rows} ${orderBy} ${bounds}`, isStored: false }];
    });
  return {
    ...step,
    withClause: withClauseOf(relations),
    countClause: withClauseOf(relations.map((relation) => ({ ...relation, isStored: false }))),
    pageClause: (bounds) => withClauseOf(limitedRelations(bounds)),
    orderBy,
    values: values.all,
  };
}

/** Relation of a step. A stored one is computed as a whole before the next one begins. */
interface NamedSelect {
  rows: string;
  select: string;
  isStored: boolean;
}

const withClauseOf = (relations: readonly NamedSelect[]): string =>
  `WITH ${relations.map(({ rows, select, isStored }) => `${rows} AS ${isStored ? "MATERIALIZED " : ""}(${select})`).join(", ")}`;

/** Returns true if DuckDB returns the rows of a step in the order in which it reads them: it then computes them one by one. */
const keepsOrder = ({ type }: LoadedStep, select: string): boolean =>
  (type === "filter" || type === "replacement" || type === "derived") && !select.includes(" OVER (");

/** DuckDB holds 16 KiB for each column that a statement reads of each relation that it computes in one pass; this many take 32 MiB. */
const COLUMNS_PER_PASS = 2000;

/** Returns a function that tells for each relation in turn whether it ends a pass, and is stored before the next one begins. */
function chooseStored(): (columns: readonly RelationColumn[]) => boolean {
  let held = 0;
  return ({ length }) => {
    held += Math.min(length, COLUMNS_PER_STATEMENT);
    if (held <= COLUMNS_PER_PASS) return false;
    held = 0;
    return true;
  };
}

/** Turns the problems of a step into dataExtraction, and says in each which entry it is. */
function withEntryNumber<T>(i: number, { type }: LoadedStep, translate: () => T): T {
  try {
    return translate();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const where = `Entry ${i + 1} of those enabled (${type})`;
    throw new InvalidInput(
      ERRORS.dataExtraction,
      error.problems.map((problem) => ({ ...problem, message: `${where}: ${problem.message}` })),
    );
  }
}

/** Expression for a value as it is shown: NULL for a number that is not finite, milliseconds for times. */
const normalizedSql = (identifier: string, type: ColumnType): string => {
  if (type === "n") return finiteOrNullSql(identifier);
  return type === "d" ? `epoch_ms(epoch_ms(${identifier}))` : identifier;
};

function stepQuery(step: Relation, spec: LoadedStep, context: EditStepContext): { columns: RelationColumn[]; select: string } {
  const { rows, columns } = step;
  switch (spec.type) {
    case "filter":
      return { columns, select: `SELECT * FROM ${rows} WHERE ${filterClause(step, spec, context)}` };
    case "sort": {
      const by = spec.by.map(({ column, order }, i) => {
        const { sql } = requireColumn(step, column, `${context.path}.by[${i}].column`);
        return `${sql} ${order === "asc" ? "ASC" : "DESC"} NULLS LAST`;
      });
      const order = `row_number() OVER (ORDER BY ${[...by, ROW_ORDER].join(", ")}) AS ${ROW_ORDER}`;
      return { columns, select: `SELECT ${[...columns.map(({ sql }) => sql), order].join(", ")} FROM ${rows}` };
    }
    case "aggregation":
      return aggregationQuery(step, spec, context);
    case "unpivot":
      return unpivotQuery(step, spec, context);
    case "join":
      return joinQuery(step, spec, context);
    case "replacement": {
      const value = replacementSql(step, spec, context);
      const listed = columns.map(({ name, sql }) => (name === spec.replace_col ? `${value} AS ${sql}` : sql));
      return { columns, select: `SELECT ${[...listed, ROW_ORDER].join(", ")} FROM ${rows}` };
    }
    case "derived": {
      const { type, sql, rows: from } = derivedColumnSql(step, spec, context);
      const derived: RelationColumn = { name: spec.name, type, sql: `d${columns.length}` };
      const kept = [...columns.map((column) => column.sql), ROW_ORDER].join(", ");
      return { columns: [...columns, derived], select: `SELECT ${kept}, ${sql} AS ${derived.sql} FROM ${from}` };
    }
  }
}
