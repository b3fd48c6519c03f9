const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

export type DurationUnit = (typeof UNITS)[number][0] | "millisecond";

/** Returns a duration in its largest unit, with three significant digits. */
export function inLargestUnit(ms: number): [count: number, unit: DurationUnit] {
  const [unit, size] = UNITS.find(([, size]) => ms >= size) ?? ["millisecond" as const, 1];
  return [Number((ms / size).toPrecision(3)), unit];
}
