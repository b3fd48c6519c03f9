/** Formulas as SQL. Column names and values of a formula never occur in it: columns have generated names, values are bound. */
import {
  type BinarySign,
  CALENDAR_STEP_MONTHS,
  type CalendarStep,
  type ColumnType,
  checkFormula,
  ERRORS,
  FormulaError,
  type FormulaFunctionName,
  type FormulaNode,
  type FormulaUnit,
  InvalidInput,
} from "@agatha/contracts";
import { MAX_TIME_MS, parseTime } from "../tables/zoned-time.js";
import { DATE_PARTS } from "./date-parts.js";
import { type EditStepContext, type Relation, ROW_ORDER, requireColumn, textOrNullSql } from "./relation.js";
import { toLocalTimeSql, toUtcSql } from "./time-zone.js";

export interface FormulaQuery {
  type: ColumnType;
  sql: string;
  /** Relation from which `sql` selects: the step's rows, with the results of the functions that look at other rows. */
  rows: string;
}

/** Returns the SQL of a formula. Throws InvalidInput (columnName) with the place of its first fault. */
export function formulaSql(step: Relation, formula: string, context: EditStepContext): FormulaQuery {
  const { node, type } = checked(step, formula, `${context.path}.formula.expression`);
  const writer = new FormulaWriter(step, context);
  const sql = writer.sqlOf(node);
  const isCondition = type === "n" && writer.isCondition(node);
  const result = type === "s" ? textOrNullSql(sql) : sql;
  return { type, sql: isCondition ? `${sql}::INTEGER::DOUBLE` : result, rows: writer.rows };
}

function checked(step: Relation, formula: string, path: string): ReturnType<typeof checkFormula> {
  try {
    return checkFormula(formula, step.columns);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    const { fault, place, values, message } = error;
    const [start, end] = [String(place.start), String(place.end)];
    throw new InvalidInput(ERRORS.columnName, {
      path,
      message: `${message} (characters ${place.start + 1} to ${Math.max(place.end, place.start + 1)})`,
      fault: { name: fault, values: { ...values, start, end } },
    });
  }
}

/** A number that is not finite becomes NULL, and −0 becomes 0. The expression occurs once, unlike in finiteOrNullSql. */
const finite = (sql: string): string => `list_transform([${sql}], lambda v: CASE WHEN v = 0 THEN 0 WHEN isfinite(v) THEN v END)[1]`;

const COMPARISONS = new Set<BinarySign>(["=", "<>", "<", "<=", ">", ">="]);
const UNIT_MS: Record<FormulaUnit, number> = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 };
type Call = Extract<FormulaNode, { kind: "call" }>;

class FormulaWriter {
  private readonly windows: string[] = [];
  constructor(
    private readonly step: Relation,
    private readonly context: EditStepContext,
  ) {}

  get rows(): string {
    return this.windows.length === 0 ? this.step.rows : `(SELECT *, ${this.windows.join(", ")} FROM ${this.step.rows})`;
  }

  isCondition(node: FormulaNode): boolean {
    if (node.kind === "unary") return node.sign === "not";
    if (node.kind === "binary") return COMPARISONS.has(node.sign) || node.sign === "and" || node.sign === "or";
    if (node.kind !== "call") return false;
    if (node.name === "if") return this.isCondition(node.arguments[1]!);
    if (node.name === "coalesce" || node.name === "lag") return this.isCondition(node.arguments[0]!);
    return ["ismissing", "contains", "startswith", "endswith"].includes(node.name);
  }

  sqlOf(node: FormulaNode): string {
    const { values } = this.context;
    switch (node.kind) {
      case "number":
        return values.number(node.value);
      case "text":
        return values.text(node.value);
      case "column":
        return requireColumn(this.step, node.name, this.context.path).sql;
      case "unary":
        return node.sign === "not" ? `(NOT ${this.sqlOf(node.of)})` : finite(`-(${this.sqlOf(node.of)})`);
      case "binary": {
        const [left, right] = [this.sqlOf(node.left), this.sqlOf(node.right)];
        if (node.sign === "^") return finite(`TRY(pow(${left}, ${right}))`);
        const sql = `(${left} ${node.sign.toUpperCase()} ${right})`;
        return this.isCondition(node) ? sql : finite(sql);
      }
      case "call":
        return this.callSql(node);
    }
  }

  private callSql(call: Call): string {
    const name = call.name as FormulaFunctionName;
    if (name === "lag" || name.startsWith("rolling_")) return this.windowSql(call);
    if (name === "date") return this.dateSql(call);
    if (name === "datediff" || name === "dateadd") return this.dateArithmeticSql(name, call);
    const given = call.arguments.map((argument) => this.sqlOf(argument));
    if (name in DATE_PARTS) {
      const local = toLocalTimeSql(this.context.values, this.context.timezone, given[0]!);
      return `date_part('${DATE_PARTS[name as keyof typeof DATE_PARTS]}', ${local})::DOUBLE`;
    }
    return SCALAR_FUNCTIONS[name as keyof typeof SCALAR_FUNCTIONS](given);
  }

  /** Adds the column with the function's result to the relation that is selected from, and returns its name. */
  private windowSql({ name, arguments: given }: Call): string {
    const [of, count, group] = given;
    const rows = (count as Extract<FormulaNode, { kind: "number" }>).value;
    const partition = group ? `PARTITION BY ${this.sqlOf(group)} ` : "";
    const value = this.sqlOf(of!);
    const column = `w${this.windows.length}`;
    const over = `${partition}ORDER BY ${ROW_ORDER}`;
    const sql =
      name === "lag"
        ? `lag(${value}, ${rows}) OVER (${over})`
        : finite(`${ROLLING_FUNCTIONS[name as keyof typeof ROLLING_FUNCTIONS]}(${value}) OVER (${over} ROWS ${rows - 1} PRECEDING)`);
    this.windows.push(`${sql} AS ${column}`);
    return column;
  }

  private dateSql({ arguments: [date] }: Call): string {
    const { values, timezone } = this.context;
    return values.time(parseTime((date as Extract<FormulaNode, { kind: "text" }>).value, timezone)!);
  }

  private dateArithmeticSql(name: "datediff" | "dateadd", { arguments: [from, to, unit] }: Call): string {
    const named = (unit as Extract<FormulaNode, { kind: "text" }>).value as FormulaUnit | CalendarStep;
    const [first, second] = [this.sqlOf(from!), this.sqlOf(to!)];
    if (named in CALENDAR_STEP_MONTHS) return this.calendarStepSql(first, second, CALENDAR_STEP_MONTHS[named as CalendarStep]);
    const ms = UNIT_MS[named as FormulaUnit];
    if (name === "datediff") return `((epoch_ms(${second}) - epoch_ms(${first}))::DOUBLE / ${ms})`;
    const moved = `TRY(epoch_ms(${first}) + ${second} * ${ms})`;
    return `list_transform([${moved}], lambda v: CASE WHEN abs(v) <= ${MAX_TIME_MS} THEN epoch_ms(CAST(v AS BIGINT)) END)[1]`;
  }

  /** Moves a time by the nearest whole number of months on the calendar of the dataset's time zone: the last day of a month at most. */
  private calendarStepSql(time: string, steps: string, months: number): string {
    const { values, timezone } = this.context;
    const moved = `TRY(${toLocalTimeSql(values, timezone, time)} + to_months(CAST(round(${steps} * ${months}) AS INTEGER)))`;
    return `list_transform([${toUtcSql(values, timezone, moved)}], lambda v: CASE WHEN abs(epoch_ms(v)) <= ${MAX_TIME_MS} THEN v END)[1]`;
  }
}

const ROLLING_FUNCTIONS = {
  rolling_mean: "avg",
  rolling_sum: "sum",
  rolling_std: "stddev_samp",
  rolling_min: "min",
  rolling_max: "max",
} as const;

/** Functions of the values of one row, by name. The arguments are SQL. */
const tried =
  (name: string) =>
  (given: readonly string[]): string =>
    finite(`TRY(${name}(${given.join(", ")}))`);
const plain =
  (name: string) =>
  (given: readonly string[]): string =>
    `${name}(${given.join(", ")})`;
const count = (sql: string): string => `TRY(CAST(floor(${sql}) AS BIGINT))`;
/** SQL's least and greatest skip NULL; a result of a missing value is missing here. */
const ofAll =
  (name: "least" | "greatest") =>
  (given: readonly string[]): string =>
    `list_transform([[${given.join(", ")}]], lambda v: CASE WHEN len(list_filter(v, lambda x: x IS NULL)) = 0 THEN list_${name === "least" ? "min" : "max"}(v) END)[1]`;

const SCALAR_FUNCTIONS = {
  if: ([condition, then, otherwise = "NULL"]: readonly string[]) => `CASE WHEN ${condition} THEN ${then} ELSE ${otherwise} END`,
  coalesce: plain("coalesce"),
  ismissing: ([value]: readonly string[]) => `(${value} IS NULL)`,
  abs: tried("abs"),
  sqrt: tried("sqrt"),
  exp: tried("exp"),
  log: tried("ln"),
  log10: tried("log10"),
  floor: tried("floor"),
  ceil: tried("ceil"),
  sign: ([value]: readonly string[]) => `sign(${value})::DOUBLE`,
  sin: tried("sin"),
  cos: tried("cos"),
  round: ([value, digits = "0"]: readonly string[]) => finite(`TRY(round(${value}, CAST(${digits} AS INTEGER)))`),
  mod: ([value, divisor]: readonly string[]) => finite(`(${value} % ${divisor})`),
  min: ofAll("least"),
  max: ofAll("greatest"),
  /** The lower bound of the bin that a value is in. */
  bin: ([value, width, start = "0"]: readonly string[]) =>
    finite(`list_transform([[${value}, ${width}, ${start}]], lambda v: floor((v[1] - v[3]) / v[2]) * v[2] + v[3])[1]`),
  length: ([text]: readonly string[]) => `length(${text})::DOUBLE`,
  lower: plain("lower"),
  upper: plain("upper"),
  trim: plain("trim"),
  left: ([text, length]: readonly string[]) => `left(${text}, ${count(length!)})`,
  right: ([text, length]: readonly string[]) => `right(${text}, ${count(length!)})`,
  substring: ([text, start, length]: readonly string[]) => `substring(${text}, ${count(start!)}, ${count(length!)})`,
  replace: plain("replace"),
  /** Missing if one of the texts is. */
  concat: (given: readonly string[]) => `(${given.join(" || ")})`,
  /** DuckDB's function of this name is one of lists too; it chooses by the types, which two missing texts do not have. */
  contains: ([text, part]: readonly string[]) => `contains(${text}::VARCHAR, ${part}::VARCHAR)`,
  startswith: plain("starts_with"),
  endswith: plain("ends_with"),
  number: ([text]: readonly string[]) => finite(`TRY_CAST(${text} AS DOUBLE)`),
  text: ([value]: readonly string[]) =>
    `list_transform([${value}], lambda v: CASE WHEN v = floor(v) AND abs(v) < 1e15 THEN v::BIGINT::VARCHAR ELSE v::VARCHAR END)[1]`,
} satisfies Partial<Record<FormulaFunctionName, (given: readonly string[]) => string>>;
