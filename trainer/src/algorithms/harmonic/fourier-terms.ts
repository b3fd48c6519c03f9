/** Fourier terms: waves, whose sum is a season. */
import { z } from "zod";

export const fourierTerm = z.object({
  /** Periods from crest to crest: a season ÷ the number of the harmonic. */
  period: z.number(),
  cosine: z.number(),
  sine: z.number(),
});
export type FourierTerm = z.infer<typeof fourierTerm>;

/** Largest number of harmonics of one season. */
const MAX_HARMONICS = 24;
/** Values that each coefficient needs. */
const MIN_VALUES_BY_COEFFICIENT = 4;

/** Returns the value of a sum of waves at period t of the series. */
export function sumOfTerms(waves: readonly FourierTerm[], t: number): number {
  return waves.reduce((sum, { period, cosine, sine }) => {
    const angle = (2 * Math.PI * t) / period;
    return sum + cosine * Math.cos(angle) + sine * Math.sin(angle);
  }, 0);
}

/**
 * Returns the periods of the harmonics of each season, the slowest first, as many as a series of so many values may tell apart. A
 * harmonic of a longer season that a shorter one has too is left out.
 */
export function harmonicPeriods(seasons: readonly number[], length: number): number[][] {
  const most = Math.floor(length / (2 * MIN_VALUES_BY_COEFFICIENT));
  return seasons.map((season, i) => {
    const all = Array.from({ length: Math.floor(season / 2) }, (_, k) => k + 1);
    const own = all.filter((harmonic) => seasons.slice(0, i).every((shorter) => (harmonic * shorter) % season !== 0));
    return own.slice(0, Math.min(MAX_HARMONICS, most)).map((harmonic) => season / harmonic);
  });
}
