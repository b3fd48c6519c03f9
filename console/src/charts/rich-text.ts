import type { EChartsCoreOption } from "echarts/core";

/** A brace closes a part of rich text with a style, and cannot be escaped (`parseRichText` of zrender). The wide brace looks alike. */
export const withoutClosingBraces = (text: string): string => text.replaceAll("}", "｝");

/** Returns the option with names that tooltips of rich text show whole: those of series, marks, dimensions and categories. */
export function withRichTextNames(option: EChartsCoreOption): EChartsCoreOption {
  const { xAxis, yAxis, series } = option;
  return {
    ...option,
    ...(xAxis !== undefined && { xAxis: each(xAxis, (axis) => mapped(axis, "data", texts)) }),
    ...(yAxis !== undefined && { yAxis: each(yAxis, (axis) => mapped(axis, "data", texts)) }),
    ...(series !== undefined && { series: each(series, seriesNames) }),
  };
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

const each = (one: unknown, change: (fields: Fields) => Fields): unknown =>
  Array.isArray(one) ? one.map((part) => each(part, change)) : isFields(one) ? change(one) : one;

const mapped = (fields: Fields, key: string, change: (value: unknown) => unknown): Fields =>
  fields[key] === undefined ? fields : { ...fields, [key]: change(fields[key]) };

const texts = (value: unknown): unknown => {
  if (typeof value === "string") return withoutClosingBraces(value);
  return Array.isArray(value) ? value.map((part) => (typeof part === "string" ? withoutClosingBraces(part) : part)) : value;
};

const markNames = (data: unknown): unknown =>
  Array.isArray(data) ? data.map((mark) => (isFields(mark) ? mapped(mark, "name", texts) : mark)) : data;

function seriesNames(series: Fields): Fields {
  return mapped(mapped(mapped(series, "name", texts), "dimensions", texts), "data", markNames);
}
