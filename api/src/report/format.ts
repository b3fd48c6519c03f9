/** Formatting of numbers, dates and axis ticks. */

/**
 * Returns a number with four significant digits: 1.234, 0.1234, 1.234e-5, 1.234e+9. Whole numbers, and the digits before the point of
 * numbers below a thousand million, stay as they are: 12345.6 is 12346.
 */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) return String(value);
  if (size >= 1e9 || size < 1e-4) return value.toExponential(3);
  return String(Number(value.toPrecision(Math.max(4, Math.ceil(Math.log10(size))))));
}

/**
 * Returns the number of a tick with all its digits, which are few: ticks are round. From a hundred million on it has an exponent unless
 * it is shorter without one: the space beside an axis is narrow.
 */
export function formatTick(value: number): string {
  const [text, short] = [String(value), value.toExponential()];
  return Math.abs(value) >= 1e8 && short.length <= text.length ? short : text;
}

/** Returns the text of formatNumber, or a dash without a number. */
export function formatNullable(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : formatNumber(value);
}

/** Returns a share from 0 to 1 in per cent with at most one decimal: 0.1234 is `12.3%`. */
export function formatPercent(share: number): string {
  return `${formatNumber(Number((100 * share).toFixed(1)))}%`;
}

/** Returns a day in UTC, with the time unless it is midnight. */
export function formatDate(milliseconds: number): string {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return "–";
  const text = date.toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}

/** Returns at most eight ticks in UTC: first days of years or months, or round days and hours. */
export function dateTicks(from: number, to: number): number[] {
  const span = to - from;
  const [first, last] = [new Date(from), new Date(to)];
  const months = 12 * (last.getUTCFullYear() - first.getUTCFullYear()) + last.getUTCMonth() - first.getUTCMonth();
  const step =
    [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200].find((size) => months / size <= 8) ?? 12 * 10 ** Math.ceil(Math.log10(months / 84));
  if (months < 3) {
    const size = [1, 2, 3, 6, 12, 24, 48, 120, 240, 480].map((hours) => hours * 3_600_000).find((size) => span / size <= 7) ?? span;
    return span < 3_600_000 ? ticks(from, to) : ticksWithin(from, to, (i) => (Math.ceil(from / size) + i) * size);
  }
  // Months since January of the year 0, so that a step of years is at round ones.
  const start = Math.ceil((12 * first.getUTCFullYear() + first.getUTCMonth()) / step) * step;
  return ticksWithin(from, to, (i) => new Date(0).setUTCFullYear(0, start + i * step, 1));
}

function ticksWithin(from: number, to: number, at: (i: number) => number): number[] {
  return Array.from({ length: 10 }, (_, i) => at(i)).filter((tick) => tick >= from && tick <= to);
}

/** Returns between four and nine round numbers that span the range (Heckbert 1990). */
export function ticks(from: number, to: number): number[] {
  const span = to - from || Math.abs(from) || 1;
  const power = 10 ** Math.floor(Math.log10(span / 5));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => span / size <= 8) ?? span;
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
