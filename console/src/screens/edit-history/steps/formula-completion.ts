import { FORMULA_FUNCTIONS, type FormulaFunction, type FormulaFunctionName, type Parameter } from "@agatha/contracts/formula/functions";
import { columnInFormula } from "@agatha/contracts/formula/tokens";
import type { StepColumn } from "../../../step-columns/step-columns.js";

/** A name that can stand at the caret. */
export interface Completion {
  kind: "column" | "function";
  name: string;
  /** Text that takes the place of the word before the caret. */
  inserted: string;
}

/** The word before the caret: the beginning of a name, with its opening bracket if it has one. */
const WORD = /(?:\[[^\]"]*|[\p{L}_][\p{L}\p{M}\p{N}_]*)$/u;
const MAX_COMPLETIONS = 50;

const wordBefore = (formula: string, caret: number): string => WORD.exec(formula.slice(0, caret))?.[0] ?? "";

/** Returns the columns and functions whose name begins with the word before the caret, and then those that contain it. */
export function completions(formula: string, caret: number, columns: readonly StepColumn[]): Completion[] {
  const word = wordBefore(formula, caret);
  const sought = word.replace(/^\[/, "").toLowerCase();
  if (word === "") return [];
  const functions = word.startsWith("[") ? [] : (Object.keys(FORMULA_FUNCTIONS) as FormulaFunctionName[]);
  const all: Completion[] = [
    ...columns.map(({ name }) => ({ kind: "column" as const, name, inserted: columnInFormula(name) })),
    ...functions.map((name) => ({ kind: "function" as const, name, inserted: `${name}(` })),
  ];
  const rank = ({ name }: Completion) => (name.toLowerCase().startsWith(sought) ? 0 : name.toLowerCase().includes(sought) ? 1 : 2);
  const found = all.filter((each) => rank(each) < 2).sort((a, b) => rank(a) - rank(b));
  return found.length === 1 && found[0]?.inserted === word ? [] : found.slice(0, MAX_COMPLETIONS);
}

/** Puts a completion in the place of the word before the caret. Returns the formula and the caret after it. */
export function complete(formula: string, caret: number, { inserted }: Completion): { formula: string; caret: number } {
  const start = caret - wordBefore(formula, caret).length;
  return { formula: formula.slice(0, start) + inserted + formula.slice(caret), caret: start + inserted.length };
}

/** Returns a function with what it takes; what may be left out is in brackets. */
export function signatureOf(name: FormulaFunctionName, word: (parameter: Parameter) => string): string {
  const { takes, optional = 0, repeats = false }: FormulaFunction = FORMULA_FUNCTIONS[name];
  const words = takes.map((parameter, i) => (i < takes.length - optional ? word(parameter) : `[${word(parameter)}]`));
  return `${name}(${[...words, ...(repeats ? ["…"] : [])].join(", ")})`;
}
