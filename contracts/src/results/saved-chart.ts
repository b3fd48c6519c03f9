import { z } from "zod";

const columnName = z.string().min(1).max(512);

const chartKind = z.enum(["histogram", "box", "scatter", "line", "correlation", "parallel"]);
export type ChartKind = z.infer<typeof chartKind>;

/** A chart of the rows that the edit history leaves. A kind of chart ignores the columns that it does not draw. */
export const chart = z.object({
  id: z.string().min(1).max(128).describe("Chosen by the client, and unique on the dashboard."),
  title: z.string().trim().max(200).describe("Empty for the title that the console gives."),
  kind: chartKind,
  x: columnName.optional(),
  y: columnName.optional(),
  by: columnName.optional().describe("Column that groups or colours, or with which the others are correlated."),
});
export type Chart = z.infer<typeof chart>;

export const savedChart = chart.extend({ owner: z.string().describe("Who added it."), created_at: z.iso.datetime() });
