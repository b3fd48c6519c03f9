import { z } from "zod";

export const columnName = z.string().min(1).max(512);

/** A number, text, or a time as text. */
export const cellValue = z.union([z.number(), z.string().max(10_000)]);
export type CellValue = z.infer<typeof cellValue>;
