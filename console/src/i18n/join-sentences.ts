/** Full-width punctuation fills its cell: Chinese and Japanese have no space after it. */
const FULL_WIDTH_END = /[。．！？；：，、）」』”…]$/;

/** Returns what stands between a sentence and the next one. */
export function sentenceGap(sentence: string): "" | " " {
  return FULL_WIDTH_END.test(sentence) ? "" : " ";
}

/** Joins sentences as their language does. Leaves out what is missing. */
export function joinSentences(...sentences: readonly (string | null | undefined | false)[]): string {
  return sentences.reduce<string>((joined, next) => (!next ? joined : joined === "" ? next : `${joined}${sentenceGap(joined)}${next}`), "");
}
