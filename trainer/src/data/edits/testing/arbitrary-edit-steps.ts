/** Arbitrary tables with awkward names and values, and arbitrary steps that fit them. */
import { type AggregateFunction, type AggregationSpec, type ColumnType, columnInFormula, type FilterCondition } from "@agatha/contracts";
import fc from "fast-check";
import type { LoadedJoin, LoadedStep } from "../joined-rows.js";
import { compareValues, type PlainTable, type Value } from "./plain-table.js";

type Columns = PlainTable["columns"];

const AWKWARD = [
  '"',
  "'",
  "'; DROP TABLE source; --",
  '"; DROP TABLE source; --',
  "$1",
  "%",
  "_",
  "\\",
  "row_order",
  "c0",
  "é",
  "𝒳",
  " ",
  "a\u0000b",
];
/** Multiples of a quarter: their sums and means are exact in any order of addition. */
const number = fc.integer({ min: -400, max: 400 }).map((quarters) => quarters / 4);
const text = fc.oneof(fc.constantFrom(...AWKWARD, "A", "a", "ab", ""), fc.string({ maxLength: 4 }));
const time = fc.oneof(
  fc.integer({ min: 0, max: 40 }).map((hours) => Date.UTC(2024, 0, 30, hours)),
  fc.integer({ min: Date.UTC(1985, 0), max: Date.UTC(2030, 0) }),
);
const VALUES: Record<ColumnType, fc.Arbitrary<number | string>> = { n: number, s: text, d: time };

const name = fc.oneof(fc.constantFrom(...AWKWARD.slice(0, -1)), fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }));
/** DuckDB ignores case in names, so these differ in more than case. Names of a Parquet file's columns may differ in case alone. */
const names = fc.uniqueArray(name, { minLength: 5, maxLength: 5, selector: (each) => each.toLowerCase() });

export const arbitraryTable: fc.Arbitrary<PlainTable> = names.chain((all) => {
  const types: ColumnType[] = ["n", "n", "s", "s", "d"];
  const row = fc.tuple(...types.map((type): fc.Arbitrary<Value> => fc.option(VALUES[type], { freq: 4 })));
  const columns = all.map((each, i) => ({ name: each, type: types[i] }));
  return fc.array(row, { minLength: 1, maxLength: 12 }).map((rows) => ({ columns, rows }));
});

/** Generates a value in the form of a spec. */
const arbitraryValue = (type: ColumnType): fc.Arbitrary<number | string> =>
  type === "d" ? time.map((milliseconds) => new Date(milliseconds).toISOString()) : VALUES[type];

/** Exchanges the bounds of a range if they are in the wrong order. */
function inOrder<T extends { from?: number | string; to?: number | string }>(range: T): T {
  const { from, to } = range;
  return from !== undefined && to !== undefined && compareValues(from, to) > 0 ? { ...range, from: to, to: from } : range;
}

const digits = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, "0"));
const timeOfDay = fc
  .tuple(digits(23), digits(59), fc.option(digits(59), { nil: undefined }))
  .map((parts) => parts.filter((part) => part !== undefined).join(":"));

function condition({ name: column, type }: Columns[number]): fc.Arbitrary<FilterCondition> {
  const value = arbitraryValue(type);
  const any: fc.Arbitrary<FilterCondition>[] = [
    fc.record({ column: fc.constant(column), op: fc.constantFrom("empty", "not_empty") }),
    fc.record({ column: fc.constant(column), op: fc.constantFrom("eq", "ne"), value }),
    fc.record({ column: fc.constant(column), op: fc.constantFrom("lt", "le", "gt", "ge"), value }),
    fc
      .record(
        { column: fc.constant(column), op: fc.constant("between" as const), from: value, to: value },
        { requiredKeys: ["column", "op"] },
      )
      .map(inOrder),
    fc.record({
      column: fc.constant(column),
      op: fc.constantFrom("in", "not_in"),
      values: fc.array(value, { minLength: 1, maxLength: 3 }),
    }),
  ];
  const tests = fc.record({
    column: fc.constant(column),
    op: fc.constantFrom("contains", "not_contains", "starts_with", "ends_with"),
    value: text,
  });
  const clock = fc.record({ column: fc.constant(column), op: fc.constant("time_of_day"), from: timeOfDay, to: timeOfDay });
  return fc.oneof(...any, ...(type === "s" ? [tests] : []), ...(type === "d" ? [clock, clock] : []));
}

const combine = fc.constantFrom("and", "or");

/** Generates a step of any type on these columns. */
export function arbitraryEditStep(columns: Columns): fc.Arbitrary<LoadedStep> {
  const column = fc.constantFrom(...columns);
  const named = column.map((each) => each.name);
  const of = (type: ColumnType): Columns => columns.filter((each) => each.type === type);
  const nameOf = (type: ColumnType) => fc.constantFrom(...of(type).map((each) => each.name));
  const fresh = fc.string({ minLength: 5, maxLength: 9 }).filter((each) => !columns.some((other) => other.name === each));

  const steps: fc.Arbitrary<LoadedStep>[] = [
    fc.record({
      type: fc.constant("filter"),
      combine,
      groups: fc.array(fc.record({ combine, conditions: fc.array(column.chain(condition), { minLength: 1, maxLength: 3 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    fc.record({
      type: fc.constant("sort"),
      by: fc.array(fc.record({ column: named, order: fc.constantFrom("asc", "desc") }), { minLength: 1, maxLength: 3 }),
    }),
    column.chain((target) =>
      fc.record({ type: fc.constant("replacement"), replace_col: fc.constant(target.name), action: action(target.type) }),
    ),
    aggregation(columns, fresh),
  ];
  const formulas = [
    ...(of("n").length > 0 ? [arithmetic(nameOf("n"))] : []),
    ...(of("d").length > 0 ? [timeFormula(nameOf("d"))] : []),
    ...(of("s").length > 0
      ? [fc.record({ op: fc.constant("join"), columns: fc.array(nameOf("s"), { minLength: 1, maxLength: 3 }), separator: text })]
      : []),
  ];
  formulas.push(expression(columns).map((text) => ({ op: "expression", expression: text })) as never);
  steps.push(fc.record({ type: fc.constant("derived"), name: fresh, formula: fc.oneof(...formulas) }) as fc.Arbitrary<LoadedStep>);
  return fc.oneof<fc.Arbitrary<LoadedStep>[]>(...steps, arbitraryUnpivot(columns), arbitraryJoin(columns));
}

/** Generates an unpivot of some columns of one type. */
function arbitraryUnpivot(columns: Columns): fc.Arbitrary<LoadedStep> {
  const fresh = fc
    .uniqueArray(fc.string({ minLength: 5, maxLength: 9 }), { minLength: 2, maxLength: 2 })
    .filter((each) => !columns.some(({ name }) => each.includes(name)));
  return fc.constantFrom(...columns).chain(({ type }) => {
    const alike = columns.filter((each) => each.type === type).map(({ name }) => name);
    return fc.tuple(fresh, fc.shuffledSubarray(alike, { minLength: 1 })).map(([[names, values], chosen]) => ({
      type: "unpivot",
      columns: chosen,
      names,
      values,
      as: "text",
    }));
  });
}

/** Generates a join on one or two columns with a table whose keys are unique, in the form that its copy has. */
function arbitraryJoin(columns: Columns): fc.Arbitrary<LoadedJoin> {
  const prefix = fc.string({ minLength: 5, maxLength: 9 }).filter((stem) => !columns.some(({ name }) => name.startsWith(stem)));
  return fc.uniqueArray(fc.constantFrom(...columns), { minLength: 1, maxLength: 2 }).chain((keys) => {
    const types: ColumnType[] = [...keys.map(({ type }) => type), "s", "n"];
    const row = fc.tuple(...types.map((type, i): fc.Arbitrary<Value> => (i < keys.length ? VALUES[type] : fc.option(VALUES[type]))));
    const rows = fc.uniqueArray(row, { maxLength: 6, selector: (cells) => JSON.stringify(cells.slice(0, keys.length)) });
    return fc.tuple(prefix, rows).map(([stem, found]) => ({
      type: "join",
      dataset: "other",
      on: keys.map(({ name: column }) => ({ column, other: column })),
      columns: ["text", "number"],
      prefix: stem,
      copy: { key: "copy", title: "Other", types, rows: found.length, at: "2024-05-01T08:00:00Z" },
      lists: types.map((_, i) => JSON.stringify(found.map((cells) => cells[i]))),
    }));
  });
}

function action(type: ColumnType) {
  const value = arbitraryValue(type);
  const previous = fc.constant({ kind: "fill_with" as const, with: "previous" as const });
  const any = [
    fc.record({ kind: fc.constant("value" as const), from: value, to: fc.option(value) }),
    fc.record({ kind: fc.constant("fill" as const), value }),
    previous,
  ];
  const numbers = [
    fc.record({ kind: fc.constant("fill_with" as const), with: fc.constantFrom("mean" as const, "median" as const) }),
    fc
      .record({ kind: fc.constant("clip" as const), min: number, max: number }, { requiredKeys: ["kind"] })
      .filter(({ min, max }) => !(Number(min) > Number(max))),
  ];
  const texts = [
    fc.record({ kind: fc.constant("text" as const), change: fc.constantFrom("trim" as const, "lower" as const, "upper" as const) }),
  ];
  return fc.oneof(...any, ...(type === "n" ? numbers : []), ...(type === "s" ? texts : []));
}

const arithmetic = (column: fc.Arbitrary<string>) => {
  const operand = fc.oneof(fc.record({ column }), fc.record({ value: number }));
  return fc.oneof(
    fc.record({ op: fc.constantFrom("add", "subtract", "multiply", "divide", "power"), left: operand, right: operand }),
    fc.record({ op: fc.constantFrom("log", "exp", "sqrt", "abs", "floor"), of: operand }),
  );
};

const timeFormula = (column: fc.Arbitrary<string>) =>
  fc.oneof(
    fc.record({ op: fc.constant("part"), column, part: fc.constantFrom("year", "quarter", "month", "day", "weekday", "hour", "minute") }),
    fc.record({ op: fc.constant("difference"), from: column, to: column, unit: fc.constantFrom("second", "minute", "hour", "day") }),
  );

/** Generates a formula of these columns, of any type. */
function expression(columns: Columns): fc.Arbitrary<string> {
  const named = (type: ColumnType) => columns.filter((each) => each.type === type).map((each) => columnInFormula(each.name));
  const column = (type: ColumnType): fc.Arbitrary<string>[] => (named(type).length > 0 ? [fc.constantFrom(...named(type))] : []);
  const quoted = text.map((value) => `"${value.replaceAll('"', '""')}"`);
  const { n, s, condition } = fc.letrec<{ n: string; s: string; condition: string; flat: string; any: string }>((tie) => ({
    flat: fc.oneof(
      number.map((value) => (value < 0 ? `(${value})` : String(value))),
      ...column("n"),
    ),
    n: fc.oneof(
      { depthSize: "small" },
      tie("flat"),
      fc.tuple(tie("n"), fc.constantFrom("+", "-", "*", "/"), tie("n")).map(([left, sign, right]) => `(${left} ${sign} ${right})`),
      tie("n").map((value) => `abs(${value})`),
      fc.tuple(fc.constantFrom("min", "max", "coalesce"), tie("n"), tie("n")).map(([name, one, other]) => `${name}(${one}, ${other})`),
      fc.tuple(tie("condition"), tie("n"), tie("n")).map(([is, one, other]) => `if(${is}, ${one}, ${other})`),
      tie("flat").map((value) => `bin(${value}, 0.5)`),
      fc
        .tuple(fc.constantFrom("lag", "rolling_mean"), tie("flat"), fc.integer({ min: 1, max: 4 }))
        .map(([name, of, rows]) => `${name}(${of}, ${rows})`),
    ),
    s: fc.oneof(
      { depthSize: "small" },
      quoted,
      ...column("s"),
      fc.tuple(tie("s"), tie("s")).map(([one, other]) => `concat(${one}, ${other})`),
      fc.tuple(tie("condition"), tie("s")).map(([is, value]) => `if(${is}, ${value})`),
    ),
    condition: fc.oneof(
      { depthSize: "small" },
      fc.tuple(tie("n"), fc.constantFrom("=", "<>", "<", "<=", ">", ">="), tie("n")).map((parts) => parts.join(" ")),
      fc.tuple(tie("s"), fc.constantFrom("=", "<", ">="), tie("s")).map((parts) => parts.join(" ")),
      fc.tuple(tie("s"), tie("s")).map(([one, other]) => `contains(${one}, ${other})`),
      tie("any").map((value) => `ismissing(${value})`),
      tie("condition").map((is) => `not (${is})`),
      fc.tuple(tie("condition"), fc.constantFrom("and", "OR"), tie("condition")).map(([one, sign, other]) => `(${one} ${sign} ${other})`),
    ),
    any: fc.oneof(tie("flat"), quoted, ...column("d")),
  }));
  return fc.oneof(n, s, condition);
}

const ANY: AggregateFunction[] = ["count", "missing", "unique", "min", "max", "first", "last"];
const NUMBERS: AggregateFunction[] = ["sum", "mean", "median"];

const windowOn = (columns: string[]) =>
  fc.record({
    column: fc.constantFrom(...columns),
    every: fc.integer({ min: 1, max: 5 }),
    unit: fc.constantFrom("second", "minute", "hour", "day", "week", "month", "quarter", "year"),
  });

function aggregation(columns: Columns, fresh: fc.Arbitrary<string>): fc.Arbitrary<AggregationSpec> {
  const times = columns.filter(({ type }) => type === "d").map((each) => each.name);
  const window = times.length > 0 ? fc.option(windowOn(times), { nil: undefined }) : fc.constant(undefined);
  const keys = columns.map((each) => each.name);
  // No name that begins with the stem is taken, with or without a number behind it.
  const stems = fresh.filter((stem) => !columns.some((column) => column.name.startsWith(stem)));
  const figures = fc
    .array(
      fc
        .constantFrom(...columns)
        .chain(({ name: column, type }) =>
          fc.record({ function: fc.constantFrom(...ANY, ...(type === "n" ? NUMBERS : [])), column: fc.constant(column) }),
        ),
      { minLength: 1, maxLength: 4 },
    )
    .chain((all) => stems.map((stem) => [...all, { function: "count" as const }].map((each, i) => ({ ...each, name: `${stem}${i}` }))));
  return window.chain((chosen) => {
    const free = keys.filter((key) => key !== chosen?.column);
    const by =
      free.length > 0 ? fc.uniqueArray(fc.constantFrom(...free), { maxLength: Math.min(2, free.length) }) : fc.constant<string[]>([]);
    return fc.record({ type: fc.constant("aggregation" as const), by, cols: figures, ...(chosen && { window: fc.constant(chosen) }) });
  });
}
