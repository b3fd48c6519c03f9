import { InvalidInput, RESERVED_COLUMN_NAMES } from "@agatha/contracts";

/** Throws InvalidInput for a column's name that is reserved (010411), or that another column has (010404). */
export function requireUnusedName(name: string, others: readonly { name: string }[], path: string): void {
  if (RESERVED_COLUMN_NAMES.some((reserved) => reserved === name)) {
    throw new InvalidInput("010411", { path, message: `${JSON.stringify(name)} is kept by the product: choose another name` });
  }
  if (others.some((column) => column.name === name)) {
    throw new InvalidInput("010404", { path, message: `There is a column ${JSON.stringify(name)} already: choose another name` });
  }
}
