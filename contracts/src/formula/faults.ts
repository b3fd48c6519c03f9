/** Faults of a formula. Each has its English text; the console translates it by the fault's name. */
export const FORMULA_FAULTS = {
  empty: "Enter a formula",
  unexpectedEnd: "The formula ends too early: something is missing here",
  unexpected: "{{found}} is not expected here",
  unclosedText: 'The text has no closing quote: end it with "',
  unclosedName: "The column's name has no closing bracket: end it with ]",
  tooDeep: "The formula is nested too deeply: split it into several columns",
  unknownColumn: "There is no column {{column}}",
  unknownFunction: "There is no function {{function}}",
  argumentCount: "{{function}} takes {{expected}} arguments, not {{found}}",
  wrongType: "This is {{found}}; here it must be {{expected}}",
  differentTypes: "{{left}} and {{right}} do not go together",
  wholeNumber: "Enter a whole number from {{least}} to {{most}} here",
  unit: "Enter one of {{units}} in quotes here",
  date: 'Enter a date in quotes here, such as "2024-01-31" or "2024-01-31 13:00"',
  columnNeeded: "Name a column here",
  nestedWindow: "{{function}} looks at other rows, as {{outer}} around it does: compute one of them in a column of its own",
} as const satisfies Record<string, string>;
export type FormulaFaultName = keyof typeof FORMULA_FAULTS;

/** Returns true if the values of a fault are types. Those of other faults are parts of the formula, such as a column named `d`. */
export const isTypeFault = (fault: FormulaFaultName): boolean => fault === "wrongType" || fault === "differentTypes";

/** Names of the types in the texts. */
const TYPE_WORDS: Readonly<Record<string, string>> = { n: "a number", s: "text", d: "a time", b: "a condition" };

/** Characters of a formula, from `start` to before `end`. */
export interface Span {
  start: number;
  end: number;
}

/** A formula cannot be computed. The place is that of the first fault. */
export class FormulaError extends Error {
  override name = "FormulaError";
  constructor(
    readonly fault: FormulaFaultName,
    readonly place: Span,
    readonly values: Readonly<Record<string, string>> = {},
  ) {
    const word = (value: string) => (isTypeFault(fault) && TYPE_WORDS[value]) || value;
    super(FORMULA_FAULTS[fault].replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => word(values[key] ?? "")));
  }
}
