import type { ProfiledTexts } from "@agatha/contracts";
import type { TextColumn } from "../tables/table.js";
import { binned } from "./bins.js";

const LISTED = { values: 10, words: 20 };
const LONGEST_SHOWN = 80;
/** Characters that are taken apart into words: enough to tell which ones are frequent. */
const MOST_READ = 1_000_000;
/** From so many characters a value on average, and so many different values among all, a column holds sentences. */
const SENTENCES = { length: 20, distinct: 0.3 };

interface Level {
  value: string;
  count: number;
}

/** Figures of a text column with at least one value. */
export function profileTexts(column: TextColumn): ProfiledTexts {
  const levels = levelsOf(column);
  const present = levels.reduce((sum, { count }) => sum + count, 0);
  const lengths = lengthsOf(levels, present);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / present;
  const sentences = mean >= SENTENCES.length && levels.length >= SENTENCES.distinct * present;
  return {
    top: mostFrequent(levels, LISTED.values),
    once: levels.filter(({ count }) => count === 1).length,
    lengths: { min: lengths[0], mean, max: lengths[present - 1], bins: binned(lengths, { whole: true }) },
    padded: levels.reduce((sum, { value, count }) => sum + (value === value.trim() ? 0 : count), 0),
    variants: variantsOf(levels),
    words: sentences ? mostFrequent(wordsOf(levels), LISTED.words) : [],
  };
}

/** Those that occur: a table may know levels of which no row is left. */
export function levelsOf({ codes, levels }: TextColumn): Level[] {
  const counts = new Int32Array(levels.length);
  for (const code of codes) if (code >= 0) counts[code]++;
  return levels.map((value, i) => ({ value, count: counts[i] })).filter(({ count }) => count > 0);
}

function lengthsOf(levels: readonly Level[], present: number): Float64Array {
  const lengths = new Float64Array(present);
  let at = 0;
  for (const { value, count } of levels) {
    lengths.fill([...value].length, at, at + count);
    at += count;
  }
  return lengths.sort();
}

function mostFrequent(levels: readonly Level[], most: number): Level[] {
  const sorted = [...levels].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return sorted.slice(0, most).map(({ value, count }) => ({ value: cut(value), count }));
}

function cut(value: string): string {
  const characters = [...value.slice(0, 2 * LONGEST_SHOWN + 2)];
  return characters.length > LONGEST_SHOWN ? `${characters.slice(0, LONGEST_SHOWN - 1).join("")}…` : value;
}

/** Levels beyond the first one of those that are alike but for case and blanks at the ends. */
function variantsOf(levels: readonly Level[]): number {
  return levels.length - new Set(levels.map(({ value }) => value.trim().toLowerCase())).size;
}

/** Also of languages that put no blanks between words. Numbers and single letters say little by themselves. */
function wordsOf(levels: readonly Level[]): Level[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
  const counts = new Map<string, number>();
  let read = 0;
  for (const { value, count } of levels) {
    read += value.length;
    if (read > MOST_READ) break;
    for (const { segment, isWordLike } of segmenter.segment(value)) {
      if (!isWordLike || !/\p{L}/u.test(segment) || /^[a-z]$/i.test(segment)) continue;
      const word = segment.toLowerCase();
      counts.set(word, (counts.get(word) ?? 0) + count);
    }
  }
  return [...counts].map(([value, count]) => ({ value, count }));
}
