/**
 * Days of which a spreadsheet has exchanged day and month: one that expects the month first makes a date of 03/05/2024, the 3rd of May in
 * the file, and leaves 20/05/2024 as text. The dates are stored as 2024-03-05, beside the texts.
 */
import { DAY_MS } from "../../tables/zoned-time.js";

/** A value of a column in each order of day, month and year that it can be read in, in milliseconds since the epoch. */
export interface OrderedDay {
  yearFirst?: number | undefined;
  dayFirst?: number | undefined;
  monthFirst?: number | undefined;
}

/** The last day of a month that may be a month. */
const LAST_MONTH = 12;
/** Time by which exchanged days may lie outside the time of the others: a month. */
const MARGIN = 31 * DAY_MS;
/** Fewest different days that show it: texts, dates that lie where no text does, and else dates in all and days of the month among them. */
const FEWEST = { texts: 3, outside: 3, dates: 6, daysOfMonth: 3 };

/**
 * Returns true if the days that begin with the year were exchanged. None of them is later than the 12th, and each text is and so has one
 * order. Exchanged back, they lie among the texts; as they are, they do not, or there are too many for chance.
 */
export function areDaysExchanged(days: readonly OrderedDay[]): boolean {
  const texts = days.flatMap(({ dayFirst, monthFirst }) => dayFirst ?? monthFirst ?? []);
  const isOneOrder = (["dayFirst", "monthFirst"] as const).some((other) => days.every((day) => day[other] === undefined));
  const dates = [...new Set(days.flatMap(({ yearFirst }) => (yearFirst === undefined ? [] : DAY_MS * Math.floor(yearFirst / DAY_MS))))];
  const isPossible = isOneOrder && new Set(texts).size >= FEWEST.texts && dates.every((date) => dayOfMonth(date) <= LAST_MONTH);
  if (!isPossible) return false;
  const first = texts.reduce((least, text) => Math.min(least, text)) - MARGIN;
  const last = texts.reduce((most, text) => Math.max(most, text)) + MARGIN;
  const isAmongTexts = (date: number) => first <= date && date <= last;
  const changed = dates.filter((date) => exchanged(date) !== date);
  if (!changed.every((date) => isAmongTexts(exchanged(date)))) return false;
  const outside = changed.filter((date) => !isAmongTexts(date)).length;
  const isManifold = changed.length >= FEWEST.dates && new Set(changed.map(dayOfMonth)).size >= FEWEST.daysOfMonth;
  return outside >= FEWEST.outside || isManifold;
}

const dayOfMonth = (date: number): number => new Date(date).getUTCDate();

/** Returns the day with day and month exchanged. */
function exchanged(date: number): number {
  const time = new Date(date);
  return Date.UTC(time.getUTCFullYear(), time.getUTCDate() - 1, time.getUTCMonth() + 1);
}
