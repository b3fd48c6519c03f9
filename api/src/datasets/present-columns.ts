import type { DatasetSpec, TableColumn } from "@agatha/contracts";
import { withoutUndefined } from "@agatha/contracts/resources/without-undefined";

/** Returns the columns of a table as the spec wants them, which the table itself shows once it is read anew. */
export function presentColumns(columns: readonly TableColumn[], spec: DatasetSpec): TableColumn[] {
  const wanted = new Map(spec.columns.map((column) => [column.name, withoutUndefined(column)]));
  return columns.map((column) => Object.assign({}, column, wanted.get(column.name)));
}
