import { ERRORS, InvalidInput, RESERVED_COLUMN_NAMES } from "@agatha/contracts";

/** Throws InvalidInput if a column's name is reserved (reservedColumnName) or taken by another column (duplicateColumnName). */
export function requireUnusedName(name: string, others: readonly { name: string }[], path: string): void {
  if (RESERVED_COLUMN_NAMES.some((reserved) => reserved === name)) {
    throw new InvalidInput(ERRORS.reservedColumnName, {
      path,
      message: `${JSON.stringify(name)} is kept by the product: choose another name`,
    });
  }
  if (others.some((column) => column.name === name)) {
    throw new InvalidInput(ERRORS.duplicateColumnName, {
      path,
      message: `There is a column ${JSON.stringify(name)} already: choose another name`,
    });
  }
}
