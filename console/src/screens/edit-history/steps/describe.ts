/** Describes a step in words. The history shows the description, and the server stores it. */
import type {
  AggregationSpec,
  CellValue,
  DerivedColumnSpec,
  FilterCondition,
  FilterSpec,
  Operand,
  ReplacementSpec,
} from "@agatha/contracts";
import type { MessageKey } from "../../../i18n/messages.js";
import type { en } from "../en.js";
import type { DescribedStep } from "./step-draft.js";

export interface StepFormatter {
  text: (key: MessageKey<typeof en>, values?: Record<string, string | number>) => string;
  number: (value: number) => string;
  /** Label of a column. */
  label: (column: string) => string;
}

/** Returns what a step does, in a sentence of the user's language. */
export function describeStep(spec: DescribedStep, words: StepFormatter): string {
  switch (spec.type) {
    case "filter":
      return words.text("say.filter", { conditions: filterText(spec, words) });
    case "sort": {
      const keys = spec.by.map(({ column, order }) =>
        words.text("say.sortKey", { column: words.label(column), order: words.text(`sort.${order}`) }),
      );
      return words.text("say.sort", { columns: joinList(keys, words) });
    }
    case "aggregation":
      return aggregationText(spec, words);
    case "replacement":
      return replacementText(spec, words);
    case "unpivot":
      return words.text("say.unpivot", {
        count: spec.columns.length,
        columns: `${words.label(spec.columns[0] ?? "")} … ${words.label(spec.columns.at(-1) ?? "")}`,
        names: spec.names,
        values: spec.values,
      });
    case "join":
      return words.text("say.joined", {
        columns: joinList(
          spec.columns.map((name) => spec.prefix + name),
          words,
        ),
        title: spec.copy.title,
        keys: joinList(
          spec.on.map(({ column }) => words.label(column)),
          words,
        ),
      });
    case "derived":
      return words.text("say.derived", { name: spec.name, formula: formulaText(spec.formula, words) });
  }
}

const joinList = (parts: readonly string[], { text }: StepFormatter): string => parts.join(text("say.list"));

/** Groups of several conditions get brackets if there are several groups. */
function filterText({ groups, combine }: FilterSpec, words: StepFormatter): string {
  const join = (parts: string[], how: "and" | "or") => parts.join(words.text(`say.${how}`));
  const phrase = groups.map(({ conditions, combine: within }) => {
    const all = join(
      conditions.map((condition) => conditionText(condition, words)),
      within,
    );
    return groups.length > 1 && conditions.length > 1 ? `(${all})` : all;
  });
  return join(phrase, combine);
}

const ISO_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)(\.\d+)?Z$/;

/** Times are written as in tables. */
function valueText(value: CellValue, { number }: StepFormatter): string {
  if (typeof value === "number") return number(value);
  const [, date, clock, seconds, rest = ".000"] = ISO_TIME.exec(value) ?? [];
  if (date === undefined) return `“${value}”`;
  const exact = rest === ".000" ? (seconds === ":00" ? "" : seconds) : `${seconds}${rest}`;
  return exact === "" && clock === "00:00" ? date : `${date} ${clock}${exact}`;
}

function conditionText(condition: FilterCondition, words: StepFormatter): string {
  const column = words.label(condition.column);
  const { text } = words;
  const comparison = (op: MessageKey<typeof en>, value: string) => text("say.one", { column, op: text(op), value });
  switch (condition.op) {
    case "empty":
    case "not_empty":
      return text("say.none", { column, op: text(`op.${condition.op}`) });
    case "between": {
      const { from, to } = condition;
      if (from !== undefined && to !== undefined)
        return text("say.between", { column, from: valueText(from, words), to: valueText(to, words) });
      return from === undefined ? comparison("op.le", valueText(to ?? "", words)) : comparison("op.ge", valueText(from, words));
    }
    case "time_of_day":
      return text("say.time_of_day", { column, from: condition.from, to: condition.to });
    case "in":
    case "not_in":
      return comparison(
        `op.${condition.op}`,
        joinList(
          condition.values.map((value) => valueText(value, words)),
          words,
        ),
      );
    case "lt":
    case "le":
    case "gt":
    case "ge": {
      const isTime = ISO_TIME.test(String(condition.value));
      return comparison(`${isTime ? "timeOp" : "op"}.${condition.op}`, valueText(condition.value, words));
    }
    default:
      return comparison(`op.${condition.op}`, valueText(condition.value, words));
  }
}

function aggregationText({ by, window, cols }: AggregationSpec, words: StepFormatter): string {
  const { text, label } = words;
  const aggregates = cols.map(({ function: aggregate, column }) =>
    column === undefined ? text("say.rows") : text("say.figureOf", { figure: text(`figure.${aggregate}`), column: label(column) }),
  );
  const phrase = joinList(aggregates, words);
  const windows = window ? [windowText(window, words)] : [];
  const groups = [...windows, ...by.map(label)];
  if (groups.length === 0) return text("say.aggregationAll", { figures: phrase });
  return text("say.aggregation", { figures: phrase, groups: joinList(groups, words) });
}

function windowText({ column: name, every, unit }: NonNullable<AggregationSpec["window"]>, { text, label }: StepFormatter): string {
  const column = label(name);
  if (every === 1) return text("say.windowOne", { column, unit: text(`oneUnit.${unit}`) });
  return text("say.window", { column, every, unit: text(`unit.${unit}`) });
}

function replacementText({ replace_col, action }: ReplacementSpec, words: StepFormatter): string {
  const { text } = words;
  const column = words.label(replace_col);
  switch (action.kind) {
    case "value": {
      const from = valueText(action.from, words);
      if (action.to === null) return text("say.valueMissing", { column, from });
      return text("say.value", { column, from, to: valueText(action.to, words) });
    }
    case "fill":
      return text("say.fill", { column, value: valueText(action.value, words) });
    case "fill_with":
      return text("say.fill", { column, value: text(`replacement.fills.${action.with}`) });
    case "clip": {
      const { min, max } = action;
      const bound = (side: "clipLower" | "clipUpper", value: number) => text(`say.${side}`, { value: words.number(value) });
      if (min !== undefined && max !== undefined) {
        return text("say.clip", { column, range: text("say.range", { from: words.number(min), to: words.number(max) }) });
      }
      return text("say.clip", { column, range: min === undefined ? bound("clipUpper", max ?? 0) : bound("clipLower", min) });
    }
    case "text":
      return text("say.text", { column, change: text(`replacement.changes.${action.change}`) });
  }
}

const SIGNS = { add: "+", subtract: "−", multiply: "×", divide: "÷", power: "^" } as const;

function formulaText(formula: DerivedColumnSpec["formula"], words: StepFormatter): string {
  const { text, label } = words;
  const operandText = (operand: Operand) => ("column" in operand ? label(operand.column) : words.number(operand.value));
  switch (formula.op) {
    case "expression":
      return formula.expression;
    case "part":
      return text("say.part", { part: text(`derived.parts.${formula.part}`), column: label(formula.column) });
    case "difference":
      return text("say.difference", { from: label(formula.from), to: label(formula.to), unit: text(`unit.${formula.unit}`) });
    case "join":
      return text("say.join", { columns: joinList(formula.columns.map(label), words) });
    case "log":
    case "exp":
    case "sqrt":
    case "abs":
    case "floor":
      return text(`say.${formula.op}`, { of: operandText(formula.of) });
    default:
      return `${operandText(formula.left)} ${SIGNS[formula.op]} ${operandText(formula.right)}`;
  }
}
