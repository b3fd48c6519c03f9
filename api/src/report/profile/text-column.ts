import type { TextProfile } from "@agatha/contracts";
import { barChart, histogram } from "../charts/marks.js";
import { type Definitions, figure } from "../html.js";
import type { ProfileTexts } from "./texts.js";

/** If lengths differ by less than this, their range describes them sufficiently. */
const MIN_LENGTH_RANGE = 10;

/** Returns lengths, values that occur once, and spellings of a text column as terms with their values. */
export function textFacts({ lengths, once, padded, variants }: TextProfile, { texts: T }: ProfileTexts): Definitions {
  return [
    [T.lengths, T.range(lengths.min, lengths.mean, lengths.max)],
    [T.once, once.toLocaleString("en")],
    ...(padded > 0 ? [[T.padded, padded.toLocaleString("en")] as const] : []),
    ...(variants > 0 ? [[T.variants, variants.toLocaleString("en")] as const] : []),
  ];
}

/** Returns charts of the most frequent values and words, and of lengths that differ. `distinct` is the number of values. */
export function textCharts({ top, lengths, words, once }: TextProfile, distinct: number, { texts: T, numbers }: ProfileTexts): string[] {
  const named = (all: TextProfile["top"]) => all.map(({ value, count }) => ({ name: value.replace(/\s+/g, " "), value: count }));
  const rest = distinct - top.length;
  // If all values occur once, any ten are as frequent as the others.
  const values =
    once === distinct && distinct > top.length ? [] : [figure(barChart(T.top, T.topUnit, named(top)), rest > 0 ? T.topOf(rest) : T.top)];
  const frequent = words.length > 0 ? [figure(barChart(T.words, T.topUnit, named(words)), T.words)] : [];
  const { min, max, bins } = lengths;
  const spread = max - min >= MIN_LENGTH_RANGE;
  const length = spread ? [figure(histogram(T.lengths, { x: T.lengths, y: numbers.count }, bins), T.lengths)] : [];
  return [...values, ...frequent, ...length];
}
