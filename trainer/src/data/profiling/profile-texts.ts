import type { TextProfile } from "@agatha/contracts";
import { countLevels, type LevelCount, sortByFrequency } from "../tables/count-levels.js";
import type { TextColumn } from "../tables/table.js";
import { histogram } from "./histogram.js";

const MAX_LISTED = { values: 10, words: 20 };
const MAX_SHOWN_LENGTH = 80;
/** Characters that are split into words: enough to find the frequent words. */
const MAX_CHARACTERS_READ = 1_000_000;
/** Mean length and share of distinct values from which a column holds sentences. */
const SENTENCE_THRESHOLDS = { length: 20, distinct: 0.3 };

/** Returns the statistics of a text column with at least one value. */
export function profileTexts(column: TextColumn): TextProfile {
  const levels = countLevels(column);
  const present = levels.reduce((sum, { count }) => sum + count, 0);
  const lengths = textLengths(levels, present);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / present;
  const sentences = mean >= SENTENCE_THRESHOLDS.length && levels.length >= SENTENCE_THRESHOLDS.distinct * present;
  return {
    top: mostFrequent(levels, MAX_LISTED.values),
    once: levels.filter(({ count }) => count === 1).length,
    lengths: { min: lengths[0], mean, max: lengths[present - 1], bins: histogram(lengths, { whole: true }) },
    padded: levels.reduce((sum, { value, count }) => sum + (value === value.trim() ? 0 : count), 0),
    variants: countVariants(levels),
    words: sentences ? mostFrequent(countWords(levels), MAX_LISTED.words) : [],
  };
}

function textLengths(levels: readonly LevelCount[], present: number): Float64Array {
  const lengths = new Float64Array(present);
  let at = 0;
  for (const { value, count } of levels) {
    lengths.fill([...value].length, at, at + count);
    at += count;
  }
  return lengths.sort();
}

function mostFrequent(levels: readonly LevelCount[], most: number): LevelCount[] {
  return sortByFrequency(levels)
    .slice(0, most)
    .map(({ value, count }) => ({ value: truncate(value), count }));
}

function truncate(value: string): string {
  const characters = [...value.slice(0, 2 * MAX_SHOWN_LENGTH + 2)];
  return characters.length > MAX_SHOWN_LENGTH ? `${characters.slice(0, MAX_SHOWN_LENGTH - 1).join("")}…` : value;
}

/** Counts the levels that equal another level except for case and surrounding blanks. The first of each kind does not count. */
function countVariants(levels: readonly LevelCount[]): number {
  return levels.length - new Set(levels.map(({ value }) => value.trim().toLowerCase())).size;
}

/** Counts words, also in languages without blanks between words. Skips numbers and single letters, which carry little information. */
function countWords(levels: readonly LevelCount[]): LevelCount[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
  const counts = new Map<string, number>();
  let read = 0;
  for (const { value, count } of levels) {
    read += value.length;
    if (read > MAX_CHARACTERS_READ) break;
    for (const { segment, isWordLike } of segmenter.segment(value)) {
      if (!isWordLike || !/\p{L}/u.test(segment) || /^[a-z]$/i.test(segment)) continue;
      const word = segment.toLowerCase();
      counts.set(word, (counts.get(word) ?? 0) + count);
    }
  }
  return [...counts].map(([value, count]) => ({ value, count }));
}
