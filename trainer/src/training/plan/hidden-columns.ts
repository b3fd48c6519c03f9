import type { Table } from "../../data/tables/table.js";

/** Columns of the table that are no inputs. */
export interface HiddenColumns {
  /** Hidden columns that are still read, since they may show which rows belong together. */
  hidden?: ReadonlySet<string>;
}

/** Returns the table without the hidden columns. */
export function withoutHidden({ nrow, columns }: Table, { hidden }: HiddenColumns): Table {
  return { nrow, columns: columns.filter(({ name }) => !hidden?.has(name)) };
}
