import { type Format, formatTime, SIGNIFICANT_DIGITS } from "../i18n/format.js";
import { withoutClosingBraces } from "./rich-text.js";

/**
 * Returns how tooltips write the values of a mark: with the digits of a cell of the table, since charts draw figures that are computed.
 * ECharts does not tell the type of a value. By the type of the horizontal axis, the first of several values is a time in milliseconds,
 * or the place of a category, which is left out: the mark has the category's name.
 */
export function tooltipValues(number: Format["number"], axis?: string): (value: unknown) => string | string[] {
  const written = (value: unknown): string => {
    if (typeof value === "number") return Number.isNaN(value) ? MISSING : number(value, SIGNIFICANT_DIGITS);
    return typeof value === "string" && value !== "" ? withoutClosingBraces(value) : MISSING;
  };
  const time = (value: unknown) =>
    typeof value === "number" ? formatTime(new Date(value).toISOString(), { midnight: true }) : written(value);
  return (value) => {
    if (!Array.isArray(value)) return written(value);
    if (value.length < 2) return value.map(written);
    const [first, ...others] = value;
    if (axis === "category") return others.map(written);
    return [axis === "time" ? time(first) : written(first), ...others.map(written)];
  };
}

/** As ECharts writes it. */
const MISSING = "-";
