/** Formulas of derived columns: one expression, as in a spreadsheet, with columns in the place of cells. */
export { checkFormula, childrenOf, columnsOfFormula, type FormulaColumn } from "./check.js";
export { FORMULA_FAULTS, FormulaError, type FormulaFaultName, isTypeFault, type Span } from "./faults.js";
export {
  CALENDAR_STEP_MONTHS,
  type CalendarStep,
  FORMULA_FUNCTIONS,
  type FormulaFunctionName,
  type FormulaUnit,
  isFormulaFunction,
  type ValueType,
} from "./functions.js";
export type { BinarySign, FormulaNode } from "./parse.js";
export { columnInFormula } from "./tokens.js";
