import { type ColumnType, type ExtractionValue, InvalidInput } from "@agatha/contracts";
import { z } from "zod";
import type { BoundValues, StepColumn } from "./statement.js";

const time = z.iso.datetime({ offset: true });

/** A value as the column has them, bound. Throws InvalidInput (010405) when a column of this type cannot have it. */
export function boundValue(values: BoundValues, column: StepColumn, value: ExtractionValue, path: string): string {
  if (column.type === "n" && typeof value === "number") return values.number(value);
  if (column.type === "s" && typeof value === "string") return values.text(value);
  if (column.type === "d" && time.safeParse(value).success) return values.time(Date.parse(String(value)));
  throw new InvalidInput("010405", {
    path,
    message: `${JSON.stringify(value)} cannot be compared with the column ${JSON.stringify(column.name)}: give ${WANTED[column.type]}`,
  });
}

const WANTED: Record<ColumnType, string> = {
  n: "a number",
  s: "text",
  d: "a time with its offset, such as 2024-05-01T08:00:00Z",
};
