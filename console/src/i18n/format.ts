/** Significant digits that distinguish measurements and still fit a column. */
export const SIGNIFICANT_DIGITS = 7;

export interface Format {
  /** Rounds to at most `digits` significant digits (default 4). Whole numbers, and the digits before the point, stay in full. */
  number(value: number, digits?: number): string;
  /**
   * The number with its sign, also where it is positive. Example: "+1.5". `write` writes its size, by default as `number` does; what it
   * writes as 0 has no sign.
   */
  signed(value: number, write?: (size: number) => string): string;
  percent(share: number): string;
  /** Example: "12 kB", "1.5 MB". */
  bytes(size: number): string;
  /** The day of a time in UTC: contracts begin and end with days. */
  date(iso: string): string;
  dateTime(iso: string): string;
  /**
   * The time of a period by the clocks of a time zone, with seconds where it has some: of one that begins at midnight, such as a month,
   * the day alone.
   */
  period(iso: string, timezone?: string): string;
  /** The short name of a day of the week, 0 for Monday. Example: "Mon". */
  weekday(day: number): string;
  /** Example: "3 minutes ago". */
  ago(iso: string, now: number): string;
  /** Example: "1 min 5 sec". Hours are shown without seconds. */
  duration(seconds: number): string;
}

const DAY_MS = 86_400_000;
/** A Monday, 1970-01-05. */
const MONDAY_MS = 4 * DAY_MS;

/** Returns the formatters of a language tag. Each is created at its first use, since creating one takes a phone milliseconds. */
export function createFormat(tag: string): Format {
  const whole = once(() => new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }));
  const tenths = once(() => new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }));
  const share = once(() => new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 1 }));
  const moment = once(() => new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short" }));
  const day = once(() => new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone: "UTC" }));
  const clock = once(() => new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }));
  const seconds = once(() => new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" }));
  const weekday = once(() => new Intl.DateTimeFormat(tag, { weekday: "short", timeZone: "UTC" }));
  const relative = once(() => new Intl.RelativeTimeFormat(tag, { numeric: "auto" }));
  const number = (value: number, digits = 4): string =>
    Number.isInteger(value) && Math.abs(value) < 1e15 ? whole().format(value) : formatSignificant(tag, value, digits);
  return {
    number,
    // The sign that a keyboard has, as in all other numbers: what is copied can be pasted into fields and spreadsheets.
    signed: (value, write = number) => {
      const size = write(Math.abs(value));
      if (size === write(0)) return size;
      return `${value < 0 ? "-" : "+"}${size}`;
    },
    percent: (value) => share().format(value),
    bytes: (size) => bytes(size, whole, tenths),
    date: (iso) => day().format(new Date(iso)),
    dateTime: (iso) => moment().format(new Date(iso)),
    period: (iso, timezone = "UTC") => {
      const time = new Date(clockTime(iso, timezone));
      if (time.getUTCSeconds() !== 0) return seconds().format(time);
      return (time.getUTCHours() === 0 && time.getUTCMinutes() === 0 ? day() : clock()).format(time);
    },
    weekday: (day) => weekday().format(new Date(MONDAY_MS + day * DAY_MS)),
    ago: (iso, now) => ago(relative(), (Date.parse(iso) - now) / 1000),
    duration: (seconds) => duration(tag, seconds),
  };
}

const formats = new Map<string, Format>();

/** Returns the formatters of a language tag, the same for all who ask. */
export function formatOf(tag: string): Format {
  const format = formats.get(tag) ?? createFormat(tag);
  formats.set(tag, format);
  return format;
}

function once<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => (created ??= create());
}

/** Creating a NumberFormat is slow, and a table has many cells. */
const formatCache = new Map<string, Intl.NumberFormat>();

/** Digits before the point are never rounded away: 950,677,500 would look like an exact count. */
function formatSignificant(tag: string, value: number, maxDigits: number): string {
  const size = Math.abs(value);
  const notation = size !== 0 && (size >= 1e9 || size < 1e-4) ? "scientific" : "standard";
  const digits = size < 1e9 ? Math.max(maxDigits, Math.ceil(Math.log10(size))) : maxDigits;
  const key = `${tag} ${digits} ${notation}`;
  const format = formatCache.get(key) ?? new Intl.NumberFormat(tag, { maximumSignificantDigits: digits, notation });
  formatCache.set(key, format);
  return format.format(value);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the time that clocks of the zone show at an instant, as if they were in UTC: charts and texts of it have no zone. */
export function clockTime(iso: string, timezone: string): string {
  if (timezone === "UTC") return iso;
  const options = { dateStyle: "short", timeStyle: "medium", timeZone: timezone } as const;
  // Sweden writes times as ISO 8601 does.
  const clock = clocks.get(timezone) ?? new Intl.DateTimeFormat("sv-SE", options);
  clocks.set(timezone, clock);
  return `${clock.format(new Date(iso)).replace(" ", "T")}.000Z`;
}

/** Returns true for a time as the server writes it, in UTC. */
export const isUtcTime = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text);

/** Example: `2024-05-01 13:00:00`. Leaves out midnight, unless other times of a list have a time of day, and zero milliseconds. */
export function formatTime(iso: string, { midnight = false } = {}): string {
  const [date = "", time = ""] = iso.split("T");
  const clock = time.replace(/(\.0+)?Z$/, "");
  return clock === "" || (clock === "00:00:00" && !midnight) ? date : `${date} ${clock}`;
}

/** Returns how the times of a list are written by clocks of the zone: as days alone, or all with a time of day where one has it. */
export function formatTimesOf(isos: readonly string[], timezone: string): (iso: string) => string {
  const midnight = isos.some((iso) => !clockTime(iso, timezone).includes("T00:00:00"));
  return (iso) => formatTime(clockTime(iso, timezone), { midnight });
}

/** SI symbols are the same in all languages. Formats of Intl with a unit take a phone tens of milliseconds to create. */
const SIZE_UNITS = ["B", "kB", "MB", "GB"];

function bytes(size: number, whole: () => Intl.NumberFormat, tenths: () => Intl.NumberFormat): string {
  const step = Math.min(SIZE_UNITS.length - 1, size < 1 ? 0 : Math.floor(Math.log(size) / Math.log(1000)));
  return `${(step < 2 ? whole : tenths)().format(size / 1000 ** step)}\u00a0${SIZE_UNITS[step]}`;
}

const RELATIVE_TIME_UNITS = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 30],
  ["month", 12],
  ["year", Number.POSITIVE_INFINITY],
] as const;

/** No line ends between a number and its unit. */
function ago(relative: Intl.RelativeTimeFormat, seconds: number): string {
  let left = seconds;
  for (const [unit, next] of RELATIVE_TIME_UNITS) {
    if (Math.abs(left) < next) return relative.format(Math.round(left), unit).replaceAll(" ", "\u00a0");
    left /= next;
  }
  throw new RangeError(`${seconds} is not a number of seconds`);
}

function duration(tag: string, seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [
    ["hour", Math.floor(whole / 3600)],
    ["minute", Math.floor(whole / 60) % 60],
    ["second", whole % 60],
  ] as const;
  const first = parts.findIndex(([unit, count]) => count > 0 || unit === "second");
  return parts
    .slice(first, first + 2)
    .filter(([, count], place) => count > 0 || place === 0)
    .map(([unit, count]) => new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "short" }).format(count))
    .join(" ");
}
