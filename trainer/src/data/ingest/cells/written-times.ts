/** Reads times as the file of a dataset writes them, one text at a time: what clients send is read as the file was. */
import { monthNumbers } from "@agatha/contracts/month-names";
import { beginningOfDay, DAY_MS, parseTime, zonedTimeToUtc } from "../../tables/zoned-time.js";
import {
  type DateFormat,
  DECIMAL_YEAR,
  dateFormatsOf,
  EAST_ASIAN_HALVES,
  fullDatePattern,
  HALF_NUMERALS,
  QUARTER_NUMERALS,
  REPUBLIC_FORMATS,
  rewrittenDay,
  timeGroups,
  WEEK_FORMATS,
  YEAR_BEFORE_REPUBLIC,
} from "../formats/date-formats.js";

/** Returns milliseconds since the epoch; undefined if the text is no time of this format. */
type TimeParser = (text: string) => number | undefined;

/** Day 0 of spreadsheets. */
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);

/**
 * Returns a parser that tries the formats in their order. Names of other formats are passed over. Times without an offset are in
 * `timezone`.
 */
export function writtenTimeParser(formats: readonly string[], timezone: string): TimeParser {
  const parsers = dateFormatsOf(formats).map((format) => parserOf(format, timezone));
  return (text) => {
    for (const parse of parsers) {
      const time = parse(text);
      if (time !== undefined) return time;
    }
    return undefined;
  };
}

function parserOf(format: DateFormat, timezone: string): TimeParser {
  const pattern = new RegExp(`^(?:${fullDatePattern(format)})$`);
  const groups = rewrittenDay(format);
  return (text) => {
    const match = pattern.exec(text);
    if (!match) return undefined;
    const day = groups.replace(/\\(\d)/g, (_, group: string) => match[Number(group)] ?? "");
    const count = countedTime(format, Number(day), timezone);
    if (count !== undefined) return timeGroups(match).some(Boolean) ? undefined : count;
    if (format === "compactTime") return parseTime(`${withColons(day)}${timeGroups(match).at(-1) ?? ""}`, timezone);
    const [before = "", clock = "00:00", after = "", offset = ""] = timeGroups(match);
    const half = before + after;
    const time = half ? toFullClock(clock, half) : clock;
    const plain = plainDay(format, day);
    return plain === undefined || time === undefined ? undefined : parseTime(`${plain} ${time}${offset}`, timezone);
  };
}

/** Writes a time of day such as 10:3000 as 10:30:00. */
const withColons = (time: string): string => time.replace(/:(\d{2})(\d{2}(?:[.,]\d+)?)$/, ":$1:$2");

/** Returns the time of formats that count days, seconds or milliseconds; undefined of others. */
function countedTime(format: DateFormat, count: number, timezone: string): number | undefined {
  if (format === "serial") return zonedTimeToUtc(SERIAL_EPOCH + Math.round(count * 86_400) * 1000, timezone);
  if (format === "epochSeconds") return Math.round(count * 1000);
  return format === "epochMilliseconds" ? count : undefined;
}

/** Returns year-month-day in digits; undefined if there is no such month or week, or if no month begins at a decimal year. */
function plainDay(format: DateFormat, day: string): string | undefined {
  if (WEEK_FORMATS.has(format)) return dayOfWeek(day);
  if (format === "decimalYear") return monthOfDecimalYear(day);
  const [year, month, ofMonth] = day.split("-");
  // The last zero of a number such as 2015.10 may be lost.
  const number = format === "pointMonth" && month === "1" ? 10 : monthNumber(month);
  if (Number.isNaN(number)) return undefined;
  if (REPUBLIC_FORMATS.has(format)) return `${Number(year) + YEAR_BEFORE_REPUBLIC}-${number}-${ofMonth || "1"}`;
  return `${year.length === 2 ? `${year < "69" ? "20" : "19"}${year}` : year}-${number}-${ofMonth}`;
}

/** Returns the number of a month that is written in digits, as a quarter or half, or by its name; NaN if there is no such month. */
function monthNumber(month: string): number {
  if (/^\d+$/.test(month)) return Number(month);
  const [, mark, numeral = ""] = /^([QH])(.|I[IV]I?)$/.exec(month) ?? [];
  if (!mark) return Number(monthNumbers().get(month.toLowerCase()));
  const parts = mark === "Q" ? QUARTER_NUMERALS : HALF_NUMERALS;
  return (12 / parts.length) * parts.findIndex((numerals) => numerals.includes(numeral)) + 1;
}

/** Returns the day of a text such as 2020-53-7 (ISO 8601), Monday without a day; undefined if the year has no such week. */
function dayOfWeek(text: string): string | undefined {
  const [year, week, day = 0] = text.split("-").map(Number);
  const fourth = beginningOfDay(year, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS + (week - 1) * 7 * DAY_MS;
  const thursday = new Date(monday + 3 * DAY_MS);
  return thursday.getUTCFullYear() === year ? new Date(monday + ((day || 1) - 1) * DAY_MS).toISOString().slice(0, 10) : undefined;
}

/** Returns the beginning of the month of a decimal year such as 1949-083; undefined if no month of the year begins then. */
function monthOfDecimalYear(text: string): string | undefined {
  const [year, digits] = text.split("-");
  const { tolerance, leastDigits, mostDigits } = DECIMAL_YEAR;
  const months = 12 * Number(`0.${digits}`);
  const unit = 10 ** -Math.min(Math.max(digits.length, leastDigits), mostDigits);
  if (Math.abs(months - Math.round(months)) > 12 * tolerance * unit) return undefined;
  return new Date(beginningOfDay(Number(year), Math.round(months), 1)).toISOString().slice(0, 10);
}

/** Returns a time of day with am or pm on a clock of 24 hours; undefined if there is no such hour. The hour 12 may be written as 0. */
function toFullClock(clock: string, half: string): string | undefined {
  const [hour, ...rest] = clock.split(":");
  const number = Number(hour);
  const [isMorning, isAfternoon] = (["am", "pm"] as const).map((name) => [name, ...EAST_ASIAN_HALVES[name]].includes(half.toLowerCase()));
  if (number > 12 || isMorning === isAfternoon) return undefined;
  return [(number % 12) + (isAfternoon ? 12 : 0), ...rest].join(":");
}
