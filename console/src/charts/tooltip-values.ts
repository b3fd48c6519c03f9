import { type Format, formatTime, SIGNIFICANT_DIGITS } from "../i18n/format.js";

/**
 * Returns how tooltips write the values of a mark: with the digits of a cell of the table, since charts draw figures that are computed.
 * With `timeFirst` the first of several values is a time, in milliseconds. ECharts does not tell the type of a value.
 */
export function tooltipValues(number: Format["number"], { timeFirst = false } = {}): (value: unknown) => string | string[] {
  const written = (value: unknown): string => {
    if (typeof value === "number") return Number.isNaN(value) ? MISSING : number(value, SIGNIFICANT_DIGITS);
    return typeof value === "string" && value !== "" ? value : MISSING;
  };
  const time = (value: unknown) =>
    typeof value === "number" ? formatTime(new Date(value).toISOString(), { midnight: true }) : written(value);
  return (value) => {
    if (!Array.isArray(value)) return written(value);
    return value.map((each, i) => (timeFirst && i === 0 && value.length > 1 ? time(each) : written(each)));
  };
}

/** As ECharts writes it. */
const MISSING = "-";
