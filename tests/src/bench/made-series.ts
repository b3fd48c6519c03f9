/** Series of known kinds and periods, the same at each run: each kind with five strengths of noise. */
import { createRandom, type Random } from "@agatha/trainer/numeric/random";

const DAY = 86_400_000;
const HOUR = DAY / 24;

/** Unit of time of a series. */
interface Frequency {
  name: string;
  season: number;
  /** Further seasons, which the kinds of several seasons have. */
  longer: readonly number[];
  length: number;
  horizon: number;
  timeAt(t: number): number;
  kinds: readonly MadeKind[];
}

type MadeKind = keyof typeof LEVELS;

interface MadeSeries {
  frequency: Frequency;
  kind: MadeKind;
  noise: number;
  values: number[];
}

interface Signal {
  random: Random;
  frequency: Frequency;
  /** Value of the season of so many periods, between about −1 and 1. */
  seasonal(length: number, t: number): number;
}

/** Standard deviation of the noise, in amplitudes of the season. */
const NOISES = [0, 0.05, 0.2, 0.5, 1] as const;
const LEVEL = 20;
const AMPLITUDE = 4;
/** Change of the trend over the whole series, in levels. */
const GROWTH = 1.5;
/** Share of the periods in which something is asked for, of intermittent series. */
const DEMAND = 0.3;

/** Values without noise, by kind. */
const LEVELS = {
  trend: ({ frequency }) => times(frequency, (t) => LEVEL * (1 + (GROWTH * t) / frequency.length)),
  season: ({ frequency, seasonal }) => times(frequency, (t) => LEVEL + AMPLITUDE * seasonal(frequency.season, t)),
  "growth with season": ({ frequency, seasonal }) =>
    times(frequency, (t) => LEVEL * Math.exp((GROWTH * t) / frequency.length) * (1 + 0.25 * seasonal(frequency.season, t))),
  "level shifts": ({ random, frequency, seasonal }) => {
    const shifts = [0.3, 0.6, 0.8].map((share) => ({ from: share * frequency.length, by: 2 * AMPLITUDE * random.normal() }));
    return times(frequency, (t) => {
      const level = shifts.reduce((sum, { from, by }) => sum + (t >= from ? by : 0), 2 * LEVEL);
      return level + AMPLITUDE * seasonal(frequency.season, t);
    });
  },
  "random walk": ({ random, frequency, seasonal }) => {
    let level = 2 * LEVEL;
    return times(frequency, (t) => {
      level += 0.2 * AMPLITUDE * random.normal();
      return level + AMPLITUDE * seasonal(frequency.season, t);
    });
  },
  intermittent: ({ random, frequency }) =>
    times(frequency, () => (random.next() < DEMAND ? Math.ceil(-AMPLITUDE * Math.log(1 - random.next())) : 0)),
  "two seasons": (signal) => severalSeasons(signal, 1),
  "three seasons": (signal) => severalSeasons(signal, 2),
} satisfies Record<string, (signal: Signal) => number[]>;

const WITHOUT_SEASON = ["trend", "growth with season", "level shifts", "random walk", "intermittent"] as const;
const WITH_SEASON = ["trend", "season", "growth with season", "level shifts", "random walk", "intermittent"] as const;
const WITH_SEASONS = ["two seasons", "three seasons", "growth with season", "level shifts", "random walk", "intermittent"] as const;
const ofMonths = (months: number) => (t: number) => Date.UTC(1990, t * months, 1);
const ofLength = (length: number) => (t: number) => Date.UTC(2020, 0, 1) + t * length;

const FREQUENCIES: readonly Frequency[] = [
  { name: "yearly", season: 1, longer: [], length: 40, horizon: 6, timeAt: ofMonths(12), kinds: WITHOUT_SEASON },
  { name: "quarterly", season: 4, longer: [], length: 72, horizon: 8, timeAt: ofMonths(3), kinds: WITH_SEASON },
  { name: "monthly", season: 12, longer: [], length: 120, horizon: 18, timeAt: ofMonths(1), kinds: WITH_SEASON },
  { name: "daily", season: 7, longer: [30, 365], length: 800, horizon: 28, timeAt: ofLength(DAY), kinds: WITH_SEASONS },
  { name: "hourly", season: 24, longer: [168, 720], length: 1008, horizon: 48, timeAt: ofLength(HOUR), kinds: WITH_SEASONS },
];
/** Series of each frequency. */
const PER_FREQUENCY = 60;

/** Returns 60 series of each frequency, its kinds in turn. The last values, as many as the horizon, are to be forecast. */
export function makeSeries(): MadeSeries[] {
  return FREQUENCIES.flatMap((frequency, f) =>
    Array.from({ length: PER_FREQUENCY }, (_, i): MadeSeries => {
      const kind = frequency.kinds[i % frequency.kinds.length]!;
      const noise = NOISES[Math.floor(i / frequency.kinds.length) % NOISES.length]!;
      const random = createRandom(1 + f * PER_FREQUENCY + i);
      const clean = LEVELS[kind]({ random, frequency, seasonal: seasonsOf(random) });
      const values = clean.map((value) => withNoise(value, kind, noise * AMPLITUDE * random.normal()));
      return { frequency, kind, noise, values };
    }),
  );
}

/** Intermittent demand is a count, and stays one. */
function withNoise(value: number, kind: MadeKind, error: number): number {
  if (kind !== "intermittent") return value + error;
  return value === 0 ? 0 : Math.max(1, Math.round(value + error));
}

function times({ length, horizon }: Frequency, valueAt: (t: number) => number): number[] {
  return Array.from({ length: length + horizon }, (_, t) => valueAt(t));
}

function severalSeasons({ frequency, seasonal }: Signal, further: number): number[] {
  const seasons = [frequency.season, ...frequency.longer.slice(0, further)];
  return times(frequency, (t) => seasons.reduce((sum, length) => sum + AMPLITUDE * seasonal(length, t), 2 * LEVEL));
}

/** Each season is a sum of two waves with phases of its own. */
function seasonsOf(random: Random): Signal["seasonal"] {
  const phases = new Map<number, [number, number]>();
  return (length, t) => {
    if (length === 1) return 0;
    const [first, second] = phases.get(length) ?? [2 * Math.PI * random.next(), 2 * Math.PI * random.next()];
    phases.set(length, [first, second]);
    const angle = (2 * Math.PI * t) / length;
    return 0.7 * Math.sin(angle + first) + 0.3 * Math.sin(2 * angle + second);
  };
}
