/**
 * Built-in formats of dates and times in Chinese, Japanese and Korean programs (ECMA-376 part 1, 18.8.30). A workbook uses their numbers
 * without saying what they look like.
 */
const EAST_ASIAN_TIMES = [27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58];

/**
 * Gives the library the built-in formats that are times. It only looks at whether a format is one, and an old workbook may have its
 * own.
 */
export function loadEastAsianTimes({ load }: { load: (format: string, number: number) => unknown }): void {
  for (const number of EAST_ASIAN_TIMES) load("m/d/yy", number);
}
