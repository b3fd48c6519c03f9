/** Names of months in several languages. */

/** Languages whose names of months are read, and those whose abbreviations are: others abbreviate to words such as "set" and "out". */
const NAME_LANGUAGES = ["en", "de", "de-AT", "fr", "es", "it", "pt", "nl"];
const ABBREVIATION_LANGUAGES = ["en-US", "en-GB", "de", "de-AT"];
/** The month that German abbreviates in another way too. */
const MARCH = 2;

let months: ReadonlyMap<string, string> | undefined;
let plain: ReadonlyMap<string, string> | undefined;

/**
 * Returns the names of months in lower case, and their numbers. No name is that of two months. The names are made when they are first
 * needed: formats of eight languages take some time to load, and few files name months.
 */
export function monthNumbers(): ReadonlyMap<string, string> {
  months ??= new Map([
    ...NAME_LANGUAGES.flatMap((language) => namesOfMonths(language, "long")),
    ...ABBREVIATION_LANGUAGES.flatMap((language) => namesOfMonths(language, "short")),
    ["mrz", numberOfMonth(MARCH)],
  ]);
  return months;
}

/**
 * Returns the names of months and their abbreviations in all these languages, in lower case without accents, and their numbers. Some
 * abbreviations are words of other meanings, such as "set" and "out".
 */
export function plainMonthNumbers(): ReadonlyMap<string, string> {
  plain ??= new Map(
    [...monthNumbers(), ...NAME_LANGUAGES.flatMap((language) => namesOfMonths(language, "short"))].map(([name, number]) => [
      withoutAccents(name),
      number,
    ]),
  );
  return plain;
}

export const withoutAccents = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");

function namesOfMonths(language: string, style: "long" | "short"): [name: string, number: string][] {
  const { format } = new Intl.DateTimeFormat(language, { month: style, timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) => [
    format(Date.UTC(2020, month, 1))
      .replace(".", "")
      .toLowerCase(),
    numberOfMonth(month),
  ]);
}

function numberOfMonth(month: number): string {
  return String(month + 1).padStart(2, "0");
}
