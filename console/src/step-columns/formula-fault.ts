import { checkFormula, type FormulaColumn, FormulaError } from "@agatha/contracts/formula/index";

export type FormulaFault = Pick<FormulaError, "fault" | "place" | "values">;

/** Returns the first fault of an expression, or null. */
export function formulaFault(expression: string, columns: readonly FormulaColumn[]): FormulaFault | null {
  try {
    checkFormula(expression, columns);
    return null;
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
}
