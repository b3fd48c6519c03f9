import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { baseOption, type ChartTheme, withBaseOption } from "./chart-theme.js";

const dark = fromPartial<ChartTheme>({ data: { groups: [] }, text: "white", background: "black", divider: "grey" });

test("a chart that chooses what triggers its tooltip keeps the colours of the theme, and the edge of the chart as its limit", () => {
  const { tooltip, legend } = withBaseOption(dark, { tooltip: { trigger: "axis" }, legend: { show: false } });
  expect(tooltip).toEqual({ ...baseOption(dark).tooltip, trigger: "axis" });
  expect(tooltip).toMatchObject({ backgroundColor: "black", textStyle: { color: "white" }, confine: true, renderMode: "richText" });
  expect(legend).toEqual({ show: false });
});

test("a chart without a tooltip of its own has the shared one", () => {
  expect(withBaseOption(dark, { series: [] }).tooltip).toEqual(baseOption(dark).tooltip);
});
