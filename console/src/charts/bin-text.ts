import { type Format, formatTime } from "../i18n/format.js";

const MIN_DIGITS = 4;
/** A double has no more. */
const MAX_DIGITS = 15;

/** Returns the limits of a bin of numbers, with as many digits as show a tenth of its width. Example: "1,013.02 – 1,013.07". */
export function binText(from: number, to: number, format: Pick<Format, "number">): string {
  if (from === to) return format.number(from);
  const size = Math.max(Math.abs(from), Math.abs(to));
  const needed = Math.ceil(Math.log10(size / (to - from))) + 2;
  const digits = Math.min(MAX_DIGITS, Math.max(MIN_DIGITS, needed));
  return `${format.number(from, digits)} – ${format.number(to, digits)}`;
}

const [SECOND_MS, MINUTE_MS, DAY_MS] = [1000, 60_000, 86_400_000];

/** Returns the limits of a bin of times in milliseconds, in whole days, minutes or seconds where these show a tenth of its width. */
export function timeBinText(from: number, to: number): string {
  const unit = [DAY_MS, MINUTE_MS, SECOND_MS].find((size) => size <= (to - from) / 10) ?? 1;
  const limit = (time: number) => {
    const iso = new Date(Math.round(time / unit) * unit).toISOString();
    if (unit === DAY_MS) return formatTime(iso);
    const text = formatTime(iso, { midnight: true });
    return unit === MINUTE_MS ? text.slice(0, -":00".length) : text;
  };
  return from === to ? formatTime(new Date(from).toISOString()) : `${limit(from)} – ${limit(to)}`;
}
