/** Weeks with closed days or hours: those that hardly ever have a value. Periods count only the open ones. */
import type { OpenWeek } from "@agatha/contracts";
import { bisectRight } from "../../numeric/bisect.js";
import { median } from "../../numeric/statistics.js";
import { DAY_MS, WEEK_MS } from "../tables/zoned-time.js";

/** Clock time of a Monday, 1969-12-29. */
const MONDAY_MS = -3 * DAY_MS;

/** Returns the number of the part of a week that a clock time lies in, counted from 1969-12-29, a Monday. */
export function weekPart(clock: number, seconds: number): number {
  return Math.floor((clock - MONDAY_MS) / (seconds * 1000));
}

/** Returns how many open parts precede that of a clock time since 1969-12-29; NaN where it is closed. */
export function openPartNumber(clock: number, week: OpenWeek): number {
  const { number, isOpen } = openPartAt(clock, week);
  return isOpen ? number : Number.NaN;
}

/** Adds open parts of the week to a clock time; to a closed one, from the open one before. */
export function addOpenParts(clock: number, count: number, week: OpenWeek): number {
  const { seconds, open } = week;
  const number = openPartAt(clock, week).number + count;
  const weeks = Math.floor(number / open.length);
  const rest = clock - MONDAY_MS - weekPart(clock, seconds) * seconds * 1000;
  return MONDAY_MS + weeks * WEEK_MS + open[number - weeks * open.length] * seconds * 1000 + rest;
}

/** Returns the number of the open part of a clock time, or of the open one before. */
function openPartAt(clock: number, { seconds, open }: OpenWeek): { number: number; isOpen: boolean } {
  const perWeek = WEEK_MS / (seconds * 1000);
  const part = weekPart(clock, seconds);
  const weeks = Math.floor(part / perWeek);
  const place = part - weeks * perWeek;
  const before = bisectRight(open, place) - 1;
  return { number: weeks * open.length + before, isOpen: open[before] === place };
}

/** A closed part has at most this share of the rows that an open one has. */
const MAX_CLOSED_SHARE = 0.1;
/** Least share of the open parts between the first and the last that have a row. */
const MIN_OPEN_SHARE = 0.25;
/** Probability that one part of a week would look closed, if rows were missing at random. */
const MAX_CHANCE = 0.01;

/**
 * Returns the open parts of the week; undefined if all are open, or if the parts do not show it. A part is closed if it hardly ever
 * has a row over enough weeks to rule out chance. `parts` are numbers of parts, ascending and distinct, counted from any beginning of
 * a week.
 */
export function findOpenWeek(parts: Float64Array, perWeek: number): number[] | undefined {
  if (parts.length === 0) return undefined;
  const [first, last] = [parts[0], parts[parts.length - 1]];
  const placeOf = (part: number) => part - Math.floor(part / perWeek) * perWeek;
  const counts = new Float64Array(perWeek);
  for (const part of parts) counts[placeOf(part)]++;
  const usual = median(parts.map((part) => counts[placeOf(part)]));
  const due = (place: number) => Math.floor((last - place) / perWeek) - Math.ceil((first - place) / perWeek) + 1;
  const places = Array.from({ length: perWeek }, (_, place) => place);
  const isRare = (place: number) => counts[place] <= MAX_CLOSED_SHARE * usual;
  const common = places.filter((place) => !isRare(place));
  const present = common.reduce((sum, place) => sum + counts[place], 0);
  const all = common.reduce((sum, place) => sum + due(place), 0);
  if (present < MIN_OPEN_SHARE * all) return undefined;
  const missing = 1 - (present + 1) / (all + 2);
  const open = places.filter((place) => !isRare(place) || missing ** due(place) * perWeek > MAX_CHANCE);
  return open.length > 1 && open.length < perWeek ? open : undefined;
}
