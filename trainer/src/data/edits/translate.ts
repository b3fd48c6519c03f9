import type { ColumnType, ExtractionSpec } from "@agatha/contracts";
import type { DuckDBValue } from "@duckdb/node-api";
import { aggregate } from "./aggregation.js";
import { derived, replacement } from "./columns.js";
import { filterClause } from "./filter.js";
import { BoundValues, columnOf, finite, ORDER, type Step, type StepColumn, type StepContext } from "./statement.js";

/** The rows that an extraction begins with: a FROM clause, and the values that it has bound as $1, $2 … */
export interface ExtractionSource {
  from: string;
  values: readonly DuckDBValue[];
  /** `identifier` is quoted already. */
  columns: readonly { name: string; type: ColumnType; identifier: string }[];
}

/** WITH clauses that end in `rows`, a relation with `columns` and, in `row_order`, the order of its rows. */
export interface Extraction extends Step {
  with: string;
  values: DuckDBValue[];
}

/**
 * One statement for all steps: names that people gave do not occur in it, but for the source's own, which are quoted;
 * values are bound. Throws InvalidInput (010404, 010405, 010411) with the path `entries[i].…` of the step that does not
 * fit to what the steps before it leave.
 */
export function translate(source: ExtractionSource, specs: readonly ExtractionSpec[], timezone: string): Extraction {
  const values = new BoundValues([...source.values]);
  const columns = source.columns.map(({ name, type }, i): StepColumn => ({ name, type, sql: `c${i}` }));
  const listed = source.columns.map(({ identifier, type }, i) => `${present(identifier, type)} AS c${i}`);
  const relations = [`s0 AS (SELECT ${[...listed, `row_number() OVER () AS ${ORDER}`].join(", ")} FROM ${source.from})`];
  let step: Step = { rows: "s0", columns };
  for (const [i, spec] of specs.entries()) {
    const next = taken(step, spec, { values, timezone, path: `entries[${i}]` });
    const rows = `s${i + 1}`;
    relations.push(`${rows} AS (${next.select})`);
    step = { rows, columns: next.columns };
  }
  return { ...step, with: `WITH ${relations.join(", ")}`, values: values.all };
}

/** As rows are shown: what is no finite number is no value, and times have milliseconds. */
const present = (identifier: string, type: ColumnType): string => {
  if (type === "n") return finite(identifier);
  return type === "d" ? `epoch_ms(epoch_ms(${identifier}))` : identifier;
};

function taken(step: Step, spec: ExtractionSpec, context: StepContext): { columns: StepColumn[]; select: string } {
  const { rows, columns } = step;
  switch (spec.type) {
    case "filter":
      return { columns, select: `SELECT * FROM ${rows} WHERE ${filterClause(step, spec, context)}` };
    case "sort": {
      const by = spec.by.map(({ column, order }, i) => {
        const { sql } = columnOf(step, column, `${context.path}.by[${i}].column`);
        return `${sql} ${order === "asc" ? "ASC" : "DESC"} NULLS LAST`;
      });
      const order = `row_number() OVER (ORDER BY ${[...by, ORDER].join(", ")}) AS ${ORDER}`;
      return { columns, select: `SELECT ${[...columns.map(({ sql }) => sql), order].join(", ")} FROM ${rows}` };
    }
    case "aggregation":
      return aggregate(step, spec, context);
    case "replacement": {
      const value = replacement(step, spec, context);
      const listed = columns.map(({ name, sql }) => (name === spec.replace_col ? `${value} AS ${sql}` : sql));
      return { columns, select: `SELECT ${[...listed, ORDER].join(", ")} FROM ${rows}` };
    }
    case "derived": {
      const { type, sql } = derived(step, spec, context);
      const made: StepColumn = { name: spec.name, type, sql: `d${columns.length}` };
      return { columns: [...columns, made], select: `SELECT *, ${sql} AS ${made.sql} FROM ${rows}` };
    }
  }
}
