import { z } from "zod";
import { chart, savedChart } from "../results/saved-chart.js";

export const dashboardRequest = z.object({
  version: z.int().min(0).describe("Of the dashboard that this one replaces; 409 if somebody has changed it since."),
  charts: z
    .array(chart)
    .max(50)
    .refine((charts) => new Set(charts.map(({ id }) => id)).size === charts.length, {
      message: "Two charts have the same id: give each its own",
    })
    .describe("In the order in which they are shown."),
});
export type DashboardRequest = z.infer<typeof dashboardRequest>;

export const dashboardAnswer = z.object({
  version: z.int().min(0).describe("0 until there is a dashboard."),
  charts: z.array(savedChart),
});
export type DashboardAnswer = z.infer<typeof dashboardAnswer>;
