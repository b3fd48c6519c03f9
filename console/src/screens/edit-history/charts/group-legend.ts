import type { ChartTheme } from "../../../charts/chart-theme.js";

/** Legend of the groups of rows above a chart, in pages where the groups are many. */
export function groupLegend({ text }: ChartTheme, show: boolean) {
  return { show, type: "scroll", top: 4, left: 0, textStyle: { color: text }, pageTextStyle: { color: text } };
}
