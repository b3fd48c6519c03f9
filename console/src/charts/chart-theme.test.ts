import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { createFormat } from "../i18n/format.js";
import { baseOption, type ChartTheme, withBaseOption } from "./chart-theme.js";

const dark = fromPartial<ChartTheme>({ data: { groups: [] }, text: "white", background: "black", divider: "grey" });

const { number } = createFormat("en");
const valueFormatter = expect.any(Function);

test("a chart that chooses what triggers its tooltip keeps the colours of the theme, and the edge of the chart as its limit", () => {
  const { tooltip, legend } = withBaseOption(dark, { tooltip: { trigger: "axis" }, legend: { show: false } }, number);
  expect(tooltip).toEqual({ ...baseOption(dark).tooltip, trigger: "axis", valueFormatter });
  expect(tooltip).toMatchObject({ backgroundColor: "black", textStyle: { color: "white" }, confine: true, renderMode: "richText" });
  expect(legend).toEqual({ show: false });
});

test("a chart without a tooltip of its own has the shared one", () => {
  expect(withBaseOption(dark, { series: [] }, number).tooltip).toEqual({ ...baseOption(dark).tooltip, valueFormatter });
});

test("tooltips write numbers as the rest of the console does, and times on an axis of times", () => {
  const { tooltip } = withBaseOption(dark, { tooltip: { trigger: "item" }, xAxis: { type: "time" } }, number);
  const { valueFormatter } = tooltip as { valueFormatter(value: unknown): unknown };
  expect(valueFormatter([86_400_000, 6.091605554572616])).toEqual(["1970-01-02 00:00:00", "6.091606"]);
});
